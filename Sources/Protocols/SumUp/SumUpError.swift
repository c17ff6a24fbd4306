import Messages

/// Why a request or a response of the Payment Switch is not valid, or a payment cannot be handled.
///
/// The sentences contain only fixed text and the names of known parameters, so they may be shown to anyone.
public enum SumUpError: Error, Hashable, Sendable {
    /// The text is longer than the maximum length of a link.
    case tooLong

    /// The text is not a `sumupmerchant://pay/1.0?…` link.
    case notARequest

    /// The text is not a response to this program.
    case notAnAnswer

    /// It is malformed: a broken escape, a part without a name, or a character that is not allowed in a link.
    case form

    /// A parameter occurs twice.
    case duplicate

    /// A required parameter is missing.
    case missing(SumUpField)

    /// A parameter has an invalid value.
    case wrong(SumUpField, Reason)

    /// The two amounts, of which each platform reads one, differ.
    case amountsDiffer

    /// The response belongs to no known attempt, to two at once, or to one that already has a response.
    case stray

    /// There is no such attempt, or its state does not allow this.
    case notPossible

    /// Another payment has this name, and the account could not distinguish them.
    case nameTaken

    /// Data that must survive a restart cannot be stored. The sentence is for the log.
    case journal(String)

    /// What is wrong with a value.
    public enum Reason: Hashable, Sendable {
        /// It is empty.
        case empty
        /// It has too many characters.
        case long
        /// It has characters that are not allowed.
        case characters
        /// It is not a decimal number with a point.
        case number
        /// It is zero.
        case zero
        /// It has more decimals than the currency has.
        case decimals
        /// It has an invalid form.
        case form
        /// Its scheme could run code, read data or lead back to SumUp.
        case scheme
        /// There are too many of them.
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
