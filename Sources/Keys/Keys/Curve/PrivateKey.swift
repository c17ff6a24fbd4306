internal import CSecp256k1
public import Primitives

/// A private key: a number from one up to the order of secp256k1, in 32 secret bytes.
public struct PrivateKey: ~Copyable, Sendable {
    private let scalar: SecretBytes

    /// Creates a key from 32 bytes, big-endian.
    ///
    /// - Throws: ``KeyError/wrongSize(expected:got:)``, or ``KeyError/unusableKey`` for zero and for numbers that are
    ///   not below the order.
    public init(_ scalar: consuming SecretBytes) throws(KeyError) {
        guard scalar.count == 32 else { throw .wrongSize(expected: 32, got: scalar.count) }
        let usable = scalar.withUnsafeBytes {
            secp256k1_ec_seckey_verify(CurveContext.shared.pointer, $0.firstOctet) == 1
        }
        guard usable else { throw .unusableKey }
        self.scalar = scalar
    }

    /// The public key of this key.
    public borrowing func publicKey() throws(KeyError) -> PublicKey {
        var key = secp256k1_pubkey()
        let made = scalar.withUnsafeBytes {
            secp256k1_ec_pubkey_create(CurveContext.shared.pointer, &key, $0.firstOctet) == 1
        }
        guard made else { throw .unusableKey }
        return PublicKey(key)
    }

    /// Signs `digest` with the deterministic nonce of RFC 6979 with SHA-256; s is always low.
    public borrowing func sign(_ digest: Digest32) throws(KeyError) -> RecoverableSignature {
        var made = secp256k1_ecdsa_recoverable_signature()
        let context = CurveContext.shared.pointer
        let signed = scalar.withUnsafeBytes { scalar in
            digest.withUnsafeBytes { digest in
                secp256k1_ecdsa_sign_recoverable(
                    context, &made, digest.firstOctet, scalar.firstOctet, nil, nil) == 1
            }
        }
        guard signed else { throw .unusableKey }
        var (compact, id) = ([UInt8](repeating: 0, count: 64), Int32(0))
        secp256k1_ecdsa_recoverable_signature_serialize_compact(context, &compact, &id, &made)
        return try KeyError.from { () throws(PrimitiveError) in
            // No trap: the library's own, 0 to 3.
            try RecoverableSignature(signature: Signature(compact: compact), recoveryID: UInt8(id))
        }
    }

    /// The sum of this key and `number` (32 bytes), modulo the order.
    ///
    /// - Throws: ``KeyError/unusableKey`` if `number` is not below the order, or if the sum is zero.
    borrowing func adding(_ number: UnsafeRawBufferPointer) throws(KeyError) -> PrivateKey {
        precondition(number.count == 32)  // No trap: half of a hash of 64 bytes.
        var sum = scalar.duplicate()
        let added = sum.withUnsafeMutableBytes {
            secp256k1_ec_seckey_tweak_add(CurveContext.shared.pointer, $0.firstOctet, number.firstOctet) == 1
        }
        guard added else { throw .unusableKey }
        return try PrivateKey(sum)
    }

    /// Passes the 32 bytes to `body`, which must not keep the pointer.
    borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try scalar.withUnsafeBytes(body)
    }
}
