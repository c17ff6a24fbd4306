import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The coins that the window shows.
struct CoinStep {
    /// What is shown of them.
    enum Part {
        case asking, list, details(HeldCoin)
    }

    var screens: CoinScreens
    var part = Part.asking

    var screen: Screen {
        switch part {
        case .asking: screens.asking
        case .list: screens.list
        case .details(let coin): screens.details(of: coin)
        }
    }
}

extension HomeController {
    /// Lists the coins of an account.
    func showCoins(of account: AccountSummary, _ asset: HeldAsset) {
        let step = CoinStep(screens: CoinScreens(account: account, asset: asset))
        show(.coins(step))
        tasks.start { await self.list(step) }
    }

    private func list(_ step: CoinStep) async {
        var step = step
        let account = step.screens.account.id
        do throws(RPCError) {
            let source = try holdings.part(holdings.coinControl, for: account)
            step.screens.coins = try await source.coins(of: account)
            step.part = .list
        } catch {
            window.report(error.sentence)
            return show()
        }
        // The user may have gone elsewhere meanwhile.
        guard case .coins(let shown) = self.step, shown.screens.account.id == account else { return }
        show(.coins(step))
    }

    func showCoin(_ outpoint: String, in step: CoinStep) {
        guard let coin = step.screens.coins.first(where: { $0.outpoint == outpoint }) else { return }
        var step = step
        step.part = .details(coin)
        show(.coins(step))
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: CoinStep) {
        var step = step
        switch (action, step.part) {
        case (.search, .list):
            step.screens.search = String(EnteredText.trimmed(values["text"]).prefix(200))
            show(.coins(step))
        case (.send, .list): send(step, chosen: [], choosing: true)
        case (.send, .details(let coin)) where coin.isItem: send(coin, from: step.screens.account)
        case (.send, .details(let coin)): send(step, chosen: [coin.outpoint], choosing: false)
        case (.freeze, .details(let coin)), (.unfreeze, .details(let coin)):
            tasks.start {
                await self.change(step) { source, account throws(RPCError) in
                    try await source.freeze(coin.outpoint, action == .freeze, of: account)
                }
            }
        case (.keep, .details(let coin)):
            let label = EnteredText.trimmed(values["label"])
            tasks.start {
                await self.change(step) { source, account throws(RPCError) in
                    try await source.label(label, on: coin.outpoint, of: account)
                }
            }
        case (_, .details):
            step.part = .list
            show(.coins(step))
        default: show()
        }
    }

    /// Changes what is stored of a coin, and shows the list again.
    private func change(
        _ step: CoinStep, _ body: @MainActor (any CoinControl, AccountID) async throws(RPCError) -> Void
    ) async {
        let account = step.screens.account.id
        do throws(RPCError) {
            let source = try holdings.part(holdings.coinControl, for: account)
            try await body(source, account)
        } catch {
            return window.report(error.sentence)
        }
        await list(step)
    }

    /// Shows the form of a payment of a non-fungible token.
    private func send(_ item: HeldCoin, from account: AccountSummary) {
        guard let balance = account.balances.first(where: { $0.asset.id == item.token }) else { return }
        beginSending(balance, from: account, spending: [item.outpoint], item: item)
    }

    /// Shows the form of a payment that spends the chosen coins, or first asks which.
    private func send(_ step: CoinStep, chosen: Set<String>, choosing: Bool) {
        let account = step.screens.account
        guard let balance = account.balances.first(where: { $0.asset.id == step.screens.asset.id }) else { return }
        beginSending(balance, from: account, spending: chosen)
        guard choosing, case .send(var sending) = self.step else { return }
        sending.part = .coins(step.screens.coins)
        show(.send(sending))
    }
}
