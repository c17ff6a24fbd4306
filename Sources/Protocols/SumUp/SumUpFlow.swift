public import Bridge

/// One payment with SumUp's app, which is sent once and tracked for as long as a response can change it.
///
/// The journal notifies it, regardless of which process receives the response; the database is read only then and at
/// the deadline.
@MainActor public final class SumUpFlow {
    /// The time without a change after which an attempt is no longer tracked.
    public nonisolated static let patience = Duration.seconds(86_400)

    /// The current state of the payment.
    public private(set) var attempt: SumUpAttempt

    private let payments: SumUpPayments
    private let time: TimeSource
    private let changes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let observation: SumUpObservation

    /// The pause after a failed read of the journal.
    private static let pause = Duration.seconds(2)

    /// Tracks `attempt`.
    ///
    /// - Throws: ``SumUpError/journal(_:)`` if the journal cannot be observed.
    public convenience init(
        following attempt: SumUpAttempt, in payments: SumUpPayments, time: TimeSource = .system
    ) async throws(SumUpError) {
        try await self.init(payments, time) { () throws(SumUpError) in attempt }
    }

    /// Observes the journal, then records a new attempt; if the journal cannot be observed, nothing is sent.
    private init(
        _ payments: SumUpPayments, _ time: TimeSource, _ begin: () async throws(SumUpError) -> SumUpAttempt
    ) async throws(SumUpError) {
        let (changes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        observation = try await payments.journal.observe { wake.yield() }
        attempt = try await begin()
        (self.payments, self.time, self.changes, self.wake) = (payments, time, changes, wake)
    }

    /// Records a payment and sends it to the app.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - page: The page that requested it; `nil` if the user did.
    ///   - payments: The payments that record it.
    ///   - time: The clock.
    ///   - open: Opens the request of the attempt with SumUp's app, and returns whether a program opened it.
    /// - Returns: The payment. If no program opened it, it has failed.
    /// - Throws: An error if it cannot be recorded; then `open` was not called.
    public static func handOver(
        _ request: SumUpRequest, for page: Origin? = nil, in payments: SumUpPayments, time: TimeSource = .system,
        open: (SumUpAttempt) -> Bool
    ) async throws(SumUpError) -> SumUpFlow {
        let flow = try await SumUpFlow(payments, time) { () throws(SumUpError) in
            try await payments.begin(request, for: page)
        }
        if open(flow.attempt) {
            // The response may have arrived already; then nothing changes.
            if let moved = try? await payments.move(secret: flow.attempt.secret, .handedOver) { flow.attempt = moved }
        } else {
            flow.attempt = try await payments.move(secret: flow.attempt.secret, .notHandedOver)
        }
        return flow
    }

    /// Records a payment that is shown as a QR code; its response does not reach this program.
    public static func show(
        _ request: SumUpRequest, for page: Origin? = nil, in payments: SumUpPayments
    ) async throws(SumUpError) -> SumUpAttempt {
        let attempt = try await payments.begin(request, for: page, keepsReturns: true)
        return try await payments.move(secret: attempt.secret, .handedOver)
    }

    /// Gives up the payment, unless it is over; ``next(within:)`` returns the change.
    public func abandon() async {
        _ = try? await payments.move(secret: attempt.secret, .abandoned)
    }

    /// Waits until the state of the payment changes; ``attempt`` then has the new state.
    ///
    /// - Returns: `nil` if no response can change it any more, after `limit`, or if the task is cancelled.
    public func next(within limit: Duration = patience) async -> SumUpAttempt? {
        guard attempt.canStillBePaid else { return nil }
        let end = time.now() + limit
        while !Task.isCancelled {
            var pause = attempt.timeToDeadline(at: payments.now())
            do throws(SumUpError) {
                if let now = try await payments.attempt(secret: attempt.secret), now.state != attempt.state {
                    attempt = now
                    return now
                }
            } catch {
                pause = Self.pause
            }
            let left = end - time.now()
            guard left > .zero else { return nil }
            await change(within: min(left, pause ?? left))
        }
        return nil
    }

    /// Waits until the journal was changed, but not longer than `limit`.
    private func change(within limit: Duration) async {
        let clock = Task { [time, wake] in
            try await time.sleep(limit)
            wake.yield()
        }
        defer { clock.cancel() }
        for await _ in changes { return }
    }
}
