/// Why a text is not a valid Ethereum address.
public enum AddressFault: String, Hashable, Sendable {
    /// The text does not have the form of an address.
    case form = "has a different format"

    /// The EIP-55 checksum does not match; at least one character is wrong.
    case checksum = "has a wrong checksum, so it may have been mistyped"

    /// It is not 20 bytes long.
    case size = "has a wrong length"
}
