/// The key of a vault file, with its derivation parameters.
struct VaultKey: ~Copyable, Sendable {
    let bytes: SecretBytes
    let salt: [UInt8]
    let cost: VaultCost

    /// Derives a key with a fresh salt.
    ///
    /// Slow.
    init(passphrase: borrowing SecretBytes, cost: VaultCost) throws(KeyError) {
        let salt = try SecretBytes(randomCount: Argon2id.saltSize).withUnsafeBytes { Array($0) }
        try self.init(passphrase: passphrase, salt: salt, cost: cost)
    }

    /// Derives the key for `header`.
    ///
    /// Slow.
    init(passphrase: borrowing SecretBytes, header: VaultHeader) throws(KeyError) {
        try self.init(passphrase: passphrase, salt: header.salt, cost: header.cost)
    }

    private init(passphrase: borrowing SecretBytes, salt: [UInt8], cost: VaultCost) throws(KeyError) {
        let normal = passphrase.withUnsafeBytes { text in
            // Invalid text was never accepted as a passphrase, so it fails like any other wrong one.
            (try? NormalForm.decomposed(utf8: text)) ?? SecretBytes(copying: text)
        }
        bytes = try Argon2id.key(passphrase: normal, salt: salt, cost: cost)
        self.salt = salt
        self.cost = cost
    }
}
