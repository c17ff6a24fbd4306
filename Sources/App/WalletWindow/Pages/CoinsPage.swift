import BigInt
import Bitcoin
import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The coins (unspent outputs) of an account on Bitcoin or Bitcoin Cash.
@MainActor final class CoinsPage: Page {
    enum Action: Hashable {
        case back, search, send
        case coin(String)
    }

    private let context: PageContext
    fileprivate var screens: CoinScreens
    private var isKnown = false

    init(_ context: PageContext, of account: AccountSummary, _ asset: HeldAsset) {
        (self.context, screens) = (context, CoinScreens(account: account, asset: asset))
    }

    var screen: Screen { isKnown ? screens.list : screens.asking }

    func ask() async {
        let account = screens.account.id
        do throws(RPCError) {
            let source = try context.holdings.part(context.holdings.coinControl, for: account)
            screens.coins = try await source.coins(of: account)
            isKnown = true
        } catch {
            context.report(error.sentence)
            context.stack?.leave(self)
        }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .back: return .back
        case .search:
            screens.search = String(input[.text].prefix(200))
            return .stay
        case .send: return send(spending: [], choosing: screens.coins)
        case .coin(let outpoint):
            guard let coin = screens.coins.first(where: { $0.outpoint == outpoint }) else { return .stay }
            return .open(CoinPage(context, coin, self))
        }
    }

    /// The form of a payment that spends the chosen coins, or first asks which.
    fileprivate func send(spending coins: Set<String>, choosing held: [HeldCoin]? = nil) -> Navigation {
        let account = screens.account
        guard let balance = account.balances.first(where: { $0.asset.id == screens.asset.id }) else { return .stay }
        let page = SendPage(context, balance, from: account, spending: coins)
        if let held { page.choose(among: held) }
        return .open(page)
    }
}

/// One coin.
@MainActor final class CoinPage: Page {
    enum Action: Hashable {
        case back, send, saveLabel
        case freeze(Bool)
    }

    private let context: PageContext
    private let coin: HeldCoin
    private let list: CoinsPage

    init(_ context: PageContext, _ coin: HeldCoin, _ list: CoinsPage) {
        (self.context, self.coin, self.list) = (context, coin, list)
    }

    var screen: Screen { list.screens.details(of: coin) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        let (outpoint, account) = (coin.outpoint, list.screens.account)
        do throws(RPCError) {
            let source = try context.holdings.part(context.holdings.coinControl, for: account.id)
            switch action {
            case .back: break
            case .send where coin.isItem:
                guard let balance = account.balances.first(where: { $0.asset.id == coin.token }) else { return .stay }
                return .open(SendPage(context, balance, from: account, spending: [outpoint], item: coin))
            case .send: return list.send(spending: [outpoint])
            case .freeze(let isFrozen): try await source.freeze(outpoint, isFrozen, of: account.id)
            case .saveLabel: try await source.label(input[.label], on: outpoint, of: account.id)
            }
            return .back
        } catch {
            context.report(error.sentence)
            return .stay
        }
    }
}

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
        var screen = Screen(heading)
        let found = found
        screen.paragraphs = [Screen.Paragraph(summary)]
        if found.isEmpty {
            screen.paragraphs.append(
                Screen.Paragraph(coins.isEmpty ? localized("No coins yet.") : localized("No coin matches.")))
        } else if found.count > Self.most {
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized(
                        """
                        The \(Self.most, as: "count") largest of \(found.count, as: "total") coins are shown. Search for \
                        an address, a label or a transaction ID to see others.
                        """)))
        }
        screen.fields = [
            FormField(
                .text, label: localized("Search"), .text(initial: search),
                hint: localized("In labels, addresses and transaction IDs."))
        ]
        screen.choices = found.prefix(Self.most).map { coin in
            Screen.Choice(
                CoinsPage.Action.coin(coin.outpoint), label: .trusted(asset.text(BigUInt(coin.value))),
                detail: .trusted(Self.facts(of: coin).joined(separator: " · ")), badge: Self.badge(coin))
        }
        screen.buttons = [
            Screen.Button(CoinsPage.Action.back, label: localized("Back")),
            Screen.Button(CoinsPage.Action.search, label: localized("Search")),
        ]
        if !account.isWatchOnly, coins.contains(where: \.canBeSpent) {
            screen.buttons.append(
                Screen.Button(CoinsPage.Action.send, label: localized("Choose coins to send…"), .next))
        }
        return screen
    }

    /// What is shown until the coins are known.
    var asking: Screen {
        var screen = Screen(heading)
        screen.busy = localized("Listing coins…")
        screen.buttons = [Screen.Button(CoinsPage.Action.back, label: localized("Back"))]
        return screen
    }

    /// One coin.
    ///
    /// - Returns: The screen, with the field `label`.
    func details(of coin: HeldCoin) -> Screen {
        var screen = Screen(asset.text(BigUInt(coin.value)))
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
                Screen.Paragraph(localized("The coin is frozen: no payment spends it until you unfreeze it."))
            ]
        } else if let obstacle = coin.obstacle {
            screen.paragraphs = [Screen.Paragraph(obstacle)]
        }
        screen.fields = [
            FormField(
                .label, label: localized("Label"), .text(initial: coin.label), hint: localized("Only you see it."))
        ]
        screen.buttons = [
            Screen.Button(CoinPage.Action.back, label: localized("Back")),
            coin.isFrozen
                ? Screen.Button(CoinPage.Action.freeze(false), label: localized("Unfreeze"))
                : Screen.Button(CoinPage.Action.freeze(true), label: localized("Freeze")),
        ]
        if coin.canBeSpent, !account.isWatchOnly {
            screen.buttons.append(
                Screen.Button(CoinPage.Action.send, label: localized("Send this coin…")))
        }
        if coin.isItem, !account.isWatchOnly {
            screen.buttons.append(
                Screen.Button(CoinPage.Action.send, label: localized("Send this item…")))
        }
        screen.buttons.append(
            Screen.Button(CoinPage.Action.saveLabel, label: localized("Save label"), .next))
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
