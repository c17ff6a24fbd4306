public import Bridge

/// Takes payments with SumUp's app: writes down each attempt before anybody hears of it, and moves it on.
///
/// Several processes may work on one journal: each change is made only from the state that was read.
public struct SumUpPayments: Sendable {
    let journal: any SumUpJournal
    private let scheme: String
    private let limit: Int64
    let now: @Sendable () -> Int64
    private let name: @Sendable () -> String

    /// Creates a till.
    ///
    /// - Parameters:
    ///   - journal: Where attempts are kept.
    ///   - scheme: This program's own scheme, to which answers go.
    ///   - limit: Seconds until an attempt counts as not answered.
    ///   - now: The time in seconds since 1970.
    ///   - name: A random name that is never used again: 32 hexadecimal digits.
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

    /// Writes down a new attempt; what to hand over is its `request`.
    ///
    /// - Parameters:
    ///   - request: What is wanted. The answer goes to this program, whatever the request says about it, unless
    ///     `keepsReturns`.
    ///   - page: The page that asked for it; `nil` where the user did.
    ///   - keepsReturns: Whether the answer goes where the request says: for a QR code, since an answer that the phone
    ///     opens never comes back here.
    /// - Returns: The attempt, which has not left this program yet.
    /// - Throws: ``SumUpError/nameTaken`` where a payment has its name; ``SumUpError/journal(_:)`` where it cannot be
    ///   saved: then nothing may be handed over.
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

    /// Takes an answer that came as a link.
    ///
    /// - Returns: The attempt in its new state, and what was said.
    /// - Throws: ``SumUpError/stray`` where it fits no attempt that waits for one; then nothing was changed.
    public func take(_ link: String) async throws(SumUpError) -> (attempt: SumUpAttempt, answer: SumUpAnswer) {
        let answer = try SumUpAnswer(parsing: link, scheme: scheme)
        // A name can be guessed, or was chosen by a page: only the secret shows that an answer belongs to an attempt.
        guard let secret = answer.attempt, let found = try await journal.attempt(secret: secret) else { throw .stray }
        do throws(SumUpError) {
            return (try await move(found, .answered(answer)), answer)
        } catch {
            throw error == .notPossible ? .stray : error
        }
    }

    /// Lets something happen to the attempt with this secret.
    ///
    /// - Throws: ``SumUpError/notPossible`` where it changes nothing.
    @discardableResult public func move(
        secret: String, _ event: SumUpAttempt.Event
    ) async throws(SumUpError) -> SumUpAttempt {
        guard let attempt = try await journal.attempt(secret: secret) else { throw .notPossible }
        return try await move(attempt, event)
    }

    /// The attempt with this secret; timed out where its time is over.
    public func attempt(secret: String) async throws(SumUpError) -> SumUpAttempt? {
        guard let attempt = try await journal.attempt(secret: secret) else { return nil }
        guard attempt.after(.looked, at: now()) != nil else { return attempt }
        return try await move(attempt, .looked)
    }

    /// The latest attempts, newest first; those whose time is over are timed out.
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
        // A round fails only if another writer was faster, and there are few states.
        for _ in 0..<8 {
            guard let next = attempt.after(event, at: now()) else { throw .notPossible }
            if try await journal.replace(attempt, by: next) { return next }
            guard let current = try await journal.attempt(secret: attempt.secret) else { throw .notPossible }
            attempt = current
        }
        throw .notPossible
    }

    /// A name of 128 random bits.
    @Sendable public static func randomName() -> String { RandomName.make() }
}
