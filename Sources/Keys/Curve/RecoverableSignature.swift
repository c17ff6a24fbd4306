internal import CSecp256k1

/// A signature from which the signer's public key can be found, as Ethereum uses it.
public struct RecoverableSignature: Hashable, Sendable {
    /// The signature itself.
    public let signature: Signature

    /// Which of the keys that fit is the signer's, 0 to 3; 2 and 3 do not happen by chance.
    public let recoveryID: UInt8

    /// Puts a signature and a recovery id together.
    ///
    /// - Throws: ``KeyError/malformedSignature`` where `recoveryID` is above 3.
    public init(signature: Signature, recoveryID: UInt8) throws(KeyError) {
        guard recoveryID <= 3 else { throw .malformedSignature }
        self.signature = signature
        self.recoveryID = recoveryID
    }

    /// Reads the 65 bytes r, s and v, with v 27 or 28 (or 29 or 30).
    ///
    /// - Throws: ``KeyError/malformedSignature``.
    public init(encoded bytes: some Collection<UInt8>) throws(KeyError) {
        let bytes = Array(bytes)
        guard bytes.count == 65, let v = bytes.last, v >= 27 else { throw .malformedSignature }
        try self.init(signature: Signature(compact: bytes[..<64]), recoveryID: v - 27)
    }

    /// The first number, big-endian in 32 bytes.
    public var r: [UInt8] { signature.r }

    /// The second number, big-endian in 32 bytes.
    public var s: [UInt8] { signature.s }

    /// The recovery id plus 27, as Ethereum writes it behind a signed message.
    public var v: UInt8 { 27 + recoveryID }

    /// 65 bytes: r, s and v.
    public var encoded: [UInt8] { signature.compact + [v] }

    /// The key that made this signature over `digest`.
    ///
    /// Any s is taken, also one above half of the order.
    ///
    /// - Throws: ``KeyError/unrecoverable``.
    public func signer(of digest: Digest32) throws(KeyError) -> PublicKey {
        var (parsed, key) = (secp256k1_ecdsa_recoverable_signature(), secp256k1_pubkey())
        let context = CurveContext.shared.pointer
        let found = digest.withUnsafeBytes { digest in
            secp256k1_ecdsa_recoverable_signature_parse_compact(
                context, &parsed, signature.compact, Int32(recoveryID)) == 1
                && secp256k1_ecdsa_recover(context, &key, &parsed, digest.firstOctet) == 1
        }
        guard found else { throw .unrecoverable }
        return PublicKey(key)
    }
}
