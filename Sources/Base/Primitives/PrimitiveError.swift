/// Why bytes, text or a file could not be read as the expected value.
public enum PrimitiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A value of fixed size has another size; both in bytes.
    case wrongSize(expected: Int, got: Int)

    /// The text is not valid Base58, or is too long.
    case malformedBase58

    /// The last four bytes of Base58Check data do not match the rest.
    case wrongBase58Checksum

    /// The bytes are not a point of the curve in an encoding of SEC 1 (33 or 65 bytes).
    case malformedPublicKey

    /// The bytes are not a valid signature: malformed, or r or s is not between 1 and the order of the group.
    case malformedSignature

    /// No public key can have made this signature over this digest.
    case unrecoverable

    /// A file was not read.
    case file(File)

    /// Why a file was not read.
    public enum File: Hashable, Sendable {
        /// There is no file with this name.
        case missing
        /// It is not a regular file.
        case otherKind
        /// It is longer than the limit.
        case tooLarge
        /// The system's error code (`errno`).
        case system(Int32)
    }

    /// A sentence in English, for pages and logs.
    public var description: String {
        switch self {
        case .wrongSize(let expected, let got): "This must be \(expected) bytes long, but it is \(got)."
        case .malformedBase58: "This text is not valid Base58."
        case .wrongBase58Checksum: "The checksum of this text is wrong; it may have been mistyped."
        case .malformedPublicKey: "These bytes are not a valid public key."
        case .malformedSignature: "These bytes are not a valid signature."
        case .unrecoverable: "No key can have made this signature."
        case .file(.missing): "The file does not exist."
        case .file(.otherKind): "The file is not a regular file."
        case .file(.tooLarge): "The file is too long."
        case .file(.system(let number)): "The file cannot be read (error \(number))."
        }
    }
}
