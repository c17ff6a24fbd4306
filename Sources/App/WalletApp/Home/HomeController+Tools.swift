import Bridge
import HeadlessWallet
import Messages
import UniformResources
import WalletCore
import WalletMethods
import WalletUI

extension HomeController {
    /// Begins a task of the list.
    func begin(_ tool: Tool) {
        switch tool {
        case .watch: show(.watch(WatchStep()))
        case .device: show(.device(DeviceStep()))
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
        do throws(WalletError) {
            let picture = EnteredText.trimmed(step.values["picture"])
            guard picture.isEmpty else { return try await read(picture, in: step) }
            let entered = step.values
            _ = try await wallet.headless.perform(
                WatchAccount(
                    entered["text"] ?? "", named: entered["name"] ?? "", network: entered["network"] ?? "",
                    type: entered["type"] ?? ""))
        } catch {
            var step = step
            step.problems = [error.field ?? "text": error.description]
            guard case .watch = self.step else { return }
            return show(.watch(step))
        }
        show()
    }

    /// Enters what the QR codes in a picture say.
    private func read(_ picture: String, in step: WatchStep) async throws(WalletError) {
        var step = step
        let (collector, content) = try await step.collector.adding(picture: picture)
        step.collector = collector
        switch content {
        case .resource(let resource)?: step.values["text"] = resource.text
        case .text(let text)?: step.values["text"] = text
        case .bbqr?: throw WalletError(field: "picture", localized("The picture has a transaction, not a key."))
        case nil: break
        }
        step.note =
            content == nil
            ? collector.progress.map { localized("\($0, as: "progress"). Open the next picture.") }
            : localized("The picture was read. Check the entries, and add the account.")
        guard case .watch = self.step else { return }
        show(.watch(step))
    }

    /// Removes an account that is only watched; it can be added again.
    func unwatch(_ account: AccountSummary) {
        tasks.start {
            do throws(WalletError) {
                _ = try await self.wallet.headless.perform(RemoveAccount(account.id.address))
            } catch {
                self.window.report(error.description)
            }
            self.show()
        }
    }
}
