/// The key of a vault's file, and how it came from the passphrase.
struct VaultKey: ~Copyable, Sendable {
    let bytes: SecretBytes
    let salt: [UInt8]
    let cost: VaultCost

    /// Makes a key with a fresh salt.
    ///
    /// Slow.
    init(passphrase: borrowing SecretBytes, cost: VaultCost) throws(KeyError) {
        let salt = try SecretBytes(randomCount: Argon2id.saltSize).withUnsafeBytes { Array($0) }
        try self.init(passphrase: passphrase, salt: salt, cost: cost)
    }

    /// Makes the key that belongs to `header`.
    ///
    /// Slow.
    init(passphrase: borrowing SecretBytes, header: VaultHeader) throws(KeyError) {
        try self.init(passphrase: passphrase, salt: header.salt, cost: header.cost)
    }

    private init(passphrase: borrowing SecretBytes, salt: [UInt8], cost: VaultCost) throws(KeyError) {
        let normal = passphrase.withUnsafeBytes { text in
            // What is no text was never taken as a passphrase, so it fails like every other wrong one.
            (try? NormalForm.decomposed(utf8: text)) ?? SecretBytes(copying: text)
        }
        bytes = try Argon2id.key(passphrase: normal, salt: salt, cost: cost)
        self.salt = salt
        self.cost = cost
    }
}
