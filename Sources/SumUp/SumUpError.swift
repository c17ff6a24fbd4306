import Messages

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
    public enum Reason: Hashable, Sendable {
        /// It is empty.
        case empty
        /// It has more characters than it may have.
        case long
        /// It has characters that it may not have.
        case characters
        /// It is no decimal number with a point.
        case number
        /// It is zero.
        case zero
        /// It has more decimals than the currency has.
        case decimals
        /// It is of another form.
        case form
        /// Its scheme could run something, read something or lead in a circle.
        case scheme
        /// There are more of them than there may be.
        case many

        /// A sentence about the parameter or option that the user knows as `name`.
        package func sentence(about name: String) -> String {
            switch self {
            case .empty: localized("\(name, as: "parameter") is empty.")
            case .long: localized("\(name, as: "parameter") is too long.")
            case .characters: localized("\(name, as: "parameter") has characters that are not allowed.")
            case .number: localized("\(name, as: "parameter") is not a decimal number.")
            case .zero: localized("\(name, as: "parameter") must be greater than zero.")
            case .decimals: localized("\(name, as: "parameter") has more decimals than the currency.")
            case .form: localized("\(name, as: "parameter") has the wrong format.")
            case .scheme: localized("\(name, as: "parameter") has a scheme that is not safe.")
            case .many: localized("\(name, as: "parameter") is repeated too often.")
            }
        }
    }
}

extension SumUpError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .tooLong: localized("The link is too long.")
        case .notARequest: localized("The link is not a payment request for SumUp.")
        case .notAnAnswer: localized("The link is not an answer from SumUp to this program.")
        case .form: localized("The link is not well formed.")
        case .duplicate: localized("The link has the same parameter twice.")
        case .missing(let field): localized("The link has no “\(field.rawValue, as: "parameter")”.")
        case .wrong(let field, let reason): reason.sentence(about: "“\(field.rawValue)”")
        case .amountsDiffer: localized("The link has two different amounts.")
        case .stray: localized("The answer does not belong to an open payment.")
        case .notPossible: localized("This is not possible in the payment's current state.")
        case .nameTaken: localized("There is already a payment with this name. Each payment needs its own name.")
        case .journal: localized("The payment could not be saved.")
        }
    }
}
