extension PaymentFlow {
    /// The minimum pause between status requests.
    static let shortestPause = Duration.milliseconds(500)

    /// The maximum pause between status requests.
    static let longestPause = Duration.seconds(60)

    /// The number of seconds for which a pending payment is polled automatically.
    public static let patience: Int64 = 600

    /// The results of the actions, if they are known; after a restart, only if all of them are hashes.
    private var results: [String]? {
        if !signed.actions.isEmpty, signed.results.count == signed.actions.count {
            return signed.results.compactMap(\.self)
        }
        return attempt?.keptResults
    }

    /// Whether the submitted results were signed some time ago: before a restart or before an earlier submission.
    var isResubmitting: Bool { submission.repeats > 0 || signed.actions.isEmpty }

    mutating func submit() -> [Effect] {
        guard let attempt, let results else { return [] }
        state = .confirming
        let answers = collection.answers
        return ask { .confirm($0, option: attempt.option, signatures: results, collected: answers) }
    }

    mutating func handleConfirmed(_ result: Result<ConfirmResult, PayError>) -> [Effect] {
        guard case .confirming = state else { return [] }
        switch result {
        case .success(let answer): return settle(answer)
        case .failure(let error):
            failures = 0
            refusal = error.isRefusal ? error : nil
            let pause = submission.fail(with: error, at: now)
            if error.isStalePrice, submission.lostAt == nil { return handleRefused(error) }
            // The status of the payment counts, not the response to a single request.
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

    mutating func handleStatus(_ result: Result<ConfirmResult, PayError>) -> [Effect] {
        switch (state, result) {
        case (.unsure, .success(let answer)), (.processing, .success(let answer)):
            failures = 0
            notice = nil
            return settle(answer)
        case (.unsure, .failure(let error)):
            // Only a response to this request settles the submission. A gateway that does not know the payment may not
            // be the one that it was submitted to; then only the expiry ends the signature.
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

    /// Applies the gateway's response about the status of the payment.
    private mutating func settle(_ answer: ConfirmResult) -> [Effect] {
        if answer.isFinal { return finish(answer) }
        let wished = answer.pollMilliseconds.map { Duration.milliseconds(min($0, 60_000)) } ?? .seconds(1)
        let pause = max(wished, Self.shortestPause)
        switch state {
        case .unsure where answer.status == .requiresAction: return submitAgain()
        case .confirming where answer.status == .requiresAction:
            // The gateway responds, but does not report that it has the results.
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
            // The status is final according to the gateway, but is unknown here: the user may request it again.
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

    /// Handles the status that the payment still awaits a payer: the gateway does not have the results, or does not
    /// have them yet.
    private mutating func submitAgain() -> [Effect] {
        if let refusal { return handleRefused(refusal) }
        guard results != nil else {
            if hasPaid { return unsettle() }
            // The restart has lost the signatures, and they may still be on their way: only the expiry or the gateway
            // ends the payment.
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

    /// Handles that the gateway did not accept the results: others may be signed once no earlier submission can still
    /// arrive.
    private mutating func handleRefused(_ error: PayError) -> [Effect] {
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

    /// Whether a transaction that moves the money was or may have been sent.
    private var hasPaid: Bool { attempt?.mayHavePaid ?? false }

    /// Stores the state of the attempt if it has changed.
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

    /// Ends the payment if the gateway has not accepted the money; money that a transaction sent is still gone.
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
