internal import Messages

/// What is wrong with an amount.
public enum AmountFault: String, Hashable, Sendable {
    /// It is not a decimal number.
    case form = "must be written in decimal digits, such as 0.001"

    /// It has more decimal places than the unit.
    case decimals = "has more decimals than the unit can be divided into"

    /// It exceeds the total supply.
    case tooLarge = "is more than can exist"

    /// It is zero.
    case zero = "must be more than zero"

    /// It is below the dust limit, so nodes would not relay it.
    case dust = "is so small that the network would not relay it"

    /// A sentence for the user.
    var sentence: String {
        switch self {
        case .form: localized("The amount must be written in decimal digits, such as 0.001.")
        case .decimals: localized("The amount has more decimal places than the unit.")
        case .tooLarge: localized("The amount is larger than the total supply.")
        case .zero: localized("The amount must be more than zero.")
        case .dust: localized("The amount is so small that the network would not relay it.")
        }
    }
}
