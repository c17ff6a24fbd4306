import Bridge
import WalletCore
import WalletMethods
import WalletUI

extension HomeController {
    /// Begins a task of the list.
    func begin(_ tool: Tool) {
        switch tool {
        case .watch: show(.watch(WatchStep()))
        case .psbt: show(.psbt(PSBTStep()))
        case .message: show(.message(MessageStep(accounts: holdings.accounts.filter { !$0.isWatchOnly })))
        }
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: WatchStep) {
        guard action == .save else { return show(.tools) }
        var step = step
        (step.values, step.problems) = (values, [:])
        tasks.start { await self.add(step) }
    }

    private func add(_ step: WatchStep) async {
        do throws(WalletAppError) {
            _ = try await WatchEntry(step.values).add(to: holdings)
        } catch {
            var step = step
            step.problems = [error.field ?? "text": error.description]
            guard case .watch = self.step else { return }
            return show(.watch(step))
        }
        show()
    }

    /// Removes an account that is only watched; it can be added again.
    func unwatch(_ account: AccountSummary) {
        tasks.start {
            do throws(RPCError) {
                try await self.holdings.unwatch(account)
            } catch {
                self.window.report(error.sentence)
            }
            self.show()
        }
    }
}
