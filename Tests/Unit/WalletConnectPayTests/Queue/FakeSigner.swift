import WalletConnectPay

/// A wallet whose user approves everything, with a record of what it sent.
@MainActor final class FakeSigner: PaymentSigner {
    let fate: Fate

    /// The outcome of the next action instead of an approval.
    var outcome: ActionOutcome?

    /// Whether the user is still looking at the question; then nothing is decided.
    var isAsking = false

    /// Whether the question was taken away.
    private(set) var wasTakenAway = false

    /// The payments' transactions that it sent.
    private(set) var sent: [String] = []
    private(set) var performed: [PaymentAction] = []
    private var count = 0

    /// What took the place of a transaction: another one, or one that does something else.
    var successors: [String: String?] = [:]

    init(fate: Fate = Fate()) {
        self.fate = fate
    }

    func perform(_ action: PaymentAction, for attempt: PaymentAttempt, option: PaymentOption) async -> ActionOutcome {
        await fate.step(lost: Never?.none) { @MainActor () async throws(Never) -> ActionOutcome in
            performed.append(action)
            while isAsking, !Task.isCancelled { await Task.yield() }
            if Task.isCancelled {
                wasTakenAway = true
                return .refused
            }
            if let outcome { return outcome }
            count += 1
            guard case .rpc(_, "eth_sendTransaction", _) = action else { return .done("0x51\(count)") }
            if action != PaymentFixture.approve { sent.append("0x7a\(count)") }
            return .done("0x7a\(count)")
        }
    }

    func successor(of hash: String, of attempt: PaymentAttempt) async -> String? { successors[hash, default: hash] }

    func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction {
        await fate.step(lost: Never?.none) { @MainActor () async throws(Never) -> EarlierTransaction in
            sent.last.map { .sent(hash: $0) } ?? .none
        }
    }
}
