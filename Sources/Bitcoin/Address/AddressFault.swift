/// Why a text is not a valid address.
public enum AddressFault: String, Hashable, Sendable {
    /// The text does not have the form of an address: prefix, characters or separator are wrong.
    case form = "has a different format"

    /// Upper and lower case are mixed although the format forbids it.
    case mixedCase = "mixes upper and lower case"

    /// The checksum does not match; at least one character is wrong.
    case checksum = "has a wrong checksum, so it may have been mistyped"

    /// The address belongs to another network.
    case network = "belongs to another network"

    /// The payload has a length that is not allowed.
    case size = "has a wrong length"

    /// The version or type is unknown.
    case version = "has an unknown version"
}
