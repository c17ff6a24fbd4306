/// What is wrong with a payment link.
public enum LinkFault: String, Hashable, Sendable {
    /// It has another scheme.
    case scheme = "is of another kind"

    /// It has a character or a structure that the format does not allow.
    case form = "is not well formed"

    /// It has a duplicate part, which two readers could interpret differently.
    case duplicate = "says the same thing twice"

    /// It has a required parameter that is unknown.
    case required = "asks for something that this wallet does not know"

    /// It has neither an address nor a URL for a payment request.
    case recipient = "does not say whom to pay"

    /// The URL of its payment request is not https.
    case request = "leads to a place that is not reached by https"

    /// It is too long.
    case tooLong = "is too long"
}
