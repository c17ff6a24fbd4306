/// What is wrong with a type, a signature or encoded data of Solidity's ABI.
public enum ABIFault: String, Hashable, Sendable {
    case type = "has a type that does not exist"
    case signature = "has a signature that is not well formed"
    case tooLarge = "is too large or too deeply nested"
    case short = "ends too early"
    case trailing = "continues after its end"
    case offset = "has its parts in a nonstandard order"
    case padding = "has padding that is not zero"
    case text = "contains text that is not UTF-8"
    case value = "has a value that does not fit its type"
}
