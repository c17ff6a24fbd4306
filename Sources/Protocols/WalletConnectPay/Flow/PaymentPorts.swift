public import Bridge

/// The components that payments use.
public struct PaymentPorts: Sendable {
    /// The payment gateway; `nil` if none is set up, for the reason ``problem``.
    public var gateway: (any PaymentGateway)?

    /// Why no gateway is available.
    public var problem = PayError.missingAuth

    /// The component that signs and sends.
    public var signer: any PaymentSigner

    /// The attempts to pay, stored across restarts.
    public var journal: any PaymentJournal

    /// The locks for signing a payment; they must have the same scope as ``journal``.
    public var locks: any PaymentLocks = MemoryPaymentLocks()

    /// The monotonic clock.
    public var time: TimeSource

    /// The time of day, in seconds since 1970.
    public var wallClock: @Sendable () -> Int64

    /// The number of milliseconds that the gateway may delay a response until the status changes.
    public var pollMilliseconds = 10_000

    /// What the wallet knows about an asset; an option that contradicts it is not offered.
    public var known: @Sendable (AssetID) -> KnownAsset? = { _ in nil }

    /// Creates ports.
    public init(
        gateway: (any PaymentGateway)?, signer: any PaymentSigner, journal: any PaymentJournal,
        time: TimeSource = .system, wallClock: @escaping @Sendable () -> Int64
    ) {
        self.gateway = gateway
        self.signer = signer
        self.journal = journal
        self.time = time
        self.wallClock = wallClock
    }

    /// The latest attempt at a payment; if it was being signed when its program ended, with the lock under which it was
    /// read.
    ///
    /// - Throws: ``PayError/journal(_:)`` with `taken` if it is being signed elsewhere.
    func takeOver(_ payment: PaymentID) async throws(PayError) -> (
        attempt: PaymentAttempt?, lock: PaymentLock?
    ) {
        let known = try await journal.attempt(at: payment)
        guard known?.state == .signing else { return (known, nil) }
        let lock = try locks.lock(payment)
        // The earlier owner of the lock may have changed the attempt.
        let attempt = try await journal.attempt(at: payment)
        return (attempt, attempt?.state == .signing ? lock : nil)
    }
}
