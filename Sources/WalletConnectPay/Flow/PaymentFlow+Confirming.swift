extension PaymentFlow {
    /// How soon the gateway is asked again at the earliest.
    static let shortestPause = Duration.milliseconds(500)

    /// How late the gateway is asked again at the latest.
    static let longestPause = Duration.seconds(60)

    /// For how many seconds a payment on its way is asked for by itself.
    public static let patience: Int64 = 600

    /// What the actions came to, where it is known: also after a restart, where that was hashes only.
    private var results: [String]? {
        if !signed.actions.isEmpty, signed.results.count == signed.actions.count { return signed.results }
        return attempt?.keptResults
    }

    /// Whether what is submitted was signed some time ago: before a restart, or it was submitted before.
    var isResubmitting: Bool { submission.repeats > 0 || signed.actions.isEmpty }

    mutating func submit() -> [Effect] {
        guard let attempt, let results else { return [] }
        state = .confirming
        let answers = collection.answers
        return ask { .confirm($0, option: attempt.option, signatures: results, collected: answers) }
    }

    mutating func hearConfirmed(_ result: Result<ConfirmResult, PayError>) -> [Effect] {
        guard case .confirming = state else { return [] }
        switch result {
        case .success(let answer): return settle(answer)
        case .failure(let error):
            failures = 0
            refusal = error.isRefusal ? error : nil
            let pause = submission.fail(with: error, at: now)
            if error.isStalePrice, submission.lostAt == nil { return hearRefused(error) }
            // What the gateway says of the payment counts, not what it says of one question.
            state = .unsure(isAsking: pause == .zero)
            return askStatus(after: pause)
        }
    }

    /// Whether it is pending, and no longer polled: only the user's ``Event/checkStatus`` queries it.
    public var isResting: Bool {
        guard case .processing = state else { return false }
        return !isWaiting
    }

    /// Requests the status of the payment.
    mutating func askStatus(after pause: Duration) -> [Effect] {
        ask { .askStatus($0, after: pause) }
    }

    mutating func checkStatus() -> [Effect] {
        switch state {
        case .unsure(isAsking: false):
            submission.repeats = 0
            state = .unsure(isAsking: true)
        case .processing(isAsking: false):
            state = .processing(isAsking: true)
        case .unsent: return findAgain()
        default: return []
        }
        notice = nil
        return askStatus(after: .zero)
    }

    mutating func hearStatus(_ result: Result<ConfirmResult, PayError>) -> [Effect] {
        switch (state, result) {
        case (.unsure, .success(let answer)), (.processing, .success(let answer)):
            failures = 0
            notice = nil
            return settle(answer)
        case (.unsure, .failure(let error)):
            // Only an answer to this question settles what was submitted. A gateway that does not know the
            // payment can be another one than it was submitted to; then only time ends the signature.
            if error == .paymentNotFound, let until = attempt?.usableUntil, until <= now { return unsettle() }
            state = .unsure(isAsking: false)
            return askLater(error)
        case (.processing, .failure(let error)):
            state = .processing(isAsking: false)
            return askLater(error)
        default: return []
        }
    }

    private mutating func askLater(_ error: PayError) -> [Effect] {
        notice = error.isOffline ? .notReached : .notAnswered(error)
        failures += 1
        return askStatus(after: pause)
    }

    /// Applies the gateway's answer about the status of the payment.
    private mutating func settle(_ answer: ConfirmResult) -> [Effect] {
        if answer.isFinal { return finish(answer) }
        let wished = answer.pollMilliseconds.map { Duration.milliseconds(min($0, 60_000)) } ?? .seconds(1)
        let pause = max(wished, Self.shortestPause)
        switch state {
        case .unsure where answer.status == .requiresAction: return submitAgain()
        case .confirming where answer.status == .requiresAction:
            // It answers, and does not say that it has it.
            submission.lose(at: now)
            submission.checksLeft -= 1
            state = .unsure(isAsking: false)
            return askStatus(after: pause)
        default: return wait(pause)
        }
    }

    private mutating func finish(_ answer: ConfirmResult) -> [Effect] {
        switch answer.status {
        case .succeeded: return endPaid(answer.result?.txID)
        case .failed: return endUnpaid(.failed, .gatewayFailed)
        case .expired: return endUnpaid(.expired, .expired(by: .gateway))
        case .cancelled: return endUnpaid(.cancelled, .cancelled(by: .gateway))
        case .requiresAction, .processing, .other:
            // Final by the gateway's word, and yet no end that is known here: the user may ask again.
            state = .processing(isAsking: false)
            return keep(.processing)
        }
    }

    private mutating func wait(_ pause: Duration) -> [Effect] {
        state = .processing(isAsking: false)
        let since = processingSince ?? now
        processingSince = since
        let effects = keep(.processing)
        guard now - since < Self.patience else { return effects }
        return effects + askStatus(after: pause)
    }

    /// The gateway says that the payment still waits: it does not have what was submitted, or does not have it yet.
    private mutating func submitAgain() -> [Effect] {
        if let refusal { return hearRefused(refusal) }
        guard results != nil else {
            if hasPaid { return unsettle() }
            // The signatures went with the restart, and may still be on their way: only time or the gateway ends it.
            return rest(for: Self.longestPause)
        }
        if let pause = submission.nextCheck() { return rest(for: pause) }
        guard submission.canRepeat else { return rest(for: Self.longestPause) }
        submission.repeats += 1
        guard var attempt, attempt.state != .confirming else { return submit() }
        attempt.state = .confirming
        self.attempt = attempt
        state = .confirming
        return ask { .keep($0, attempt) }
    }

    /// The gateway did not accept the results: other ones may be signed once no earlier submission can arrive any more.
    private mutating func hearRefused(_ error: PayError) -> [Effect] {
        if hasPaid { return unsettle() }
        if let left = submission.transitTime(at: now) { return rest(for: min(left, Self.longestPause)) }
        if error.isStalePrice {
            refusal = nil
            signed.stop = .stale
            return giveUp(.priceRenewed, refused: true)
        }
        guard error == .dataCollectionRequired, !signed.actions.isEmpty else { return endRefused(error) }
        refusal = nil
        let effects = giveUp(.dataMissing, refused: true)
        return effects + collectAgain()
    }

    private mutating func rest(for pause: Duration) -> [Effect] {
        state = .unsure(isAsking: false)
        return askStatus(after: pause)
    }

    /// Whether a transaction that moves the money is out, or may be.
    private var hasPaid: Bool { attempt?.mayHavePaid ?? false }

    /// Keeps what became of the attempt, if that is news.
    private mutating func keep(_ state: PaymentAttempt.State) -> [Effect] {
        guard var attempt, attempt.state != state else { return [] }
        attempt.state = state
        self.attempt = attempt
        return [.keep(nil, attempt)]
    }

    private mutating func endPaid(_ transaction: String?) -> [Effect] {
        guard attempt != nil else { return end(.alreadyPaid(transaction: transaction)) }
        let transaction = transaction ?? attempt?.signedHashes.last
        attempt?.transaction = transaction
        return keep(.succeeded) + end(.succeeded(transaction: transaction))
    }

    /// It has ended, and the gateway has not taken the money; what a transaction sent is still gone.
    private mutating func endUnpaid(_ state: PaymentAttempt.State, _ end: PaymentEnd) -> [Effect] {
        hasPaid ? unsettle() : keep(state) + self.end(end)
    }

    mutating func unsettle() -> [Effect] {
        let hashes = attempt?.signedHashes ?? []
        return keep(.unsettled) + end(.unsettled(transactions: hashes))
    }

    private mutating func endRefused(_ error: PayError) -> [Effect] {
        let state: PaymentAttempt.State =
            switch error {
            case .paymentExpired: .expired
            case .paymentCancelled: .cancelled
            default: .failed
            }
        return keep(state) + end(before: error)
    }
}
