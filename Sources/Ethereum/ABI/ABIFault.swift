/// What is wrong with a type, a signature or encoded data of Solidity's ABI.
public enum ABIFault: String, Hashable, Sendable {
    case type = "has a type that does not exist"
    case signature = "has a signature that is not well formed"
    case tooLarge = "is larger or deeper than anything a person could read"
    case short = "ends too early"
    case trailing = "goes on after its end"
    case offset = "has its parts in another order than the standard's"
    case padding = "has bytes set that must be zero"
    case text = "holds a text that is not UTF-8"
    case value = "has a value that does not fit its type"
}
