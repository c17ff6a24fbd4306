import BigInt
import Bridge
import Ethereum
import EthereumWallet
import HeadlessWallet
import Messages
import Network
import WalletCore
import WalletMethods
import WalletUI

/// What the accounts hold.
@MainActor final class HomePage: Page {
    enum Action: Hashable {
        case history, sites, contacts, servers, find, tools, refresh
        case choose(AssetPurpose)
        case balance(AccountID, AssetID)

        /// Uses an account of the wallet, by its number.
        case account(UInt32)

        /// Uses an account whose key a device has, by its address.
        case device(String)
    }

    private let context: PageContext

    init(_ context: PageContext) { self.context = context }

    var screen: Screen { HomeScreens(context).home }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .history: return .open(HistoryPage(context))
        case .sites: return .open(SitesPage(context))
        case .contacts: return .open(ContactsPage(context))
        case .servers: return .open(ServersPage(context))
        case .find: return .open(DiscoveryPage(context))
        case .tools: return .open(ToolsPage(context))
        case .refresh: context.home?.refresh()
        case .choose(let purpose): return .open(ChooseAssetPage(context, for: purpose))
        case .balance(let account, let asset): return .open(BalancePage(context, account, asset))
        case .account(let index): context.accounts.use(account: index)
        case .device(let address): context.accounts.use(device: address)
        }
        return .stay
    }
}

/// What an asset is chosen for.
enum AssetPurpose: Hashable {
    case send, receive
}

/// The question which asset is meant.
@MainActor final class ChooseAssetPage: Page {
    enum Action: Hashable {
        case back
        case asset(AccountID, AssetID)
    }

    private let context: PageContext
    private let purpose: AssetPurpose

    init(_ context: PageContext, for purpose: AssetPurpose) { (self.context, self.purpose) = (context, purpose) }

    var screen: Screen { HomeScreens(context).choose(for: purpose) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard case .asset(let account, let asset) = action else { return .back }
        return HomeScreens(context).balance(account, asset).map { context.begin(purpose, $1, of: $0) } ?? .stay
    }
}

/// One balance, and the account that has it.
@MainActor final class BalancePage: Page {
    enum Action: Hashable {
        case back, history, allowances, addToken, removeToken, coins, sweep, unwatch
        case begin(AssetPurpose)
    }

    private let context: PageContext
    private let account: AccountID
    private let asset: AssetID

    init(_ context: PageContext, _ account: AccountID, _ asset: AssetID) {
        (self.context, self.account, self.asset) = (context, account, asset)
    }

    var screen: Screen {
        let screens = HomeScreens(context)
        guard let (account, balance) = screens.balance(account, asset) else {
            // The account or the token was removed.
            var screen = Screen(localized("This is no longer in the wallet."))
            screen.buttons = [Screen.Button(Action.back, label: localized("Back"))]
            return screen
        }
        return screens.details(of: balance, in: account)
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard let (account, balance) = HomeScreens(context).balance(account, asset) else { return .back }
        switch action {
        case .back: return .back
        case .history: return .open(HistoryPage(context, of: account.id))
        case .allowances: return .open(AllowancesPage(context, of: account))
        case .addToken: return .open(AddTokenPage(context, of: account))
        case .coins: return account.balances.first.map { .open(CoinsPage(context, of: account, $0.asset)) } ?? .stay
        case .begin(let purpose): return context.begin(purpose, balance, of: account)
        case .sweep: return await context.home?.sweep(to: account.id) == true ? .home : .stay
        case .removeToken:
            guard let chain = asset.chain.eip155 else { return .stay }
            do throws(RPCError) {
                try await context.services.ownTokens.remove(asset.reference, on: chain)
            } catch {
                context.report(error.sentence)
            }
            return .home
        case .unwatch:
            // It can be added again.
            do throws(WalletError) {
                _ = try await context.wallet.headless.perform(RemoveAccount(account.id.address))
            } catch {
                context.report(error.description)
            }
            return .home
        }
    }
}

/// What is shown while the wallet is locked, or before there is one.
@MainActor final class LockedPage: Page {
    enum Action: Hashable {
        case unlock
    }

    let isForLocked = true
    private let context: PageContext

    init(_ context: PageContext) { self.context = context }

