/// What is wrong with a text that should be an Ethereum address.
public enum AddressFault: String, Hashable, Sendable {
    /// Another form altogether.
    case form = "is not of this kind"

    /// The checksum of EIP-55 does not match; one character or more is wrong.
    case checksum = "has a wrong checksum, so it may have been mistyped"

    /// It is not 20 bytes long.
    case size = "has a wrong length"
}
