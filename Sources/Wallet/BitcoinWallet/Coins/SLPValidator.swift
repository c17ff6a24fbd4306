internal import Bitcoin

/// Something that traces tokens back: what it has judged, and where it reads transactions.
@MainActor protocol SLPTracing: AnyObject {
    /// The verdicts so far.
    var tokenHistory: SLPHistory { get set }

    /// The transaction with this ID.
    func transaction(_ id: TransactionID) async throws(CoinError) -> KnownTransaction
}

/// Determines which of an account's tokens are valid, by tracing each back to the transaction that created it.
///
/// The search is bounded: tokens with too long a history stay unknown, and are not sent.
@MainActor struct SLPValidator {
    /// The maximum number of transactions that are fetched for one search.
    static let most = 400

    /// The maximum number of transactions that may wait for validation, and of validated ones that are cached.
    private static let mostWaiting = 20_000

    let account: any SLPTracing

    /// The valid tokens of the coin; `nil` if it has none, or the search was too long.
    func share(of coin: OutPoint, budget: inout Int) async throws(CoinError) -> SLPOutput? {
        if account.tokenHistory.count > Self.mostWaiting { account.tokenHistory = SLPHistory() }
        try await judge(coin.transaction, &budget)
        return account.tokenHistory.share(of: coin)
    }

    /// Validates a transaction after all those that it depends on; gives up if the budget is used up.
    private func judge(_ id: TransactionID, _ budget: inout Int) async throws(CoinError) {
        var path = [id]
        while let last = path.last {
            guard account.tokenHistory[last] == nil else {
                path.removeLast()
                continue
            }
            guard budget > 0 else { return }
            budget -= 1
            let known = try await account.transaction(last)
            let missing = account.tokenHistory.missing(for: known.transaction)
            if missing.isEmpty {
                account.tokenHistory.judge(known.transaction, named: known.id)
                path.removeLast()
            } else {
                guard path.count + missing.count <= Self.mostWaiting else { return }
                path += missing
            }
        }
    }
}
