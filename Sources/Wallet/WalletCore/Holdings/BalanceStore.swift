import BigInt

/// Stores the latest balances across restarts, so that they can be shown before a server is asked.
package protocol BalanceStore: Sendable {
    /// The accounts with the balances that servers reported; the state of each is ``AssetBalance/State/earlier``.
    func load() async throws(JournalError) -> [AccountSummary]

    /// Stores the balances of `accounts` that are known, in place of earlier ones of these accounts.
    func keep(_ accounts: [AccountSummary]) async throws(JournalError)
}

extension AccountSummary {
    /// This account with the stored balances of `earlier` where no server has answered yet.
    package func filled(from earlier: AccountSummary?) -> AccountSummary {
        guard let earlier, earlier.id == id else { return self }
        var filled = self
        for index in filled.balances.indices where filled.balances[index].units == nil {
            let asset = filled.balances[index].asset.id
            guard let old = earlier.balances.first(where: { $0.asset.id == asset }) else { continue }
            filled.balances[index].units = old.units
            (filled.balances[index].at, filled.balances[index].source) = (old.at, old.source)
        }
        let isAnswered = balances.contains { $0.units != nil }
        guard !isAnswered else { return filled }
        let known = Set(balances.map(\.asset.id))
        filled.balances += earlier.balances.filter { !known.contains($0.asset.id) && $0.units ?? 0 > 0 }
        return filled
    }
}
