public import Bridge

/// Takes payments with SumUp's app: records each attempt before it is sent, and updates its state.
///
/// Several processes may use the same journal: a change is written only if the stored state is still the one that was
/// read.
public struct SumUpPayments: Sendable {
    let journal: any SumUpJournal
    private let scheme: String
    private let limit: Int64
    let now: @Sendable () -> Int64
    private let name: @Sendable () -> String

    /// Creates the payments of a journal.
    ///
    /// - Parameters:
    ///   - journal: The journal that stores the attempts.
    ///   - scheme: This program's own scheme, for responses.
    ///   - limit: The number of seconds after which an attempt times out.
    ///   - now: The time in seconds since 1970.
    ///   - name: Returns a new random name: 32 hexadecimal digits.
    public init(
        journal: any SumUpJournal, scheme: String = "drawbridge", limit: Int64 = 900,
        now: @escaping @Sendable () -> Int64, name: @escaping @Sendable () -> String = Self.randomName
    ) {
        self.journal = journal
        self.scheme = scheme
        self.limit = limit
        self.now = now
        self.name = name
    }

    /// Records a new attempt, whose `request` is to be sent.
    ///
    /// - Parameters:
    ///   - request: The request. Its callback addresses are replaced by this program's own, unless `keepsReturns` is
    ///     true.
    ///   - page: The page that requested it; `nil` if the user did.
    ///   - keepsReturns: Whether the callback addresses of the request are kept, as for a QR code: a response that the
    ///     phone opens never reaches this program.
    /// - Returns: The attempt, which has not left this program yet.
    /// - Throws: ``SumUpError/nameTaken`` if a payment has its name; ``SumUpError/journal(_:)`` if it cannot be stored:
    ///   then nothing may be sent.
    public func begin(
        _ request: SumUpRequest, for page: Origin? = nil, keepsReturns: Bool = false
    ) async throws(SumUpError) -> SumUpAttempt {
        let secret = name()
        let outgoing =
            keepsReturns
            ? try request.named(name())
            : try request.answering(at: SumUpAnswer.address(scheme: scheme, attempt: secret), foreignID: name())
        let time = now()
        let attempt = SumUpAttempt(
            secret: secret, request: outgoing, requester: page.map { .init(page: $0, request: request) }, begun: time,
            deadline: time + limit, state: .started, changed: time)
        try await journal.claim(attempt)
        return attempt
    }

    /// Handles a response, which arrived as a link.
    ///
    /// - Returns: The attempt in its new state, and the response.
    /// - Throws: ``SumUpError/stray`` if it matches no attempt that waits for one; then nothing was changed.
    public func take(_ link: String) async throws(SumUpError) -> (attempt: SumUpAttempt, answer: SumUpAnswer) {
        let answer = try SumUpAnswer(parsing: link, scheme: scheme)
        // A name can be guessed or chosen by a page: only the secret proves that a response belongs to an attempt.
        guard let secret = answer.attempt, let found = try await journal.attempt(secret: secret) else { throw .stray }
        do throws(SumUpError) {
            return (try await move(found, .answered(answer)), answer)
        } catch {
            throw error == .notPossible ? .stray : error
        }
    }

    /// Applies an event to the attempt with this secret.
    ///
    /// - Throws: ``SumUpError/notPossible`` if it changes nothing.
    @discardableResult public func move(
        secret: String, _ event: SumUpAttempt.Event
    ) async throws(SumUpError) -> SumUpAttempt {
        guard let attempt = try await journal.attempt(secret: secret) else { throw .notPossible }
        return try await move(attempt, event)
    }

    /// The attempt with this secret; timed out if its deadline has passed.
    public func attempt(secret: String) async throws(SumUpError) -> SumUpAttempt? {
        guard let attempt = try await journal.attempt(secret: secret) else { return nil }
        guard attempt.after(.looked, at: now()) != nil else { return attempt }
        return try await move(attempt, .looked)
    }

    /// The latest attempts, newest first; those whose deadline has passed are timed out.
    public func recent(limit: Int) async throws(SumUpError) -> [SumUpAttempt] {
        for attempt in try await journal.open() where attempt.after(.looked, at: now()) != nil {
            _ = try await move(attempt, .looked)
        }
        return try await journal.recent(limit: limit)
    }

    private func move(
        _ attempt: SumUpAttempt, _ event: SumUpAttempt.Event
    ) async throws(SumUpError) -> SumUpAttempt {
        var attempt = attempt
        // A write fails only if another writer was faster, and there are few states.
        for _ in 0..<8 {
            guard let next = attempt.after(event, at: now()) else { throw .notPossible }
            if try await journal.replace(attempt, by: next) { return next }
            guard let current = try await journal.attempt(secret: attempt.secret) else { throw .notPossible }
            attempt = current
        }
        throw .notPossible
    }

    /// A random name with 128 bits.
    @Sendable public static func randomName() -> String { RandomName.make() }
}
