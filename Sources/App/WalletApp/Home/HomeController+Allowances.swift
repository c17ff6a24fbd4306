import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The allowances that the window shows.
struct AllowanceStep {
    /// What is shown of them.
    enum Part {
        case asking, list, details(GivenAllowance)
    }

    var screens: AllowanceScreens
    var part = Part.asking

    var screen: Screen {
        switch part {
        case .asking: screens.asking
        case .list: screens.list
        case .details(let allowance): screens.details(of: allowance)
        }
    }
}

extension HomeController {
    func showAllowances(of account: AccountSummary) {
        let step = AllowanceStep(screens: AllowanceScreens(account: account))
        show(.allowances(step))
        tasks.start { await self.list(step) }
    }

    private func list(_ step: AllowanceStep) async {
        let source = holdings.allowances
        var step = step
        let account = step.screens.account.id
        do throws(RPCError) {
            step.screens.allowances = try await source.allowances(of: account)
            step.screens.gap = source.gap(of: account)
            step.part = .list
        } catch {
            window.report(error.sentence)
            if isAsking(account) { show() }
            return
        }
        guard isAsking(account) else { return }
        show(.allowances(step))
        await name(step)
    }

    /// Adds the names of spenders that the wallet does not know, as far as they have one.
    private func name(_ step: AllowanceStep) async {
        let unknown = Set(step.screens.allowances.filter { $0.spenderName == nil }.map(\.spender))
        let found = await names(of: unknown.sorted(), on: step.screens.account.id.chain)
        // The list may have been left, or read again, meanwhile.
        guard !found.isEmpty, case .allowances(var shown) = self.step, case .list = shown.part,
            shown.screens.allowances == step.screens.allowances
        else { return }
        for place in shown.screens.allowances.indices where shown.screens.allowances[place].spenderName == nil {
            shown.screens.allowances[place].spenderName = found[shown.screens.allowances[place].spender]
        }
        show(.allowances(shown))
    }

    /// Whether the window still waits for the allowances of `account`.
    private func isAsking(_ account: AccountID) -> Bool {
        guard case .allowances(let shown) = step, case .asking = shown.part else { return false }
        return shown.screens.account.id == account
    }

    func showAllowance(_ id: String, in step: AllowanceStep) {
        guard let place = Int(id.dropFirst("allowance:".count)), step.screens.allowances.indices.contains(place) else {
            return
        }
        var step = step
        step.part = .details(step.screens.allowances[place])
        show(.allowances(step))
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: AllowanceStep) {
        var step = step
        if case .details(let allowance) = step.part, action == .revoke {
            return tasks.start { await self.revoke(allowance, step) }
        }
        step.part = .list
        show(.allowances(step))
    }

    private func revoke(_ allowance: GivenAllowance, _ step: AllowanceStep) async {
        do throws(RPCError) {
            let sent = try await wallet.headless.revoke(allowance)
            window.report(
                sent.sentence
                    ?? localized("The transaction was sent. The allowance ends when the network confirms it."))
            showAllowances(of: step.screens.account)
        } catch {
            if error.kind != .rejected { window.report(error.sentence) }
        }
    }
}
