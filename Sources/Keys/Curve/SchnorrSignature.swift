internal import CSecp256k1

/// A Schnorr signature as Bitcoin Cash has it (specification of 15 May 2019), which is not that of BIP-340.
public struct SchnorrSignature: Hashable, Sendable {
    /// 64 bytes: the x of a point, and a number, each big-endian in 32.
    public let bytes: [UInt8]

    /// Takes 64 bytes; whether they are a signature of anything shows when they are verified.
    ///
    /// - Throws: ``KeyError/malformedSignature`` for another number of bytes.
    public init(_ bytes: some Collection<UInt8>) throws(KeyError) {
        guard bytes.count == 64 else { throw .malformedSignature }
        self.bytes = Array(bytes)
    }

    /// The x of the nonce's point.
    var r: [UInt8] { Array(bytes[..<32]) }

    /// The number.
    var s: [UInt8] { Array(bytes[32...]) }

    /// What binds nonce, key and message: SHA-256 of them, modulo the order of the group.
    static func challenge(r: [UInt8], key: PublicKey, digest: Digest32) -> [UInt8] {
        reduced(SHA256.hash(r + key.compressed + digest.bytes).bytes)
    }

    /// `number` minus the order where it is not below the order; it is public.
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
    /// With e the challenge, the point sG − eP must have r as its x, and a square as its y.
    public func verifies(_ signature: SchnorrSignature, of digest: Digest32) -> Bool {
        let context = CurveContext.shared.pointer
        var point = secp256k1_pubkey()
        guard secp256k1_ec_pubkey_parse(context, &point, uncompressed, uncompressed.count) == 1 else { return false }
        var challenge = SchnorrSignature.challenge(r: signature.r, key: self, digest: digest)
        // A challenge of zero cannot be negated; nobody will ever see one.
        guard secp256k1_ec_seckey_negate(context, &challenge) == 1,
            secp256k1_ec_pubkey_tweak_mul(context, &point, challenge) == 1,
            secp256k1_ec_pubkey_tweak_add(context, &point, signature.s) == 1
        else { return false }
        let nonce = PublicKey(point)
        return nonce.x == signature.r && SchnorrField(nonce.y).isSquare
    }

    /// The first coordinate, big-endian in 32 bytes.
    var x: [UInt8] { Array(uncompressed[1..<33]) }

    /// The second coordinate, big-endian in 32 bytes.
    var y: [UInt8] { Array(uncompressed[33...]) }
}
