package import Keys
package import Primitives

/// The public keys of one account while it is the active one.
///
/// After the active account or the wallet changes, or the wallet is locked, it derives no more keys: code that works
/// for one account never gets the keys of another.
@MainActor package struct AccountKeys {
    private let activeAccount: WalletSigner
    private let generation: Int

    /// The keys of the account that is active now.
    package init(_ activeAccount: WalletSigner) {
        self.activeAccount = activeAccount
        generation = activeAccount.generation
    }

    /// The public key at the end of `path`.
    package func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey {
        guard activeAccount.generation == generation else { throw .locked }
        return try activeAccount.publicKey(at: path)
    }

    /// The extended public key at the end of `path`.
    package func extendedPublicKey(at path: DerivationPath) throws(KeyError) -> ExtendedPublicKey {
        guard activeAccount.generation == generation else { throw .locked }
        return try activeAccount.extendedPublicKey(at: path)
    }
}
