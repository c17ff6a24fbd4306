import Bridge
import Simulators
import WalletUI

/// The simulated SumUp app: a window that asks how a payment ends, and the answer to the program that requested it.
@MainActor final class SimulatedSumUpApp {
    /// The name by which people know it.
    nonisolated static let name = "SumUp (simulated)"

    /// The end of a payment.
    enum Ending {
        /// An answer, with its address; `nil` if the request names none.
        case answered(url: String?)

        /// The window was closed without an answer.
        case closed
    }

    /// The ends of payments.
    let endings = Listeners<Ending>()

    private let platform: SumUpPlatform
    private let code: String
    private var window: ScreenWindow?

    /// Creates the app of a platform, whose answers have this transaction code.
    init(platform: SumUpPlatform = .iOS, code: String = SimulatedSumUpApp.usualCode) {
        (self.platform, self.code) = (platform, code)
    }

    /// The transaction code of its answers.
    nonisolated static let usualCode = "TSIM23B"

    /// Takes the address of a request.
    ///
    /// - Returns: Whether the app knows such addresses.
    func open(_ url: String) -> Bool {
        guard let sale = SumUpSale(url, as: platform) else { return false }
        ask(about: sale)
        return true
    }

    /// The address of the answer to a request; `nil` if it names none.
    func answer(_ reply: SumUpReply, to sale: SumUpSale) -> String? {
        let message = reply == .success ? "The payment went through." : "The payment did not go through."
        return sale.callback(reply, code: reply == .invalidState ? "" : code, as: platform, message: message)
    }

    /// Asks how a payment ends.
    func ask(about sale: SumUpSale) {
        var step = Screen(
            title: Self.name, heading: "Charge \(sale.amountText) \(VisibleText.of(sale.currency))?")
        step.rows = [Approval.Row("For", .untrusted(sale.title ?? "an unnamed item"))]
        if let name = sale.foreignID { step.rows.append(Approval.Row("Name", .untrusted(name))) }
        step.paragraphs = ["This is a simulation: no card is charged."]
        step.buttons = [
            .init(SumUpReply.invalidState, label: "Not ready"),
            .init(SumUpReply.failed, label: "Decline"),
            .init(SumUpReply.success, label: "Approve", .next),
        ]
        window?.close()
        let window = ScreenWindow(notice: "simulated, no money")
        window.onPress = { [weak self] action, _ in
            guard let self, let reply = action.of(SumUpReply.self) else { return }
            // The button is a part of the window.
            Task { [self] in
                self.window?.close()
                self.window = nil
                endings.tell(.answered(url: answer(reply, to: sale)))
            }
        }
        window.onClose = { [weak self] in
            self?.window = nil
            self?.endings.tell(.closed)
        }
        window.show(step)
        self.window = window
    }
}
