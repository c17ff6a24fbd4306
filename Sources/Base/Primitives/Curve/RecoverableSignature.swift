internal import CSecp256k1

/// A signature from which the signer's public key can be recovered, as used by Ethereum.
public struct RecoverableSignature: Hashable, Sendable {
    /// The signature itself.
    public let signature: Signature

    /// Selects the signer's key among those that match, 0 to 3; 2 and 3 do not occur by chance.
    public let recoveryID: UInt8

    /// Combines a signature and a recovery ID.
    ///
    /// - Throws: ``PrimitiveError/malformedSignature`` if `recoveryID` is above 3.
    public init(signature: Signature, recoveryID: UInt8) throws(PrimitiveError) {
        guard recoveryID <= 3 else { throw .malformedSignature }
        self.signature = signature
        self.recoveryID = recoveryID
    }

    /// Reads the 65 bytes r, s and v, where v is 27 or 28 (or 29 or 30).
    ///
    /// - Throws: ``PrimitiveError/malformedSignature``.
    public init(encoded bytes: some Collection<UInt8>) throws(PrimitiveError) {
        let bytes = Array(bytes)
        guard bytes.count == 65, let v = bytes.last, v >= 27 else { throw .malformedSignature }
        try self.init(signature: Signature(compact: bytes[..<64]), recoveryID: v - 27)
    }

    /// The value r, big-endian in 32 bytes.
    public var r: [UInt8] { signature.r }

    /// The value s, big-endian in 32 bytes.
    public var s: [UInt8] { signature.s }

    /// The recovery ID plus 27, as Ethereum appends it to the signature of a message.
    public var v: UInt8 { 27 + recoveryID }

    /// 65 bytes: r, s and v.
    public var encoded: [UInt8] { signature.compact + [v] }

    /// Recovers the key that made this signature over `digest`.
    ///
    /// s may be high.
    ///
    /// - Throws: ``PrimitiveError/unrecoverable``.
    public func signer(of digest: Digest32) throws(PrimitiveError) -> PublicKey {
        var (parsed, key) = (secp256k1_ecdsa_recoverable_signature(), secp256k1_pubkey())
        let context = CurveContext.shared.pointer
        let found = digest.withUnsafeBytes { digest in
            secp256k1_ecdsa_recoverable_signature_parse_compact(
                context, &parsed, signature.compact, Int32(recoveryID)) == 1  // No trap: an octet.
                && secp256k1_ecdsa_recover(context, &key, &parsed, digest.firstOctet) == 1
        }
        guard found else { throw .unrecoverable }
        return PublicKey(key)
    }
}
