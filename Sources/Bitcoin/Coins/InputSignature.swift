public import Keys

/// A signature for an input, of one of the two kinds.
public enum InputSignature: Hashable, Sendable {
    /// ECDSA; its s must be low.
    case ecdsa(Signature)

    /// Schnorr, as Bitcoin Cash has it.
    case schnorr(SchnorrSignature)

    /// The bytes without the hash type: DER, or 64 bytes.
    public var bytes: [UInt8] {
        switch self {
        case .ecdsa(let signature): signature.der
        case .schnorr(let signature): signature.bytes
        }
    }
}
