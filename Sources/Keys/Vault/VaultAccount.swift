/// An account of a vault: a name and an index, the same on every chain.
public struct VaultAccount: Hashable, Sendable {
    /// The user's name for it.
    public let name: VaultName

    /// Its index, from 0 and below 2^31 (BIP-44).
    public let index: UInt32

    /// Creates an account.
    ///
    /// - Throws: ``KeyError/pathOutOfRange`` if `index` is 2^31 or more.
    public init(name: VaultName, index: UInt32) throws(KeyError) {
        guard index < DerivationPath.hardened else { throw .pathOutOfRange }
        self.name = name
        self.index = index
    }
}
