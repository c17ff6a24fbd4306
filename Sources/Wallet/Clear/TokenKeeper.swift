public import Ethereum

/// Keeps the tokens that the user let the wallet know, across restarts.
public protocol TokenKeeper: Sendable {
    /// What was kept, in no order.
    func load() throws(JournalError) -> [Token]

    /// Keeps `token`, in place of what was known of its contract; on the disk when it returns.
    func keep(_ token: Token) throws(JournalError)
}
