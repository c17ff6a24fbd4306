package import CSecp256k1

/// A public key: a point of secp256k1 other than the point at infinity.
public struct PublicKey: Hashable, Sendable {
    /// 33 bytes: 2 or 3 for the parity of y, and x (SEC 1, section 2.3.3).
    public let compressed: [UInt8]

    /// 65 bytes: 4, x and y (SEC 1, section 2.3.3).
    public let uncompressed: [UInt8]

    /// Reads 33 bytes that start with 2 or 3, or 65 that start with 4; the hybrid form is refused.
    ///
    /// - Throws: ``PrimitiveError/malformedPublicKey``, also if the point is not on the curve.
    public init(_ bytes: some Collection<UInt8>) throws(PrimitiveError) {
        switch (bytes.count, bytes.first) {
        case (33, 2), (33, 3), (65, 4): break
        default: throw .malformedPublicKey
        }
        var key = secp256k1_pubkey()
        let read = bytes.withContiguousBytes {
            secp256k1_ec_pubkey_parse(CurveContext.shared.pointer, &key, $0.firstOctet, $0.count)
        }
        guard read == 1 else { throw .malformedPublicKey }
        self.init(key)
    }

    /// Creates a key from a point that libsecp256k1 made or checked.
    package init(_ key: secp256k1_pubkey) {
        compressed = Self.write(key, size: 33, flags: SECP256K1_EC_COMPRESSED)
        uncompressed = Self.write(key, size: 65, flags: SECP256K1_EC_UNCOMPRESSED)
    }

    /// Whether the owner of this key signed `digest`; s may be high.
    ///
    /// Bitcoin and Ethereum only accept a low s; check ``Signature/isLowS`` as well if that matters.
    public func verifies(_ signature: Signature, of digest: Digest32) -> Bool {
        var key = point()
        var (any, low) = (signature.parsed(), secp256k1_ecdsa_signature())
        secp256k1_ecdsa_signature_normalize(CurveContext.shared.pointer, &low, &any)
        return digest.withUnsafeBytes {
            secp256k1_ecdsa_verify(CurveContext.shared.pointer, &low, $0.firstOctet, &key) == 1
        }
    }

    /// This point plus `scalar` times the generator; `nil` if `scalar` is too large or the sum is the point at
    /// infinity.
    package func adding(_ scalar: UnsafeRawBufferPointer) -> PublicKey? {
        precondition(scalar.count == 32)  // No trap: half of a hash of 64 bytes.
        var key = point()
        guard secp256k1_ec_pubkey_tweak_add(CurveContext.shared.pointer, &key, scalar.firstOctet) == 1 else {
            return nil
        }
        return PublicKey(key)
    }

    private func point() -> secp256k1_pubkey {
        var key = secp256k1_pubkey()
        let read = secp256k1_ec_pubkey_parse(
            CurveContext.shared.pointer, &key, uncompressed, uncompressed.count)
        // No trap: the bytes were written by the library.
        precondition(read == 1, "the bytes were written by the library")
        return key
    }

    private static func write(_ key: secp256k1_pubkey, size: Int, flags: Int32) -> [UInt8] {
        var (key, length) = (key, size)
        var bytes = [UInt8](repeating: 0, count: size)
        // No trap: one of two constants.
        secp256k1_ec_pubkey_serialize(CurveContext.shared.pointer, &bytes, &length, &key, UInt32(flags))
        return bytes
    }
}
