/// Prevents two windows or programs of this wallet from signing for the same payment at the same time.
///
/// The journal cannot distinguish an attempt that is being signed from one whose program was killed; the lock can,
/// because it ends with the program.
public protocol PaymentLocks: Sendable {
    /// Locks a payment until the returned lock is released or the program ends.
    ///
    /// - Throws: ``PayError/journal(_:)`` with `taken` if it is already locked by this or another program.
    func lock(_ payment: PaymentID) throws(PayError) -> PaymentLock
}

/// A lock that is held until this object is released.
public final class PaymentLock: Sendable {
    private let release: @Sendable () -> Void

    /// Creates a lock that calls `release` when it ends.
    public init(release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit { release() }
}
