/// What is wrong with an EIP-681 payment link.
public enum EthereumLinkFault: String, Hashable, Sendable {
    /// It has another scheme.
    case scheme = "is of another kind"

    /// It has a character or a structure that the format does not allow.
    case form = "is not well formed"

    /// It names the recipient by an ENS name, which the wallet cannot resolve safely.
    case name = "names the recipient by a name, not by an address"

    /// It has a duplicate part.
    case duplicate = "says the same thing twice"

    /// It has an unknown part, which could change the payment.
    case unknown = "has a part that this wallet does not know"

    /// It calls a function other than a token transfer.
    case function = "calls something else than a transfer"

    /// A number is negative, not whole, or too large.
    case number = "has a number that is not a whole one, or too large"

    /// It is too long.
    case tooLong = "is too long"
}
