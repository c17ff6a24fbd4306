internal import CDerivation
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
                salt.withUnsafeBufferPointer { salt in
                    var derivation = drawbridge_derivation()
                    (derivation.passphrase, derivation.passphrase_size) = (passphrase.anyOctet, passphrase.count)
                    (derivation.salt, derivation.salt_size) = (salt.baseAddress, salt.count)
                    (derivation.key, derivation.key_size) = (key.firstOctet, key.count)
                    derivation.costs = (cost.memory, cost.passes)
                    return drawbridge_derive(DRAWBRIDGE_ARGON2ID, &derivation)
                }
            }
            guard status == 0 else { throw .notEnoughMemory }
        }
    }
}
