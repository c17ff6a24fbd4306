import BigInt
import Bitcoin
import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletUI

/// The screens about the coins (unspent outputs) of an account on Bitcoin or Bitcoin Cash.
struct CoinScreens {
    /// The account.
    let account: AccountSummary

    /// Its coin, not a token.
    let asset: HeldAsset

    /// The coins, the largest first.
    var coins: [HeldCoin] = []

    /// What the user searches for.
    var search = ""

    /// The maximum number of coins that are drawn at once.
    static let most = 200

    /// The list.
    var list: Screen {
        var screen = Screen(title: HomeScreens.title, heading: heading)
        let found = found
        screen.paragraphs = [Form.Paragraph(summary)]
        if found.isEmpty {
            screen.paragraphs.append(
                Form.Paragraph(coins.isEmpty ? localized("No coins yet.") : localized("No coin matches.")))
        } else if found.count > Self.most {
            screen.paragraphs.append(
                Form.Paragraph(
                    localized(
                        """
                        The \(Self.most, as: "count") largest of \(found.count, as: "total") coins are shown. Search for \
                        an address, a label or a transaction ID to see others.
                        """)))
        }
        screen.fields = [
            FormField(
                "text", label: localized("Search"), .text(initial: search),
                hint: localized("In labels, addresses and transaction IDs."))
        ]
        screen.choices = found.prefix(Self.most).map { coin in
            Screen.Choice(
                coin.outpoint, label: .trusted(asset.text(BigUInt(coin.value))),
                detail: .trusted(Self.facts(of: coin).joined(separator: " · ")), badge: Self.badge(coin))
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.search.rawValue, label: localized("Search")),
        ]
        if !account.isWatchOnly, coins.contains(where: \.canBeSpent) {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.send.rawValue, label: localized("Choose coins to send…"), .next))
        }
        return screen
    }

    /// What is shown until the coins are known.
    var asking: Screen {
        var screen = Screen(title: HomeScreens.title, heading: heading)
        screen.busy = localized("Listing coins…")
        screen.buttons = [Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back"))]
        return screen
    }

    /// One coin.
    ///
    /// - Returns: The screen, with the field `label`.
    func details(of coin: HeldCoin) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: asset.text(BigUInt(coin.value)))
        screen.rows = [
            Approval.Row(localized("Account"), .exact(account.id.address), note: account.name, role: .account),
            Approval.Row(localized("Network"), .trusted(account.shownChain), role: .network),
            Approval.Row(localized("Address"), .exact(coin.address)),
            Approval.Row(localized("Coin"), .exact(coin.outpoint)),
            Approval.Row(localized("State"), .trusted(Self.state(of: coin))),
        ]
        if let carried = coin.carried {
            screen.rows.append(Approval.Row(localized("Token"), .exact(carried.category.description), role: .token))
            if carried.amount > 0 {
                screen.rows.append(
                    Approval.Row(
                        localized("Amount"), .trusted(Self.tokens(of: carried, in: account)), note: localized("tokens"))
                )
            }
            screen.rows += carried.itemRows
        }
        if coin.isFrozen {
            screen.paragraphs = [
                Form.Paragraph(localized("The coin is frozen: no payment spends it until you unfreeze it."))
            ]
        } else if let obstacle = coin.obstacle {
            screen.paragraphs = [Form.Paragraph(obstacle)]
        }
        screen.fields = [
            FormField(
                "label", label: localized("Label"), .text(initial: coin.label), hint: localized("Only you see it."))
        ]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            coin.isFrozen
                ? Screen.Button(HomeScreens.Action.unfreeze.rawValue, label: localized("Unfreeze"))
                : Screen.Button(HomeScreens.Action.freeze.rawValue, label: localized("Freeze")),
        ]
        if coin.canBeSpent, !account.isWatchOnly {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.send.rawValue, label: localized("Send this coin…")))
        }
        if coin.isItem, !account.isWatchOnly {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.send.rawValue, label: localized("Send this item…")))
        }
        screen.buttons.append(
            Screen.Button(HomeScreens.Action.keep.rawValue, label: localized("Save label"), .next))
        return screen
    }

    /// The coins that the search finds.
    private var found: [HeldCoin] {
        guard !search.isEmpty else { return coins }
        let wanted = TextSearch(search)
        return coins.filter {
            wanted.finds(in: $0.label) || wanted.finds(in: $0.address) || wanted.finds(in: $0.outpoint)
        }
    }

    private var heading: String { localized("Coins on \(account.shownChain, as: "network")") }

    /// The number of coins, and how much of them is frozen.
    private var summary: String {
        let all = asset.text(Self.total(coins))
        let frozen = Self.total(coins.filter(\.isFrozen))
        let count = localized(
            "\(coins.count, as: "count") coin, \(all, as: "amount").",
            plural: "\(coins.count, as: "count") coins, \(all, as: "amount").", count: coins.count)
        guard frozen > 0 else { return count }
        return count + " " + localized("\(asset.text(frozen), as: "amount") of it is frozen.")
    }

    /// The fungible tokens of a coin, in the unit of the user's registry.
    private static func tokens(of token: CashToken, in account: AccountSummary) -> String {
        let asset = account.balances.map(\.asset).first { $0.id.reference == token.category.description }
        return asset?.number(BigUInt(token.amount)) ?? String(token.amount)
    }

    private static func total(_ coins: [HeldCoin]) -> BigUInt { coins.map { BigUInt($0.value) }.reduce(0, +) }

    /// The label, the address, and the age of a coin.
    static func facts(of coin: HeldCoin) -> [String] {
        [
            coin.label.isEmpty ? nil : Quotation.own(coin.label, limit: 60), coin.address,
            coin.confirmations > 0 ? HistoryScreens.state(.confirmed(coin.confirmations)) : nil,
        ].compactMap(\.self)
    }

    /// Why a coin cannot be spent, or must be treated with care; `nil` if there is nothing to say.
    static func badge(_ coin: HeldCoin) -> String? {
        if coin.isFrozen { return localized("Frozen") }
        if let carried = coin.carried {
            return carried.capability == nil ? localized("With tokens") : localized("Item")
        }
        if coin.obstacle != nil { return localized("Not available") }
        return coin.confirmations == 0 ? localized("Unconfirmed") : nil
    }

    private static func state(of coin: HeldCoin) -> String {
        let age =
            coin.confirmations == 0 ? localized("Unconfirmed") : HistoryScreens.state(.confirmed(coin.confirmations))
        return coin.isFrozen ? localized("\(age, as: "age"), frozen") : age
    }
}
