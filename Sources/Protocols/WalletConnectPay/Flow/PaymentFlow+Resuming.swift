extension PaymentFlow {
    /// Determines the outcome of an attempt that was interrupted.
    mutating func lookAfter() -> [Effect] {
        guard let attempt, !attempt.isHarmless else {
            guard let known = attempt ?? interrupted, !allowances.isEmpty else { return forget() }
            return ask { .readAllowance($0, known.allowanceNeed, after: .zero) }
        }
        state = .unsure(isAsking: true)
        let isLost = attempt.steps.contains { step in
            guard step.kind == .payment else { return false }
            // The gateway looks for a transaction whose hash was submitted.
            if case .signed = step.progress { return attempt.state == .signing }
            return step.progress == .begun
        }
        return isLost ? findBroadcast(of: attempt, after: .zero) : askStatus(after: .zero)
    }

    private mutating func findBroadcast(of attempt: PaymentAttempt, after pause: Duration) -> [Effect] {
        ask { .findBroadcast($0, attempt, after: pause) }
    }

    mutating func handleFound(_ found: EarlierTransaction) -> [Effect] {
        guard let attempt else { return [] }
        switch found {
        case .none: return forget(progress: .waiting)
        case .sent(let hash):
            let effects = note(.done(hash: hash), .confirming)
            state = .unsure(isAsking: true)
            notice = nil
            failures = 0
            return effects + askStatus(after: .zero)
        case .signed(let hash):
            let effects = note(.signed(hash: hash), .signing)
            state = .unsent(hash: hash, isBusy: false)
            failures += 1
            return effects + findBroadcast(of: self.attempt ?? attempt, after: pause)
        case .unknown:
            state = .unsure(isAsking: true)
            return askStatus(after: .zero)
        }
    }

    /// Stores the progress of the payment's own transaction, if it has changed.
    private mutating func note(
        _ progress: PaymentAttempt.Step.Progress, _ state: PaymentAttempt.State
    ) -> [Effect] {
        guard var attempt, let place = attempt.steps.firstIndex(where: { $0.kind == .payment }),
            attempt.steps[place].progress != progress || attempt.state != state
        else { return [] }
        attempt.steps[place].progress = progress
        attempt.state = state
        self.attempt = attempt
        return [.keep(nil, attempt)]
    }

    /// Whether a transaction that was perhaps never sent can still be sent: the payment has not expired.
    public var canSendAgain: Bool {
        guard case .unsent(_, isBusy: false) = state, let attempt else { return false }
        return now + Self.reserve < attempt.expiresAt
    }

    mutating func sendAgain() -> [Effect] {
        if case .waiting(let waiting) = state { return sendAllowanceAgain(waiting) }
        guard canSendAgain, case .unsent(let hash, _) = state, let attempt else { return [] }
        state = .unsent(hash: hash, isBusy: true)
        notice = nil
        return ask { .sendAgain($0, hash: hash, attempt) }
    }

    mutating func handleSentAgain(_ isSent: Bool) -> [Effect] {
        if case .waiting = state { return handleAllowanceSentAgain(isSent) }
        guard case .unsent(let hash, _) = state, let attempt else { return [] }
        if isSent { return handleFound(.sent(hash: hash)) }
        state = .unsent(hash: hash, isBusy: false)
        notice = .notSent
        return findBroadcast(of: attempt, after: pause)
    }

    mutating func giveUpUnsent() -> [Effect] {
        guard case .unsent(let hash, isBusy: false) = state, let attempt else { return [] }
        state = .unsent(hash: hash, isBusy: true)
        notice = nil
        return ask { .giveUp($0, hash: hash, attempt) }
    }

    mutating func handleGaveUp(_ isGivenUp: Bool) -> [Effect] {
        guard case .unsent(let hash, _) = state, let attempt else { return [] }
        if isGivenUp {
            // It can be paid again with a transaction that replaces this one.
            self.attempt?.state = .failed
            let effects = self.attempt.map { [Effect.keep(nil, $0)] } ?? []
            return effects + end(.gaveUp(transaction: hash))
        }
        state = .unsent(hash: hash, isBusy: false)
        notice = .notSent
        return findBroadcast(of: attempt, after: pause)
    }

    /// Checks immediately again for a transaction that was perhaps never sent.
    mutating func findAgain() -> [Effect] {
        guard case .unsent(let hash, isBusy: false) = state, let attempt else { return [] }
        state = .unsent(hash: hash, isBusy: true)
        failures = 0
        return findBroadcast(of: attempt, after: .zero)
    }

    /// How long to wait before the next request after requests without a result.
    var pause: Duration {
        min(Duration.seconds(5) * (1 << min(max(failures - 1, 0), 4)), Self.longestPause)
    }

    /// Handles that nothing of the attempt can have moved money.
    mutating func forget(progress: PaymentAttempt.Step.Progress? = nil) -> [Effect] {
        if let progress, let place = attempt?.steps.firstIndex(where: { $0.kind == .payment }) {
            attempt?.steps[place].progress = progress
        }
        attempt?.state = .abandoned
        let effects = attempt.map { [Effect.keep(nil, $0)] } ?? []
        spent = allowances
        attempt = nil
        return effects + (isLookingAfter ? end(.abandoned) : askOptions(.show))
    }

    /// Ends a payment that was not started, for the reason from the gateway or the network.
    mutating func end(before error: PayError) -> [Effect] {
        switch error {
        case _ where error.isOffline: end(.offline)
        case .missingAuth: end(.notConfigured)
        case .paymentNotFound, .invalidLink: end(.notFound)
        case .paymentExpired: end(.expired(by: .gateway))
        case .paymentCancelled: end(.cancelled(by: .gateway))
        case .complianceFailed: end(.complianceRefused)
        case .unsupportedMethod: end(.unsupported)
        default: end(.failed(error))
        }
    }
}
