/// Why a payment of the Payment Switch cannot be asked for, read or answered.
///
/// The sentences hold nothing but our own words and the names of known parameters, so anybody may see them.
public enum SumUpError: Error, Hashable, Sendable {
    /// The text is longer than any link may be.
    case tooLong

    /// The text is no `sumupmerchant://pay/1.0?…`.
    case notARequest

    /// The text is no answer to this program.
    case notAnAnswer

    /// It is not well formed: a broken escape, a part without a name, what no link may hold.
    case form

    /// A parameter occurs twice.
    case duplicate

    /// A parameter that must be there is not.
    case missing(SumUpField)

    /// A parameter has a value that it cannot have.
    case wrong(SumUpField, Reason)

    /// The two amounts, of which each platform reads one, are not the same.
    case amountsDiffer

    /// The answer belongs to no attempt of ours, to two at once, or to one that was answered already.
    case stray

    /// There is no such attempt, or it is not in a state for this.
    case notPossible

    /// Another payment has this name, and the account could not tell them apart.
    case nameTaken

    /// What must survive a restart cannot be kept. The sentence is for the log.
    case journal(String)

    /// What is wrong with a value.
    public enum Reason: String, Hashable, Sendable {
        /// It is empty.
        case empty = "is empty"
        /// It has more characters than it may have.
        case long = "is too long"
        /// It has characters that it may not have.
        case characters = "has characters that are not allowed"
        /// It is no decimal number with a point.
        case number = "is not a decimal number"
        /// It is zero.
        case zero = "must be greater than zero"
        /// It has more decimals than the currency has.
        case decimals = "has more decimals than the currency"
        /// It is of another form.
        case form = "has the wrong format"
        /// Its scheme could run something, read something or lead in a circle.
        case scheme = "has a scheme that is not safe"
        /// There are more of them than there may be.
        case many = "is repeated too often"
    }
}

extension SumUpError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .tooLong: "The link is too long."
        case .notARequest: "The link is not a payment request for SumUp."
        case .notAnAnswer: "The link is not an answer from SumUp to this program."
        case .form: "The link is not well formed."
        case .duplicate: "The link has the same parameter twice."
        case .missing(let field): "The link has no “\(field.rawValue)”."
        case .wrong(let field, let reason): "“\(field.rawValue)” \(reason.rawValue)."
        case .amountsDiffer: "The link has two different amounts."
        case .stray: "The answer does not belong to an open payment."
        case .notPossible: "This is not possible in the payment's current state."
        case .nameTaken: "There is already a payment with this name. Each payment needs its own name."
        case .journal: "The payment could not be saved."
        }
    }
}
