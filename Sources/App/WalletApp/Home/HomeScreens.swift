import Ethereum
import BigInt
import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletCore
import WalletUI

/// The first screens of the wallet: what the accounts hold, and one account.
struct HomeScreens {
    /// The accounts with their figures.
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

    static let title = AppIdentity.name

    /// What can be done, by the ID of the buttons.
    enum Action: String {
        case unlock, home, receive, send, history, sites, servers, refresh, back
        case fresh, used, link
        case review, payee, coins, keep, save
        case search, filters, export, write, explorer, open, note
        case revoke, forget, block, allow, silence, speak, disconnect, chain, links
        case publicServers, ownServers, noServers
        case find, allowances, raise, child, faster, cancelling, freeze, unfreeze, sweep
        case add, remove, first, check, trust
        case names, scams, prices, contacts, accounts
        case tools, unwatch
        case token, dropToken
        case combine, sign, verify, writeFinal, code
        case practise
    }

    /// The screen of a locked wallet.
    static func locked(hasWallet: Bool) -> Screen {
        var screen = Screen(title: title, heading: localized("The wallet is locked"))
        screen.paragraphs = [Form.Paragraph(localized("Unlock it to see what you have, to receive and to send."))]
        var verb = localized("Unlock")
        if !hasWallet {
            screen.heading = localized("You have no wallet yet")
            screen.paragraphs = [
                Form.Paragraph(
                    localized("Create one, restore one from its recovery phrase, or import a private key."))
            ]
            verb = localized("Set up")
        }
        screen.buttons = [Screen.Button(Action.unlock.rawValue, label: verb, .next)]
        return screen
    }

    /// What the accounts hold.
    var home: Screen {
        var screen = Screen(title: Self.title, heading: name)
        screen.paragraphs = (isPractice ? [HomeText.practice] : []) + HomeText.state(of: accounts, proxy: proxy)
        screen.choices = balances
        screen.buttons = [
            Screen.Button(Action.history.rawValue, label: localized("History")),
            Screen.Button(Action.sites.rawValue, label: localized("Sites")),
            Screen.Button(Action.contacts.rawValue, label: localized("Contacts")),
            Screen.Button(Action.servers.rawValue, label: localized("Servers…")),
            Screen.Button(Action.find.rawValue, label: localized("Find accounts…")),
            Screen.Button(Action.tools.rawValue, label: localized("Tools…")),
            Screen.Button(Action.refresh.rawValue, label: localized("Refresh")),
            Screen.Button(Action.send.rawValue, label: localized("Send…"), .next),
            Screen.Button(Action.receive.rawValue, label: localized("Receive…"), .next),
        ]
        if isPractice { screen.buttons.removeAll { Self.notPractised.contains($0.id) } }
        return screen
    }

    /// The actions that need websites, other networks or another recovery phrase.
    private static let notPractised = [Action.sites, .servers, .find].map(\.rawValue)

    /// The ID of a balance among the choices.
    static func id(_ account: AccountID, _ asset: HeldAsset) -> String { "\(account) \(asset.id)" }

    /// The account and the asset with this ID.
    func balance(_ id: String) -> (account: AccountSummary, balance: AssetBalance)? {
        for account in accounts {
            if let balance = account.balances.first(where: { Self.id(account.id, $0.asset) == id }) {
                return (account, balance)
            }
        }
        return nil
    }

