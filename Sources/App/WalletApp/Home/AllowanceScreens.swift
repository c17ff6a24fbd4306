import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletUI

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
        var screen = Screen(title: HomeScreens.title, heading: heading)
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    These contracts may take tokens from your account without asking you again. Revoke what you do not \
                    use.
                    """))
        ]
        if let gap { screen.paragraphs.append(Form.Paragraph(gap, tone: .caution)) }
        if allowances.isEmpty {
            screen.paragraphs = [Form.Paragraph(localized("No contract may take anything from this account."))]
            if let gap { screen.paragraphs.append(Form.Paragraph(gap, tone: .caution)) }
        }
        screen.choices = allowances.enumerated().map { place, allowance in
            Screen.Choice(
                "allowance:\(place)", label: .trusted(Self.limit(of: allowance)),
                detail: .trusted(Self.spender(of: allowance)), badge: Self.badge(of: allowance))
        }
        screen.buttons = [Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back"))]
        return screen
    }

    /// What is shown while the node reads the logs.
    var asking: Screen {
        var screen = Screen(title: HomeScreens.title, heading: heading)
        screen.busy = localized("Your node searches its logs for allowances…")
        screen.buttons = [Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back"))]
        return screen
    }

    /// One allowance.
    func details(of allowance: GivenAllowance) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: Self.limit(of: allowance))
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
            Form.Paragraph(localized("Revoking sends a transaction, which costs a network fee."))
        ]
        if allowance.limit == .everything {
            screen.paragraphs.insert(
                Form.Paragraph(
                    localized(
                        """
                        The account has delegated itself to this contract, whose code decides about everything that the \
                        account has.
                        """), tone: .caution), at: 0)
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.revoke.rawValue, label: localized("Revoke…"), .next),
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
