/// Why bytes or text are not what they were read as.
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

    /// A sentence in English, for pages and logs.
    public var description: String {
        switch self {
        case .wrongSize(let expected, let got): "This must be \(expected) bytes long, but it is \(got)."
        case .malformedBase58: "This text is not valid Base58."
        case .wrongBase58Checksum: "The checksum of this text is wrong; it may have been mistyped."
        case .malformedPublicKey: "These bytes are not a valid public key."
        case .malformedSignature: "These bytes are not a valid signature."
        case .unrecoverable: "No key can have made this signature."
        }
    }
}
