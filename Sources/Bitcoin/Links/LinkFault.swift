/// What is wrong with a payment link.
public enum LinkFault: String, Hashable, Sendable {
    /// It has another scheme.
    case scheme = "has a different scheme"

    /// It has a character or a structure that the format does not allow.
    case form = "is not well formed"

    /// It has a duplicate part, which two readers could interpret differently.
    case duplicate = "has a repeated parameter"

    /// It has a required parameter that is unknown.
    case required = "requires something that this wallet does not support"

    /// It has neither an address nor a URL for a payment request.
    case recipient = "has no recipient"

    /// The URL of its payment request is not https.
    case request = "names a server that does not use https"

    /// It is too long.
    case tooLong = "is too long"
}
