public import Primitives

/// The signature of an input, ECDSA or Schnorr.
public enum InputSignature: Hashable, Sendable {
    /// ECDSA; its s must be low.
    case ecdsa(Signature)

    /// Schnorr, in the variant of Bitcoin Cash.
    case schnorr(SchnorrSignature)

    /// The bytes without the hash type: DER, or 64 bytes.
    public var bytes: [UInt8] {
        switch self {
        case .ecdsa(let signature): signature.der
        case .schnorr(let signature): signature.bytes
        }
    }
}
