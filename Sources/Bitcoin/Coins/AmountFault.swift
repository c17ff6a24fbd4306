/// What is wrong with an amount.
public enum AmountFault: String, Hashable, Sendable {
    /// It is not digits, with or without a point between them.
    case form = "must be written in decimal digits, such as 0.001"

    /// It has more decimals than the unit has.
    case decimals = "has more decimals than the unit can be divided into"

    /// It is more than there is or can be.
    case tooLarge = "is more than can exist"

    /// It is nothing.
    case zero = "must be more than zero"

    /// Nodes would not relay so little.
    case dust = "is so small that the network would not relay it"
}
