/// What is wrong with an EIP-681 payment link.
public enum EthereumLinkFault: String, Hashable, Sendable {
    /// It has another scheme.
    case scheme = "has a different scheme"

    /// It has a character or a structure that the format does not allow.
    case form = "is not well formed"

    /// It names the recipient by an ENS name, which the wallet cannot resolve safely.
    case name = "has a name instead of an address as recipient"

    /// It has a duplicate part.
    case duplicate = "has a repeated parameter"

    /// It has an unknown part, which could change the payment.
    case unknown = "has a part that this wallet does not support"

    /// It calls a function other than a token transfer.
    case function = "calls a function other than transfer"

    /// A number is negative, not whole, or too large.
    case number = "has a number that is not an integer or is too large"

    /// It is too long.
    case tooLong = "is too long"
}