    /// One balance, and the account that has it.
    func details(of balance: AssetBalance, in account: AccountSummary) -> Screen {
        var screen = Screen(title: Self.title, heading: HomeText.amount(balance).text)
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
                Form.Paragraph(
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
                Approval.Row(localized("Node set by"), .trusted(site), note: localized("it can name any figure")))
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
                    ? Form.Paragraph(
                        localized(
                            """
                            The symbol and the decimals of this token are those of the registry that you set. The wallet \
                            cannot check them.
                            """), tone: .caution)
                    : Form.Paragraph(localized("The chain knows this token only by its category.")))
        } else if let token = balance.asset.id.simpleLedgerToken {
            screen.rows.append(Approval.Row(localized("Token ID"), .exact(token), note: "SLP"))
            screen.paragraphs += Self.simpleLedger(isUnchecked: balance.isUnchecked)
        } else if !balance.asset.isVouchedFor {
            screen.paragraphs.append(
                Form.Paragraph(
                    localized("The wallet does not know this token. Its contract can name any symbol."), tone: .caution)
            )
        }
        screen.buttons = [
            Screen.Button(Action.home.rawValue, label: localized("Back")),
            Screen.Button(Action.history.rawValue, label: localized("History")),
        ]
        if account.isWatchOnly {
            screen.buttons.append(Screen.Button(Action.unwatch.rawValue, label: localized("Stop watching")))
        }
        if account.isOnDevice {
            screen.buttons.append(Screen.Button(Action.unwatch.rawValue, label: localized("Remove account")))
        }
        let isOfSites = balance.asset.id.simpleLedgerToken != nil
        if account.canPay, !isOfSites {
            screen.buttons.append(Screen.Button(Action.send.rawValue, label: localized("Send…"), .next))
        }
        if !isOfSites {
            screen.buttons.append(Screen.Button(Action.receive.rawValue, label: localized("Receive…"), .next))
        }
        if account.id.chain.namespace == "eip155", !account.isWatchOnly, !account.isOfOtherAccount {
            screen.buttons.insert(
                Screen.Button(Action.allowances.rawValue, label: localized("Allowances…")), at: 2)
        }
        if account.id.chain.namespace == "eip155" {
            screen.buttons.insert(
                entry(of: balance.asset) == nil
                    ? Screen.Button(Action.token.rawValue, label: localized("Add token…"))
                    : Screen.Button(Action.dropToken.rawValue, label: localized("Remove token")), at: 2)
        }
        if account.id.chain.namespace == "bip122" {
            screen.buttons.insert(Screen.Button(Action.coins.rawValue, label: localized("Coins…")), at: 2)
            if !account.isWatchOnly {
                screen.buttons.insert(
                    Screen.Button(Action.sweep.rawValue, label: localized("Sweep private key…")), at: 3)
            }
        }
        return screen
    }

    /// What is known of tokens of the Simple Ledger Protocol, and whose word it is.
    private static func simpleLedger(isUnchecked: Bool) -> [Form.Paragraph] {
        var paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    This is a token of the Simple Ledger Protocol (SLP), which the network does not check. The wallet has \
                    traced this amount back to the transaction that created the token. That transaction names the \
                    symbol, and can name any. The token is sent only at the request of a site.
                    """))
        ]
        guard isUnchecked else { return paragraphs }
        paragraphs[0] = Form.Paragraph(
            localized(
                """
                This is a token of the Simple Ledger Protocol (SLP), which the network does not check. It is sent only at \
                the request of a site.
                """))
        paragraphs.append(
            Form.Paragraph(
                localized(
                    """
                    Coins of this account claim to have this token, or more of it, and the wallet could not trace them \
                    back to the transaction that created it: their history is too long. They are not in the balance, \
                    and may be worth nothing.
                    """), tone: .caution))
        return paragraphs
    }

    /// The question which account is meant.
    func choose(for action: Action) -> Screen {
        let isSending = action == .send
        var screen = Screen(
            title: Self.title,
            heading: isSending ? localized("What do you want to send?") : localized("What do you want to receive?"))
        for (name, accounts) in groups(accounts.filter { $0.canPay || !isSending }) {
            for account in accounts {
                let balances = account.balances.filter { $0.asset.id.simpleLedgerToken == nil }
                screen.choices += balances.map { balance in
                    var choice = Screen.Choice(
                        Self.id(account.id, balance.asset), label: .trusted(balance.asset.shownSymbol),
                        detail: .trusted(account.shownChain), badge: HomeText.held(balance, in: account))
                    choice.group = name
                    return choice
                }
            }
        }
        screen.buttons = [Screen.Button(Action.home.rawValue, label: localized("Back"))]
        return screen
    }
}

extension AssetID {
    /// The category of a CashToken; `nil` for another asset.
    fileprivate var cashTokenCategory: String? { namespace == "token" ? reference : nil }

    /// The ID of a token of the Simple Ledger Protocol; `nil` for another asset.
    fileprivate var simpleLedgerToken: String? { namespace == "slp" ? reference : nil }
}
