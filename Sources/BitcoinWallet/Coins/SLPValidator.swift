internal import Bitcoin

/// Finds out which of an account's tokens are real, by walking back to where each was made.
///
/// A walk is bounded: what is too far back stays unknown, and is not sent.
@MainActor struct SLPValidator {
    /// The most transactions that are fetched for one question.
    static let most = 400

    /// The most transactions that may wait to be judged, and that are remembered as judged.
    private static let mostWaiting = 20_000

    let account: CoinAccount

    /// What the coin holds, validly; `nil` where it does not, or the walk was too long.
    func share(of coin: OwnCoin, budget: inout Int) async throws(CoinError) -> SLPOutput? {
        if account.tokenHistory.count > Self.mostWaiting { account.tokenHistory = SLPHistory() }
        try await judge(coin.coin.outPoint.transaction, &budget)
        return account.tokenHistory.share(of: coin.coin.outPoint)
    }

    /// Judges a transaction after all that it depends on; gives up where the budget is used up.
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
