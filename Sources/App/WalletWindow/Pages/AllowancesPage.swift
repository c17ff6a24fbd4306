import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// What contracts may take from an account.
@MainActor final class AllowancesPage: Page {
    enum Action: Hashable {
        case back
        case allowance(GivenAllowance)
    }

    private let context: PageContext
    fileprivate var screens: AllowanceScreens
    private var isKnown = false

    init(_ context: PageContext, of account: AccountSummary) {
        (self.context, screens) = (context, AllowanceScreens(account: account))
    }

    var screen: Screen { isKnown ? screens.list : screens.asking }

    func ask() async {
        guard !isKnown else { return }
        let source = context.holdings.allowances
        do throws(RPCError) {
            screens.allowances = try await source.allowances(of: screens.account.id)
            screens.gap = source.gap(of: screens.account.id)
            isKnown = true
        } catch {
            context.report(error.sentence)
            context.stack?.leave(self)
            return
        }
        context.stack?.redraw()
        await name()
    }

    /// Asks for the allowances again when they are shown next.
    fileprivate func forget() { isKnown = false }

    /// Adds the names of spenders that the wallet does not know, as far as they have one.
    private func name() async {
        let unknown = Set(screens.allowances.filter { $0.spenderName == nil }.map(\.spender))
        let found = await context.names(of: unknown.sorted(), on: screens.account.id.chain)
        for index in screens.allowances.indices where screens.allowances[index].spenderName == nil {
            screens.allowances[index].spenderName = found[screens.allowances[index].spender]
        }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .back: .back
        case .allowance(let allowance): .open(AllowancePage(context, allowance, self))
        }
    }
}

/// One allowance.
@MainActor final class AllowancePage: Page {
    enum Action: Hashable {
        case back, revoke
    }

    private let context: PageContext
    private let allowance: GivenAllowance
    private let list: AllowancesPage

    init(_ context: PageContext, _ allowance: GivenAllowance, _ list: AllowancesPage) {
        (self.context, self.allowance, self.list) = (context, allowance, list)
    }

    var screen: Screen { list.screens.details(of: allowance) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .revoke else { return .back }
        do throws(RPCError) {
            let sent = try await context.wallet.headless.revoke(allowance)
            context.report(
                sent.sentence
                    ?? localized("The transaction was sent. The allowance ends when the network confirms it."))
            list.forget()
            return .back
        } catch {
            if error.kind != .rejected { context.report(error.sentence) }
            return .stay
        }
    }
}

/// The screens about what contracts may take from an account.
struct AllowanceScreens {
    /// The account.
    let account: AccountSummary

    /// The allowances in force.
    var allowances: [GivenAllowance] = []

    /// What is not known about earlier ones.
    var gap: String?

    /// The list.
    var list: Screen {
        var screen = Screen(heading)
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    These contracts may take tokens from your account without asking you again. Revoke what you do not \
                    use.
                    """))
        ]
        if let gap { screen.paragraphs.append(Screen.Paragraph(gap, tone: .caution)) }
        if allowances.isEmpty {
            screen.paragraphs = [Screen.Paragraph(localized("No contract may take anything from this account."))]
            if let gap { screen.paragraphs.append(Screen.Paragraph(gap, tone: .caution)) }
        }
        screen.choices = allowances.map { allowance in
            Screen.Choice(
                AllowancesPage.Action.allowance(allowance), label: .trusted(Self.limit(of: allowance)),
                detail: .trusted(Self.spender(of: allowance)), badge: Self.badge(of: allowance))
        }
        screen.buttons = [Screen.Button(AllowancesPage.Action.back, label: localized("Back"))]
        return screen
    }

    /// What is shown while the node reads the logs.
    var asking: Screen {
        var screen = Screen(heading)
        screen.busy = localized("Your node searches its logs for allowances…")
        screen.buttons = [Screen.Button(AllowancesPage.Action.back, label: localized("Back"))]
        return screen
    }

    /// One allowance.
    func details(of allowance: GivenAllowance) -> Screen {
        var screen = Screen(Self.limit(of: allowance))
        screen.rows = [
            Approval.Row(localized("Account"), .exact(account.id.address), note: account.name, role: .account),
            Approval.Row(localized("Network"), .trusted(account.shownChain), role: .network),
            Approval.Row(
                allowance.limit == .everything ? localized("Delegated to") : localized("Spender"),
                .exact(allowance.spender),
                note: allowance.spenderName.map { Quotation.of($0, limit: 60) }, role: .spender),
        ]
        if !allowance.asset.id.isCoin {
            screen.rows.append(Approval.Row(localized("Contract"), .exact(allowance.asset.id.reference)))
        }
        if let expiry = allowance.expiry {
            screen.rows.append(Approval.Row(localized("Expires"), .trusted(HomeText.moment(expiry))))
        }
        screen.paragraphs = [
            Screen.Paragraph(localized("Revoking sends a transaction, which costs a network fee."))
        ]
        if allowance.limit == .everything {
            screen.paragraphs.insert(
                Screen.Paragraph(
                    localized(
                        """
                        The account has delegated itself to this contract, whose code decides about everything that the \
                        account has.
                        """), tone: .caution), at: 0)
        }
        screen.buttons = [
            Screen.Button(AllowancePage.Action.back, label: localized("Back")),
            Screen.Button(AllowancePage.Action.revoke, label: localized("Revoke…"), .next),
        ]
        return screen
    }

    private var heading: String {
        localized("Allowances on \(account.shownChain, as: "network")")
    }

    private static func spender(of allowance: GivenAllowance) -> String {
        let spender = allowance.spenderName.map { Quotation.of($0, limit: 60) } ?? allowance.spender
        return allowance.limit == .everything
            ? localized("Delegated to: \(spender, as: "contract")")
            : localized("Spender: \(spender, as: "spender")")
    }

    private static func badge(of allowance: GivenAllowance) -> String? {
        if allowance.limit == .everything { return "EIP-7702" }
        return allowance.isPermit2 ? "Permit2" : nil
    }

    private static func limit(of allowance: GivenAllowance) -> String {
        let symbol = allowance.asset.shownSymbol
        return switch allowance.limit {
        case .units(let units): localized("At most \(allowance.asset.text(units), as: "amount")")
        case .unlimited: localized("All \(symbol, as: "symbol")")
        case .collection: localized("Every item of \(symbol, as: "collection")")
        case .everything: localized("Everything in the account")
        case .item(let item): localized("Item \(item, as: "number") of \(symbol, as: "collection")")
        }
    }
}
