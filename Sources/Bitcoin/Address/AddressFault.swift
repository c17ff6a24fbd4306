/// What is wrong with a text that should be an address.
public enum AddressFault: String, Hashable, Sendable {
    /// Another form altogether: prefix, characters, separator.
    case form = "is not of this kind"

    /// Upper and lower case are mixed where they must not be.
    case mixedCase = "mixes upper and lower case"

    /// The checksum does not match; one character or more is wrong.
    case checksum = "has a wrong checksum, so it may have been mistyped"

    /// It is of another network than the one asked for.
    case network = "belongs to another network"

    /// It names more or fewer bytes than such an address has.
    case size = "has a wrong length"

    /// Its version or type is one that does not exist.
    case version = "has an unknown version"
}
