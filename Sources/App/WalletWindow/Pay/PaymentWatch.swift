import Bridge
import Messages
import WalletConnectPay
import GLibKit
import WalletTerminal

/// Keeps the program running until the payments that it has shown are settled, even when no window shows them any more.
@MainActor final class PaymentWatch {
    /// The exit status of the program, for the last payment that was shown; see ``PaymentText/status(of:)``.
    private(set) var status: Int32 = 1

    /// How long payments are tracked once no window is open.
    static let limit = Duration.seconds(PaymentFlow.patience)

    private let presenter: PaymentPresenter
    private let options: [String]
    private var last: PaymentFlow?
    private var alarm: Task<Void, Never>?

    /// Creates a watch over the payments of `presenter`, in a program that was started with these options.
    init(_ presenter: PaymentPresenter, options: [String] = []) {
        self.presenter = presenter
        self.options = options
        presenter.events.add { [weak self] event in
            switch event {
            case .closed(let flow): self?.closed(flow)
            case .settled(let flow): self?.settled(flow)
            }
        }
    }

    /// Handles that no window is open any more.
    private func closed(_ flow: PaymentFlow?) {
        last = flow
        let pending = presenter.lookedAfter
        if let flow, !pending.contains(where: { $0.payment == flow.payment }) { note(flow) }
        guard !pending.isEmpty else { return MainLoop.stop() }
        for flow in pending { Console.say(Self.waiting(flow)) }
        alarm?.cancel()
        alarm = Task { [weak self] in
            guard (try? await ContinuousClock().sleep(for: Self.limit)) != nil else { return }
            self?.giveUp()
        }
    }

    private func settled(_ flow: PaymentFlow) {
        note(flow)
        stopIfIdle()
    }

    private func giveUp() {
        for flow in presenter.lookedAfter { note(flow) }
        if !presenter.isShowing { MainLoop.stop() }
    }

    private func stopIfIdle() {
        guard !presenter.isShowing, presenter.lookedAfter.isEmpty else { return }
        alarm?.cancel()
        MainLoop.stop()
    }

    /// Prints the outcome of a payment, and the command to run if it is not settled.
    private func note(_ flow: PaymentFlow) {
        Console.say(
            localized("\(flow.payment, as: "payment"): \(PaymentText.outcome(of: flow), as: "state")"))
        if flow.state.end == nil, flow.attempt != nil { Console.say(Self.later(flow, options)) }
        guard flow.payment == last?.payment ?? flow.payment else { return }
        status = PaymentText.status(of: flow)
    }

    /// The message when the window of an unsettled payment closes.
    static func waiting(_ flow: PaymentFlow) -> String {
        localized(
            """
            \(flow.payment, as: "payment"): \(PaymentText.outcome(of: flow), as: "state"). Checking for up to 10 minutes; \
            Ctrl+C stops that.
            """)
    }

    /// The message when the program ends before a payment is settled.
    static func later(_ flow: PaymentFlow, _ options: [String] = []) -> String {
        let command = (["drawbridge", "pay", "\(flow.payment)"] + options.map(quoted)).joined(separator: " ")
        return localized("Run “\(command, as: "command")” to check it again.")
    }

    /// A word, quoted for a shell.
    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-_./:=@%+,".utf8.contains(byte)
        }
        let escaped = word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        return plain && !word.isEmpty ? word : "'\(escaped)'"
    }
}
