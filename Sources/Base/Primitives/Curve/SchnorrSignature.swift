internal import CSecp256k1

/// A Schnorr signature of Bitcoin Cash (specification of 15 May 2019), which differs from BIP-340.
public struct SchnorrSignature: Hashable, Sendable {
    /// 64 bytes: the x of a point and a number, each big-endian in 32 bytes.
    public let bytes: [UInt8]

    /// Creates a signature from 64 bytes, which are not checked until it is verified.
    ///
    /// - Throws: ``PrimitiveError/malformedSignature`` for any other number of bytes.
    public init(_ bytes: some Collection<UInt8>) throws(PrimitiveError) {
        guard bytes.count == 64 else { throw .malformedSignature }
        self.bytes = Array(bytes)
    }

    /// The x of the nonce point.
    var r: [UInt8] { Array(bytes[..<32]) }

    /// The number.
    var s: [UInt8] { Array(bytes[32...]) }

    /// The challenge: the SHA-256 of nonce, key and message, modulo the order of the group.
    package static func challenge(r: [UInt8], key: PublicKey, digest: Digest32) -> [UInt8] {
        reduced(SHA256.hash(r + key.compressed + digest.bytes).bytes)
    }

    /// `number` reduced below the order; it is public.
    private static func reduced(_ number: [UInt8]) -> [UInt8] {
        guard !number.lexicographicallyPrecedes(order) else { return number }
        var (difference, borrow) = (number, 0)
        for place in number.indices.reversed() {
            let value = Int(number[place]) - Int(order[place]) - borrow
            (difference[place], borrow) = (UInt8(truncatingIfNeeded: value), value < 0 ? 1 : 0)
        }
        return difference
    }

    /// The order of secp256k1's group (SEC 2, section 2.4.1).
    private static let order: [UInt8] =
        [UInt8](repeating: 0xFF, count: 15) + [
            0xFE, 0xBA, 0xAE, 0xDC, 0xE6, 0xAF, 0x48, 0xA0, 0x3B, 0xBF, 0xD2, 0x5E, 0x8C, 0xD0, 0x36, 0x41, 0x41,
        ]
}

extension PublicKey {
    /// Whether the owner of this key made the Schnorr `signature` over `digest`.
    ///
    /// With the challenge e, the point sG − eP must have r as its x, and its y must be a square.
    public func verifies(_ signature: SchnorrSignature, of digest: Digest32) -> Bool {
        let context = CurveContext.shared.pointer
        var point = secp256k1_pubkey()
        guard secp256k1_ec_pubkey_parse(context, &point, uncompressed, uncompressed.count) == 1 else { return false }
        var challenge = SchnorrSignature.challenge(r: signature.r, key: self, digest: digest)
        // A challenge of zero cannot be negated; its probability is negligible.
        guard secp256k1_ec_seckey_negate(context, &challenge) == 1,
            secp256k1_ec_pubkey_tweak_mul(context, &point, challenge) == 1,
            secp256k1_ec_pubkey_tweak_add(context, &point, signature.s) == 1
        else { return false }
        let nonce = PublicKey(point)
        return nonce.x == signature.r && SchnorrField(nonce.y).isSquare
    }

    /// The x coordinate, big-endian in 32 bytes.
    package var x: [UInt8] { Array(uncompressed[1..<33]) }

    /// The y coordinate, big-endian in 32 bytes.
    package var y: [UInt8] { Array(uncompressed[33...]) }
}
