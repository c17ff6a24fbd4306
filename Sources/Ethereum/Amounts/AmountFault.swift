/// What is wrong with a text that should be an amount.
public enum AmountFault: String, Hashable, Sendable {
    case form = "is not a number in plain digits, such as 1.25"
    case fraction = "has more decimal places than its unit has"
    case tooLarge = "is larger than any balance can be"
}
