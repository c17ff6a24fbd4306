internal import CSodium
internal import Primitives

/// Argon2id, version 1.3 (RFC 9106), with one lane: derives a key from a passphrase, deliberately slow and memory-hard.
enum Argon2id {
    /// The length of a salt in bytes.
    static let saltSize = 16

    /// Derives the 32-byte key of `passphrase`.
    ///
    /// - Throws: ``KeyError/notEnoughMemory``.
    static func key(
        passphrase: borrowing SecretBytes, salt: [UInt8], cost: VaultCost
    ) throws(KeyError) -> SecretBytes {
        precondition(salt.count == saltSize)
        Sodium.prepare()
        defer { CallStack.wipe() }
        return try SecretBytes(count: 32) { key throws(KeyError) in
            let status = passphrase.withUnsafeBytes { passphrase in
                crypto_pwhash(
                    key.firstOctet, UInt64(key.count),
                    UnsafeRawPointer(passphrase.anyOctet).assumingMemoryBound(to: CChar.self),
                    UInt64(passphrase.count), salt, UInt64(cost.passes), Int(cost.memory) * 1_024,
                    crypto_pwhash_alg_argon2id13())
            }
            guard status == 0 else { throw .notEnoughMemory }
        }
    }
}
