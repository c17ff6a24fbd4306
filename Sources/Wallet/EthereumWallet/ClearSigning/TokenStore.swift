public import Ethereum
public import WalletCore

/// A token that the user added.
public struct AddedToken: Hashable, Sendable {
    /// The token.
    public let token: Token

    /// The name of the site that asked for it; `nil` if the user added it.
    public let site: String?

    /// Creates an entry.
    public init(_ token: Token, site: String? = nil) {
        self.token = token
        self.site = site
    }
}

/// Stores the tokens that the user added, across restarts.
public protocol TokenStore: VersionedStore {
    /// The stored tokens, in no particular order.
    func load() throws(JournalError) -> [AddedToken]

    /// Stores a token in place of an earlier entry for its contract; it is on disk when the function returns.
    func keep(_ added: AddedToken) async throws(JournalError)

    /// Removes the entry for a contract, if there is one; it is gone from the disk when the function returns.
    func remove(_ address: EthereumAddress, on chainID: UInt64) async throws(JournalError)
}
