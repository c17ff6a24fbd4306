import WalletConnectPay

/// A journal in memory whose disk may break, or the program's life in the middle of a writing.
@MainActor final class FakeJournal: PaymentJournal {
    let fate: Fate
    private(set) var attempts: [PaymentID: PaymentAttempt] = [:]

    /// Every state that was written, in order.
    private(set) var written: [PaymentAttempt.State] = []

    init(fate: Fate = Fate()) {
        self.fate = fate
    }

    @MainActor func keep(_ attempt: PaymentAttempt) async throws(PayError) {
        try await fate.step(lost: PayError.journal(.unavailable("the disk is full"))) {
            @MainActor () async throws(PayError) in
            if let known = attempts[attempt.payment], known.id != attempt.id, !known.state.canBeReplaced {
                throw .journal(.taken)
            }
            attempts[attempt.payment] = attempt
            written.append(attempt.state)
        }
    }

    @MainActor func attempt(at payment: PaymentID) async throws(PayError) -> PaymentAttempt? {
        attempts[payment]
    }

    @MainActor func open() async throws(PayError) -> [PaymentAttempt] {
        attempts.values.filter(\.state.isOpen)
    }

    @MainActor func recent(limit: Int) async throws(PayError) -> [PaymentAttempt] {
        Array(attempts.values.sorted { $0.startedAt > $1.startedAt }.prefix(limit))
    }
}
