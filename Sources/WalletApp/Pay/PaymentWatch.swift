import Messages
import WalletConnectPay
import GLibKit

/// Keeps the program running until the payments that it has shown are settled, also when no window shows them any more.
@MainActor final class PaymentWatch {
    /// What the program ends with, for the last payment that was shown; see ``PaymentText/status(of:)``.
    private(set) var status: Int32 = 1

    /// How long payments are looked after once no window is open.
    static let limit = Duration.seconds(PaymentFlow.patience)

    private let presenter: PaymentPresenter
    private let options: [String]
    private var last: PaymentFlow?
    private var alarm: Task<Void, Never>?

    /// Creates a watch over what `presenter` shows, in a program that was started with these options.
    init(_ presenter: PaymentPresenter, options: [String] = []) {
        self.presenter = presenter
        self.options = options
        presenter.onClose = { [weak self] flow in self?.closed(flow) }
        presenter.onSettled = { [weak self] flow in self?.settled(flow) }
    }

    /// No window is open any more.
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

    /// Says what became of a payment, and what to run where that is not settled.
    private func note(_ flow: PaymentFlow) {
        Console.say(
            localized("\(flow.payment, as: "payment"): \(PaymentText.outcome(of: flow), as: "state")"))
        if flow.state.end == nil, flow.attempt != nil { Console.say(Self.later(flow, options)) }
        guard flow.payment == last?.payment ?? flow.payment else { return }
        status = PaymentText.status(of: flow)
    }

    /// What is said when the window of a payment closes that is not settled.
    static func waiting(_ flow: PaymentFlow) -> String {
        localized(
            """
            \(flow.payment, as: "payment"): \(PaymentText.outcome(of: flow), as: "state"). Checking for up to 10 minutes; \
            Ctrl+C stops that.
            """)
    }

    /// What is said when the program ends before a payment is settled.
    static func later(_ flow: PaymentFlow, _ options: [String] = []) -> String {
        let command = (["drawbridge", "pay", "\(flow.payment)"] + options.map(quoted)).joined(separator: " ")
        return localized("Run “\(command, as: "command")” to check it again.")
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-_./:=@%+,".utf8.contains(byte)
        }
        let escaped = word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        return plain && !word.isEmpty ? word : "'\(escaped)'"
    }
}
