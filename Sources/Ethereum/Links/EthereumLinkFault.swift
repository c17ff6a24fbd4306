/// What is wrong with a payment link of EIP-681.
public enum EthereumLinkFault: String, Hashable, Sendable {
    /// It begins otherwise.
    case scheme = "is of another kind"

    /// It has characters or a structure that no such link has.
    case form = "is not well formed"

    /// It names somebody by a name, which a wallet without a registry cannot look up safely.
    case name = "names the recipient by a name, not by an address"

    /// It says the same thing twice.
    case duplicate = "says the same thing twice"

    /// It has a part that is not understood, and that could change what happens.
    case unknown = "has a part that this wallet does not know"

    /// It calls something else than a token's transfer.
    case function = "calls something else than a transfer"

    /// A number is not whole and not negative, or too large.
    case number = "has a number that is not a whole one, or too large"

    /// It is longer than a link should be.
    case tooLong = "is too long"
}
