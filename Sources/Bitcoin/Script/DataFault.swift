/// Why data cannot be encoded in an `OP_RETURN` output.
public enum DataFault: String, Hashable, Sendable {
    /// It is empty.
    case empty = "is empty"

    /// An item starts with `0x` but is not hexadecimal.
    case hexadecimal = "has an item that begins with 0x but is not hexadecimal"

    /// The script would exceed the size that nodes relay.
    case tooLarge = "is longer than 223 bytes"
}
