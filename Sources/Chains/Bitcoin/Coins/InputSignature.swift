public import Primitives

/// The signature of an input.
public enum InputSignature: Hashable, Sendable {
    /// ECDSA; its s must be low.
    case ecdsa(Signature)

    /// Schnorr, in the variant of Bitcoin Cash.
    case schnorr(SchnorrSignature)

    /// Schnorr, in the variant of Bitcoin (BIP-340).
    case taproot(BIP340Signature)

    /// The bytes without the hash type: DER, or 64 bytes.
    public var bytes: [UInt8] {
        switch self {
        case .ecdsa(let signature): signature.der
        case .schnorr(let signature): signature.bytes
        case .taproot(let signature): signature.bytes
        }
    }
}
