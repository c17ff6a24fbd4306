/// Why data cannot be written behind `OP_RETURN`.
public enum DataFault: String, Hashable, Sendable {
    /// There is none.
    case empty = "is empty"

    /// It begins with `0x` and no hexadecimal digits follow.
    case hexadecimal = "has an item that begins with 0x but is not hexadecimal"

    /// The script would be longer than nodes relay.
    case tooLarge = "is longer than 223 bytes"
}
