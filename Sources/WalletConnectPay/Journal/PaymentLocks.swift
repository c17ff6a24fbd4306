/// Excludes that two windows or programs of this wallet sign for the same payment at once.
///
/// The journal cannot tell an attempt that is being signed from one whose program was killed: the lock ends with the
/// program.
public protocol PaymentLocks: Sendable {
    /// Locks a payment for as long as the returned lock lives, or until the program ends.
    ///
    /// - Throws: ``PayError.Journal/taken`` where it is locked, by whichever program.
    func lock(_ payment: PaymentID) throws(PayError.Journal) -> PaymentLock
}

/// A lock that is held while this object lives.
public final class PaymentLock: Sendable {
    private let release: @Sendable () -> Void

    /// Creates a lock that calls `release` at its end.
    public init(release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit { release() }
}
