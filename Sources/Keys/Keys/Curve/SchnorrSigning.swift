internal import CSecp256k1
public import Primitives

extension PrivateKey {
    /// Signs `digest` with the Schnorr scheme of Bitcoin Cash (15 May 2019) and a nonce of RFC 6979.
    ///
    /// All arithmetic on the key and the nonce uses the library's constant-time functions; only the public point of the
    /// nonce is inspected, and whether the nonce must be negated.
    public borrowing func signSchnorr(_ digest: Digest32) throws(KeyError) -> SchnorrSignature {
        let key = try publicKey()
        // The probability of a nonce outside the group is 2^-128; then the next one is used.
        for attempt in 0..<16 {
            // No trap: counted from 0 to 15.
            if let signature = try sign(digest, key: key, attempt: UInt32(attempt)) { return signature }
        }
        throw .unusableKey
    }

    private borrowing func sign(
        _ digest: Digest32, key: PublicKey, attempt: UInt32
    ) throws(KeyError) -> SchnorrSignature? {
        let context = CurveContext.shared.pointer
        var nonce = nonce(digest, attempt: attempt)
        var point = secp256k1_pubkey()
        let isUsable = nonce.withUnsafeBytes { secp256k1_ec_pubkey_create(context, &point, $0.firstOctet) == 1 }
        guard isUsable else { return nil }
        let revealed = PublicKey(point)
        if !SchnorrField(revealed.y).isSquare {
            nonce.withUnsafeMutableBytes { _ = secp256k1_ec_seckey_negate(context, $0.firstOctet) }
        }
        let challenge = SchnorrSignature.challenge(r: revealed.x, key: key, digest: digest)
        var number = withUnsafeBytes { SecretBytes(copying: $0) }
        let isMade = number.withUnsafeMutableBytes { number in
            nonce.withUnsafeBytes { nonce in
                secp256k1_ec_seckey_tweak_mul(context, number.firstOctet, challenge) == 1
                    && secp256k1_ec_seckey_tweak_add(context, number.firstOctet, nonce.firstOctet) == 1
            }
        }
        guard isMade else { return nil }
        return try? SchnorrSignature(revealed.x + number.withUnsafeBytes { Array($0) })
    }

    /// The nonce of RFC 6979, different from that of an ECDSA signature over the same digest.
    private borrowing func nonce(_ digest: Digest32, attempt: UInt32) -> SecretBytes {
        SecretBytes(count: 32) { nonce in
            withUnsafeBytes { key in
                digest.withUnsafeBytes { digest in
                    _ = secp256k1_nonce_function_rfc6979(
                        nonce.firstOctet, digest.firstOctet, key.firstOctet, Self.schnorrTag, nil, attempt)
                }
            }
        }
    }

    /// The name of the algorithm in 16 bytes, as the specification requires.
    private static let schnorrTag = Array("Schnorr+SHA256  ".utf8)
}
