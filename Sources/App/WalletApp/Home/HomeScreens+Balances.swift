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
        let ofOthers = accounts.filter(\.isOfOtherAccount)
        var choices: [Screen.Choice] = []
        for group in groups where group.name == nil { choices += self.choices(group.name, group.accounts) }
        for other in others { choices += self.choices(of: other, ofOthers.filter { $0.belongs(to: other) }) }
        for group in groups where group.name != nil { choices += self.choices(group.name, group.accounts) }
        return choices
    }

    private func choices(_ name: String?, _ accounts: [AccountSummary]) -> [Screen.Choice] {
        accounts.flatMap { account in account.balances.map { choice($0, in: account, group: name) } }
    }

    /// What another account of the wallet holds, without what it does not hold, and a way to use it.
    private func choices(of other: WalletAddress, _ accounts: [AccountSummary]) -> [Screen.Choice] {
        let name = other.account.name
        let held = accounts.flatMap { account in
            account.balances.filter(\.isWorthListing).map { choice($0, in: account, group: name) }
        }
        var detail = HomeText.summary(of: accounts.flatMap(\.balances), isEmpty: held.isEmpty, now: now)
        if ([self.name] + others.map(\.account.name)).count(where: { $0 == name }) > 1 {
            detail = localized("\(other.address, as: "address") · \(detail, as: "balances")")
        }
        var use = Screen.Choice(
            // Devices state fingerprints and paths themselves, so only the address tells their accounts apart.
            other.account.device == nil ? "account:\(other.account.index)" : "device:\(other.address)",
            label: .trusted(localized("Use “\(name, as: "account")”")),
            detail: .trusted(detail))
        use.group = name
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

extension AccountSummary {
    /// Whether it is part of another account of the wallet; accounts of devices can have the names of others.
    fileprivate func belongs(to other: WalletAddress) -> Bool {
        guard other.account.device == nil else { return isOnDevice && id.address == other.address }
        return !isOnDevice && name == other.account.name
    }
}

extension AssetBalance {
    /// Whether there is something to say about it in a short list.
    fileprivate var isWorthListing: Bool {
        if case .disagreement = state { return true }
        return (units ?? 0) > 0 || items > 0 || unconfirmed > 0 || unavailable > 0
    }
}
