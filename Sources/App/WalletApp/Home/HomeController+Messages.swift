import BitcoinWallet
import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods

extension HomeController {
    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: MessageStep) {
        var step = step
        (step.values, step.problems, step.result) = (values, [:], nil)
        let address = EnteredText.trimmed(values["address"])
        switch action {
        case .sign:
            step.isApproving = true
            show(.message(step))
            tasks.start { await self.sign(step, address) }
        case .verify:
            do throws(WalletError) {
                let isValid = try SignMessage.isSigned(values["message"] ?? "", by: address, values["signature"] ?? "")
                step.result = .verified(isValid)
            } catch {
                step.problems = [error.field ?? "signature": error.description]
            }
            show(.message(step))
        default: show(.tools)
        }
    }

    private func sign(_ step: MessageStep, _ address: String) async {
        var step = step
        step.isApproving = false
        do throws(WalletError) {
            let signed = try await wallet.headless.perform(
                SignMessage(step.values["message"] ?? "", with: address, form: step.values["form"] ?? ""))
            step.result = .signed(signed.signature)
        } catch {
            if error.kind != .rejected { step.problems = [error.field ?? "address": error.description] }
        }
        guard case .message(let shown) = self.step, shown.isApproving else { return }
        show(.message(step))
    }
}
