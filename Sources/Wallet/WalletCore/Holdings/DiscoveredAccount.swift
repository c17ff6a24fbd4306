package import Bridge

/// An account that was used on the chain, found while a phrase is restored.
package struct DiscoveredAccount: Hashable, Sendable {
    /// The key path of the account, such as `m/84'/0'/0'`.
    package let path: String

    /// What the path is called: `BIP-84`, `Ledger Live`.
    package let scheme: String

    /// What it holds.
    package let summary: AccountSummary

    /// The number of its transactions, as far as the servers tell.
    package let transactions: Int

    /// Whether the wallet has it already.
    package let isAdded: Bool

    /// Creates a discovered account.
    package init(path: String, scheme: String, _ summary: AccountSummary, transactions: Int, isAdded: Bool) {
        self.path = path
        self.scheme = scheme
        self.summary = summary
        self.transactions = transactions
        self.isAdded = isAdded
    }
}

/// Finds accounts of the unlocked wallet that were used on a chain.
@MainActor package protocol AccountDiscovery: AnyObject {
    /// Looks on the usual paths, and on `paths`; the servers are asked.
    func discover(_ paths: [String]) -> AsyncThrowingStream<DiscoveredAccount, any Error>

    /// Adds found accounts to the wallet; they are on disk when it returns.
    func add(_ accounts: [DiscoveredAccount]) async throws(RPCError)
}
