/// What is wrong with a payment link.
public enum LinkFault: String, Hashable, Sendable {
    /// It begins otherwise.
    case scheme = "is of another kind"

    /// It has characters or a structure that no link has.
    case form = "is not well formed"

    /// It says the same thing twice, so that two readers could understand different things.
    case duplicate = "says the same thing twice"

    /// It asks for something that must be understood, and is not.
    case required = "asks for something that this wallet does not know"

    /// It names neither an address nor where to ask for one.
    case recipient = "does not say whom to pay"

    /// The place where it says to ask is not reached by https.
    case request = "leads to a place that is not reached by https"

    /// It is longer than a link should be.
    case tooLong = "is too long"
}
