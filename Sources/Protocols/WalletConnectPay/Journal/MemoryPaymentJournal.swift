internal import Synchronization

/// A journal in memory that is lost when the process ends: for tests, and for keys without value.
public actor MemoryPaymentJournal: PaymentJournal {
    private var attempts: [PaymentAttempt] = []

    /// Creates an empty journal.
    public init() {}

    /// Stores the current state of an attempt.
    public func keep(_ attempt: PaymentAttempt) throws(PayError) {
        guard let place = attempts.firstIndex(where: { $0.payment == attempt.payment }) else {
            attempts.append(attempt)
            return
        }
        let known = attempts[place]
        guard known.id == attempt.id || known.state.canBeReplaced else { throw .journal(.taken) }
        attempts[place] = attempt
    }

    /// The latest attempt at a payment.
    public func attempt(at payment: PaymentID) -> PaymentAttempt? {
        attempts.first { $0.payment == payment }
    }

    /// The attempts that have not ended, oldest first.
    public func open() -> [PaymentAttempt] {
        ordered.filter(\.state.isOpen)
    }

    /// The latest attempts, newest first.
    public func recent(limit: Int) -> [PaymentAttempt] {
        ordered.suffix(max(limit, 0)).reversed()
    }

    private var ordered: [PaymentAttempt] { attempts.sorted { $0.startedAt < $1.startedAt } }
}

/// Locks within one program, for a journal in its memory.
public final class MemoryPaymentLocks: PaymentLocks {
    private let locked = Mutex<Set<PaymentID>>([])

    /// Creates locks; none is held.
    public init() {}

    /// Locks a payment.
    public func lock(_ payment: PaymentID) throws(PayError) -> PaymentLock {
        guard locked.withLock({ $0.insert(payment).inserted }) else { throw .journal(.taken) }
        return PaymentLock { [self] in locked.withLock { _ = $0.remove(payment) } }
    }
}
