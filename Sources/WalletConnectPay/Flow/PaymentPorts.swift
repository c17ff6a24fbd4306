public import Bridge

/// What payments are made with.
public struct PaymentPorts: Sendable {
    /// The payment gateway; `nil` if none is set up, for the reason ``trouble``.
    public var gateway: (any PaymentGateway)?

    /// Why no gateway is available.
    public var trouble = PayError.missingAuth

    /// Signs and sends.
    public var signer: any PaymentSigner

    /// What survives a restart.
    public var journal: any PaymentJournal

    /// Who may sign for a payment; these must reach as far as ``journal`` does.
    public var locks: any PaymentLocks = MemoryPaymentLocks()

    /// The monotonic clock.
    public var time: TimeSource

    /// The time of day, in seconds since 1970.
    public var wallClock: @Sendable () -> Int64

    /// How many milliseconds the gateway may hold an answer back to wait for news.
    public var pollMilliseconds = 10_000

    /// What the wallet knows of an asset; an option that contradicts it is not offered.
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

    /// The latest attempt at a payment; where it was being signed when its program ended, with the lock under which it
    /// was read.
    ///
    /// - Throws: ``PayError.Journal/taken`` where it is being signed elsewhere.
    func takeOver(_ payment: PaymentID) async throws(PayError.Journal) -> (
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