    var screen: Screen {
        var screen = Screen(localized("The wallet is locked"))
        screen.paragraphs = [Screen.Paragraph(localized("Unlock it to see what you have, to receive and to send."))]
        var verb = localized("Unlock")
        if !context.accounts.hasWallet {
            screen.heading = localized("You have no wallet yet")
            screen.paragraphs = [
                Screen.Paragraph(
                    localized("Create one, restore one from its recovery phrase, or import a private key."))
            ]
            verb = localized("Set up")
        }
        screen.buttons = [Screen.Button(Action.unlock, label: verb, .next)]
        return screen
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        context.accounts.unlock()
        return .stay
    }
}

extension PageContext {
    /// The page on which an asset is sent or received.
    fileprivate func begin(_ purpose: AssetPurpose, _ balance: AssetBalance, of account: AccountSummary) -> Navigation {
        switch purpose {
        case .send: .open(SendPage(self, balance, from: account))
        case .receive: .open(ReceivePage(self, balance.asset, account))
        }
    }
}

/// The first screens of the wallet: what the accounts hold, and one account.
struct HomeScreens {
    /// The accounts with their balances.
    let accounts: [AccountSummary]

    /// The name of the active account.
    let name: String

    /// The other accounts of the wallet, with their addresses of Ethereum.
    let others: [WalletAddress]

    /// The address of the proxy, if there is one.
    let proxy: String?

    /// The time, in seconds since 1970.
    let now: Int64

    /// The tokens that the user added.
    var added: [AddedToken] = []

    /// Whether it is a wallet for practice, with networks that cannot be changed.
    var isPractice = false

    /// The prices that a source named; `nil` without one.
    var prices: PriceList?

    /// The entry of an asset that the user added; `nil` for others.
    private func entry(of asset: HeldAsset) -> AddedToken? {
        guard asset.id.namespace == "erc20" else { return nil }
        return added.first {
            $0.token.chainID == asset.id.chain.eip155 && $0.token.address.description == asset.id.reference
        }
    }

    /// What the accounts hold.
    var home: Screen {
        var screen = Screen(name)
        screen.paragraphs = (isPractice ? [HomeText.practice] : []) + HomeText.state(of: accounts, proxy: proxy)
        screen.choices = balances
        screen.buttons = [
            Screen.Button(HomePage.Action.history, label: localized("History")),
            Screen.Button(HomePage.Action.sites, label: localized("Sites")),
            Screen.Button(HomePage.Action.contacts, label: localized("Contacts")),
            Screen.Button(HomePage.Action.servers, label: localized("Servers…")),
            Screen.Button(HomePage.Action.find, label: localized("Find accounts…")),
            Screen.Button(HomePage.Action.tools, label: localized("Tools…")),
            Screen.Button(HomePage.Action.refresh, label: localized("Refresh")),
            Screen.Button(HomePage.Action.choose(.send), label: localized("Send…"), .next),
            Screen.Button(HomePage.Action.choose(.receive), label: localized("Receive…"), .next),
        ]
        // These need websites, other networks or another recovery phrase.
        let notPractised = [HomePage.Action.sites, .servers, .find].map { ScreenAction($0) }
        if isPractice { screen.buttons.removeAll { notPractised.contains($0.action) } }
        return screen
    }

    /// The account and the asset with these IDs.
    func balance(_ account: AccountID, _ asset: AssetID) -> (account: AccountSummary, balance: AssetBalance)? {
        let account = accounts.first { $0.id == account }
        return account.flatMap { account in
            account.balances.first { $0.asset.id == asset }.map { (account, $0) }
        }
    }

