internal import CDerivation

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
        precondition(salt.count == saltSize)  // No trap: the vault's header has a field of this size.
        return try KeyDerivation.derive(DRAWBRIDGE_ARGON2ID, passphrase: passphrase, salt: salt, count: 32) {
            $0.costs = (cost.memory, cost.passes)
        }
    }
}
