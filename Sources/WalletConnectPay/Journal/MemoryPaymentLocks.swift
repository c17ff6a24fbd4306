internal import Synchronization

/// Locks within one program, for a journal that ends with it.
public final class MemoryPaymentLocks: PaymentLocks {
    private let locked = Mutex<Set<PaymentID>>([])

    /// Creates locks of which none is held.
    public init() {}

    /// Locks a payment.
    public func lock(_ payment: PaymentID) throws(PayError.Journal) -> PaymentLock {
        guard locked.withLock({ $0.insert(payment).inserted }) else { throw .taken }
        return PaymentLock { [self] in locked.withLock { _ = $0.remove(payment) } }
    }
}
