import Keys

/// The public keys of one account, as long as it is the one in use.
///
/// After the account or the wallet was changed, or locked, it derives nothing any more: what is made for one account never
/// gets the keys of another.
@MainActor struct AccountKeys {
    private let keyring: Keyring
    private let generation: Int

    /// The keys of the account that is in use now.
    init(_ keyring: Keyring) {
        self.keyring = keyring
        generation = keyring.generation
    }

    /// The public key at the end of `path`.
    func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey {
        guard keyring.generation == generation else { throw .locked }
        return try keyring.publicKey(at: path)
    }
}
