import BitcoinWallet
import Bridge
import EthereumWallet
import Messages
import WalletCore
import WalletMethods

/// Signs and verifies messages in the window and for the terminal.
@MainActor struct MessageTasks {
    let wallet: PageWallet

    /// Signs a message with the key of an address, after the approval.
    ///
    /// - Returns: The signature as text.
    func sign(_ text: String, with address: String, form: String) async throws(WalletAppError) -> String {
        let wanted = MessageForm(rawValue: form)
        guard form.isEmpty || wanted != nil else {
            throw WalletAppError(field: "form", localized("The standard must be bip137 or bip322."))
        }
        let services = wallet.services
        let result = await wallet.dispatcher.run("message") { request throws(RPCError) in
            guard WatchedEthereum.isAddress(address) else {
                return .string(
                    try await services.holdings.coinWallet.sign(
                        message: text, with: address, form: wanted, for: request))
            }
            return .string(try await services.sign(message: text, with: address, for: request))
        }
        do throws(RPCError) {
            return try result.get().string ?? ""
        } catch {
            throw error.kind == .invalidParameters
                ? WalletAppError(field: "address", error.sentence) : WalletAppError(error)
        }
    }

    /// Whether the owner of an address signed a message; `nil` if that cannot be checked.
    nonisolated static func isSigned(
        _ text: String, by address: String, _ signature: String
    ) throws(WalletAppError) -> Bool? {
        do throws(RPCError) {
            return WatchedEthereum.isAddress(address)
                ? try WalletServices.isSigned(message: text, by: address, signature)
                : try CoinWallet.isSigned(message: text, by: address, signature)
        } catch {
            throw WalletAppError(field: "signature", error.sentence)
        }
    }
}

extension HomeController {
    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: MessageStep) {
        var step = step
        (step.values, step.problems, step.result) = (values, [:], nil)
        let address = ServerAnswer.trimmed(values["address"])
        switch action {
        case .sign:
            step.isApproving = true
            show(.message(step))
            tasks.start { await self.sign(step, address) }
        case .verify:
            do throws(WalletAppError) {
                let isValid = try MessageTasks.isSigned(values["message"] ?? "", by: address, values["signature"] ?? "")
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
        do throws(WalletAppError) {
            let signature = try await MessageTasks(wallet: wallet).sign(
                step.values["message"] ?? "", with: address, form: step.values["form"] ?? "")
            step.result = .signed(signature)
        } catch {
            if error.kind != .rejected { step.problems = [error.field ?? "address": error.description] }
        }
        guard case .message(let shown) = self.step, shown.isApproving else { return }
        show(.message(step))
    }
}