    /// One balance, and the account that has it.
    func details(of balance: AssetBalance, in account: AccountSummary) -> Screen {
        var screen = Screen(HomeText.amount(balance).text)
        if account.isTest { screen.paragraphs.append(HomeText.testNetwork) }
        screen.rows = [
            Approval.Row(localized("Account"), .exact(account.id.address), note: account.name, role: .account),
            Approval.Row(
                localized("Network"),
                account.isWellKnownChain ? .trusted(account.chainName) : .untrusted(account.chainName), role: .network),
        ]
        if account.isWatchOnly {
            screen.rows.append(
                Approval.Row(
                    localized("Keys"), .trusted(localized("Watch-only")), note: localized("in another wallet")))
        }
        if account.isOnDevice {
            screen.rows.append(
                Approval.Row(
                    localized("Keys"), .trusted(localized("Hardware wallet")), note: localized("signs by QR codes")))
        }
        if let value = HomeText.value(of: balance, in: account, prices, now: now) {
            screen.rows.append(Approval.Row(localized("Value"), .trusted(value)))
        }
        if balance.asset.id.namespace == "erc20" {
            screen.rows.append(Approval.Row(localized("Contract"), .exact(balance.asset.id.reference)))
        }
        if let contradiction = balance.contradiction {
            screen.rows.append(
                Approval.Row(localized("According to its contract"), .trusted(Quotation.of(contradiction, limit: 40))))
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized("The contract of this token does not say what the wallet knows about it."),
                    tone: .caution))
        }
        if let site = entry(of: balance.asset)?.site {
            screen.rows.append(Approval.Row(localized("Added for"), .trusted(Quotation.of(site, limit: 64))))
        }
        if balance.unconfirmed > 0 {
            screen.rows.append(
                Approval.Row(localized("Unconfirmed"), .trusted(balance.asset.text(balance.unconfirmed))))
        }
        if balance.unavailable > 0 {
            screen.rows.append(
                Approval.Row(
                    localized("Not available"), .trusted(balance.asset.text(balance.unavailable)),
                    note: localized("frozen, with tokens, or in an open payment")))
        }
        if balance.inItems > 0 {
            screen.rows.append(
                Approval.Row(
                    localized("On non-fungible tokens"), .trusted(balance.asset.text(balance.inItems)),
                    note: localized("sent only with them")))
        }
        if let at = balance.at {
            screen.rows.append(Approval.Row(localized("As of"), .trusted(HomeText.moment(at))))
        }
        if let source = balance.source {
            screen.rows.append(Approval.Row(localized("According to"), .trusted(source)))
        }
        if let site = balance.nodeSite {
            screen.rows.append(
                Approval.Row(localized("Node set by"), .trusted(site), note: localized("it can report any balance")))
        }
        if let badge = HomeText.badge(balance), balance.state != .current {
            screen.rows.append(Approval.Row(localized("State"), .trusted(badge)))
        }
        if case .disagreement(let claims) = balance.state {
            screen.rows += claims.map {
                Approval.Row(
                    localized("Other balance"), .trusted(balance.asset.text($0.units)), note: $0.source)
            }
        }
        if let category = balance.asset.id.cashTokenCategory {
            screen.rows.append(Approval.Row(localized("Category"), .exact(category)))
            let isNamed = !category.hasPrefix(balance.asset.symbol)
            screen.paragraphs.append(
                isNamed
                    ? Screen.Paragraph(
                        localized(
                            """
                            The symbol and the decimals of this token are those of the registry that you set. The wallet \
                            cannot check them.
                            """), tone: .caution)
                    : Screen.Paragraph(localized("The chain knows this token only by its category.")))
        } else if let token = balance.asset.id.simpleLedgerToken {
            screen.rows.append(Approval.Row(localized("Token ID"), .exact(token), note: "SLP"))
            screen.paragraphs += Self.simpleLedger(isUnchecked: balance.isUnchecked)
        } else if !balance.asset.isVouchedFor {
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized("The wallet does not know this token. Its contract can name any symbol."), tone: .caution)
            )
        }
        screen.buttons = [
            Screen.Button(BalancePage.Action.back, label: localized("Back")),
            Screen.Button(BalancePage.Action.history, label: localized("History")),
        ]
        if account.isWatchOnly {
            screen.buttons.append(Screen.Button(BalancePage.Action.unwatch, label: localized("Stop watching")))
        }
        if account.isOnDevice {
            screen.buttons.append(Screen.Button(BalancePage.Action.unwatch, label: localized("Remove account")))
        }
        let isOfSites = balance.asset.id.simpleLedgerToken != nil
        if account.canPay, !isOfSites {
            screen.buttons.append(Screen.Button(BalancePage.Action.begin(.send), label: localized("Send…"), .next))
        }
        if !isOfSites {
            screen.buttons.append(
                Screen.Button(BalancePage.Action.begin(.receive), label: localized("Receive…"), .next))
        }
        if account.id.chain.namespace == "eip155", !account.isWatchOnly, !account.isOfOtherAccount {
            screen.buttons.insert(
                Screen.Button(BalancePage.Action.allowances, label: localized("Allowances…")), at: 2)
        }
        if account.id.chain.namespace == "eip155" {
            screen.buttons.insert(
                entry(of: balance.asset) == nil
                    ? Screen.Button(BalancePage.Action.addToken, label: localized("Add token…"))
                    : Screen.Button(BalancePage.Action.removeToken, label: localized("Remove token")), at: 2)
        }
        if account.id.chain.namespace == "bip122" {
            screen.buttons.insert(Screen.Button(BalancePage.Action.coins, label: localized("Coins…")), at: 2)
            if !account.isWatchOnly {
                screen.buttons.insert(
                    Screen.Button(BalancePage.Action.sweep, label: localized("Sweep private key…")), at: 3)
            }
        }
        return screen
    }

    /// What is known of tokens of the Simple Ledger Protocol, and whose word it is.
    private static func simpleLedger(isUnchecked: Bool) -> [Screen.Paragraph] {
        var paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    This is a token of the Simple Ledger Protocol (SLP), which the network does not check. The wallet has \
                    traced this amount back to the transaction that created the token. That transaction names the \
                    symbol, and can name any. The token is sent only at the request of a site.
                    """))
        ]
        guard isUnchecked else { return paragraphs }
        paragraphs[0] = Screen.Paragraph(
            localized(
                """
                This is a token of the Simple Ledger Protocol (SLP), which the network does not check. It is sent only at \
                the request of a site.
                """))
        paragraphs.append(
            Screen.Paragraph(
                localized(
                    """
                    Coins of this account claim to have this token, or more of it, and the wallet could not trace them \
                    back to the transaction that created it: their history is too long. They are not in the balance, \
                    and may be worth nothing.
                    """), tone: .caution))
        return paragraphs
    }

    /// The question which account is meant.
    func choose(for purpose: AssetPurpose) -> Screen {
        let isSending = purpose == .send
        var screen = Screen(
            isSending ? localized("What do you want to send?") : localized("What do you want to receive?"))
        for (name, accounts) in groups(accounts.filter { $0.canPay || !isSending }) {
            for account in accounts {
                let balances = account.balances.filter { $0.asset.id.simpleLedgerToken == nil }
                screen.choices += balances.map { balance in
                    var choice = Screen.Choice(
                        ChooseAssetPage.Action.asset(account.id, balance.asset.id),
                        label: .trusted(balance.asset.shownSymbol),
                        detail: .trusted(account.shownChain), badge: HomeText.held(balance, in: account))
                    choice.group = name
                    return choice
                }
            }
        }
        screen.buttons = [Screen.Button(ChooseAssetPage.Action.back, label: localized("Back"))]
        return screen
    }
}

extension HomeScreens {
    /// The screens about what a wallet holds now.
    @MainActor fileprivate init(_ context: PageContext) {
        let active = context.services.activeAccount
        self.init(
            accounts: context.holdings.accounts, name: active.ethereumAccount.account.name,
            others: active.ethereumAddresses.dropFirst().map(\.self), proxy: context.wallet.proxy.current.address,
            now: context.now, added: context.services.ownTokens.all, isPractice: context.practice != nil,
            prices: context.wallet.lookups?.prices.list)
    }
}

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
            other.account.device == nil
                ? HomePage.Action.account(other.account.index) : HomePage.Action.device(other.address),
            label: .trusted(localized("Use “\(name, as: "account")”")),
            detail: .trusted(detail))
        use.group = name
        return held + [use]
    }

    private func choice(_ balance: AssetBalance, in account: AccountSummary, group: String?) -> Screen.Choice {
        var choice = Screen.Choice(
            HomePage.Action.balance(account.id, balance.asset.id), label: HomeText.amount(balance),
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

extension AssetID {
    /// The category of a CashToken; `nil` for another asset.
    fileprivate var cashTokenCategory: String? { namespace == "token" ? reference : nil }

    /// The ID of a token of the Simple Ledger Protocol; `nil` for another asset.
    fileprivate var simpleLedgerToken: String? { namespace == "slp" ? reference : nil }
}
