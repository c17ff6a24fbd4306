import BigInt
import Bridge
import Messages
import WalletCore
import WalletUI

/// The list of balances.
extension HomeScreens {
    /// What the accounts hold: first the account in use, then the other accounts of the wallet, each with a way to use
    /// it, and last those that were found or are only watched.
    var balances: [Screen.Choice] {
        let groups = groups(accounts.filter { !$0.isOfOtherAccount })
        let ofOthers = Dictionary(grouping: accounts.filter(\.isOfOtherAccount), by: \.name)
        return groups.filter { $0.name == nil }.flatMap(choices)
            + others.flatMap { choices(of: $0, ofOthers[$0.name] ?? []) }
            + groups.filter { $0.name != nil }.flatMap(choices)
    }

    private func choices(_ name: String?, _ accounts: [AccountSummary]) -> [Screen.Choice] {
        accounts.flatMap { account in account.balances.map { choice($0, in: account, group: name) } }
    }

    /// What another account of the wallet holds, without what it does not hold, and a way to use it.
    private func choices(of other: Account, _ accounts: [AccountSummary]) -> [Screen.Choice] {
        let held = accounts.flatMap { account in
            account.balances.filter(\.isWorthListing).map { choice($0, in: account, group: other.name) }
        }
        var use = Screen.Choice(
            other.device.map { "device:\($0.text)" } ?? "account:\(other.index)",
            label: .trusted(localized("Use “\(other.name, as: "account")”")),
            detail: .trusted(HomeText.summary(of: accounts.flatMap(\.balances), isEmpty: held.isEmpty, now: now)))
        use.group = other.name
        return held + [use]
    }

    private func choice(_ balance: AssetBalance, in account: AccountSummary, group: String?) -> Screen.Choice {
        var choice = Screen.Choice(
            Self.id(account.id, balance.asset), label: HomeText.amount(balance),
            detail: .trusted(HomeText.detail(of: balance, in: account, prices, now: now)),
            badge: HomeText.badges(balance, in: account))
        choice.group = group
        return choice
    }

    /// The accounts by their names, in the order of their first ones; `nil` is the name of the account in use.
    func groups(_ accounts: [AccountSummary]) -> [(name: String?, accounts: [AccountSummary])] {
        var groups: [(name: String?, accounts: [AccountSummary])] = []
        for account in accounts {
            let name = account.name == self.name ? nil : account.name
            if let place = groups.firstIndex(where: { $0.name == name }) {
                groups[place].accounts.append(account)
            } else {
                groups.append((name, [account]))
            }
        }
        return groups.filter { $0.name == nil } + groups.filter { $0.name != nil }
    }
}

extension AssetBalance {
    /// Whether there is something to say about it in a short list.
    fileprivate var isWorthListing: Bool {
        if case .disagreement = state { return true }
        return (units ?? 0) > 0 || items > 0 || unconfirmed > 0 || unavailable > 0
    }
}
