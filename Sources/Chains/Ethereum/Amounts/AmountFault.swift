/// Why a text is not a valid amount.
public enum AmountFault: String, Hashable, Sendable {
    case form = "is not a number in plain digits, such as 1.25"
    case fraction = "has more decimal places than its unit"
    case tooLarge = "is larger than any balance can be"
}
