public import Ethereum
public import WalletCore

/// Stores the tokens that the user added, across restarts.
public protocol TokenStore: Sendable {
    /// The stored tokens, in no particular order.
    func load() throws(JournalError) -> [Token]

    /// Stores `token` in place of an earlier entry for its contract; it is on disk when the function returns.
    func keep(_ token: Token) async throws(JournalError)
}
