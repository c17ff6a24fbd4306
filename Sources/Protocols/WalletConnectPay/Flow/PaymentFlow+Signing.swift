import Bridge

extension PaymentFlow {
    /// Continues from the review to the actions to sign.
    mutating func pay() -> [Effect] {
        guard case .review = state, let option else { return [] }
        guard !isOver else { return end(.expired(by: .wallet)) }
        guard !needsInfo(option) else { return collectIfNeeded() }
        guard !isStale(option), !mustAskAgain else { return refresh(.pay) }
        state = .preparing
        return ask { .askActions($0, option: option.id) }
    }

    mutating func handleActions(_ result: Result<[PaymentAction], PayError>) -> [Effect] {
        guard case .preparing = state, let option else { return [] }
        switch result {
        case .success(let actions): return compare(actions, with: option)
        case .failure(let error)
        where [.optionNotFound, .invalidOption, .routeExpired, .quoteExpired].contains(error):
            return refresh(.pay, because: error)
        case .failure(.invalidState): return refresh(.review(isForced: false), because: .invalidState)
        case .failure(.dataCollectionRequired): return collectAgain()
        case .failure(let error) where error.isOffline:
            notice = .notPrepared
            state = .review
            return []
        case .failure(let error): return end(before: error)
        }
    }

    /// Handles that the gateway still requires data about the payer, regardless of earlier submissions.
    mutating func collectAgain() -> [Effect] {
        guard let option else { return end(.failed(.dataCollectionRequired)) }
        collection.told.removeAll { $0.isSame(as: option.account) }
        collection.answers = nil
        state = .review
        guard needsInfo(option) else {
            isDataMissing = true
            return refresh(.review(isForced: false), because: .dataCollectionRequired)
        }
        let effects = collectIfNeeded()
        notice = .dataMissing
        return effects
    }

    private mutating func compare(_ actions: [PaymentAction], with option: PaymentOption) -> [Effect] {
        guard let info else { return end(.failed(.malformed)) }
        guard !isOver else { return end(.expired(by: .wallet)) }
        do throws(PayError) {
            signed = SigningProgress()
            submission = PaymentSubmission()
            signed.actions = try ActionCheck.check(actions, for: option, now: now, end: info.expiresAt)
        } catch .action(let fault) where fault != .unsupported {
            return end(.mismatch(fault))
        } catch {
            return end(.unsupported)
        }
        signed.option = option
        guard let need = signed.need else { return beginSigning() }
        return checkAllowance(need)
    }

    /// Begins with the first step.
    mutating func beginSigning() -> [Effect] {
        guard let attempt = newAttempt() else { return end(.failed(.malformed)) }
        self.attempt = attempt
        signed.waitingSince = nil
        notice = nil
        return advance()
    }

    /// An attempt with the steps of ``signed`` that has not begun.
    func newAttempt() -> PaymentAttempt? {
        guard let info, let option = signed.option, let choice = PaymentChoice(option) else { return nil }
        let before = spent.map { PaymentAttempt.Step($0.kind, $0.progress, isOwn: true) }
        return PaymentAttempt(
            id: id, payment: payment, option: option.id, choice: choice, amount: option.amount.value,
            decimals: option.amount.display.decimals, symbol: option.amount.display.symbol.prefix(scalars: 64),
            merchant: PaymentAttempt.kept(merchant: info.merchantName), startedAt: now, expiresAt: info.expiresAt,
            steps: before + signed.steps, replacedUntil: latestUse,
            signatureUntil: signed.actions.compactMap(\.usableUntil).max())
    }

    /// Stores the next step before it is performed: the next action, or the submission.
    mutating func advance() -> [Effect] {
        while case .unneeded(let hash)? = signed.skipped[signed.results.count] { signed.results.append(hash) }
        guard var attempt else { return [] }
        if let step = currentStep {
            let action = signed.actions[signed.results.count]
            // While an allowance was awaited, the signature may have become useless.
            if let until = action.usableUntil, !signed.results.isEmpty, until <= now + Self.reserve {
                signed = SigningProgress()
                return abandon() + refresh(.pay)
            }
            attempt.steps[step].progress = .begun
            state = .signing(
                Signing(
                    number: signed.place.number, count: signed.place.count, kind: action.kind, isStopping: false))
        } else {
            attempt.state = .confirming
            state = .confirming
        }
        self.attempt = attempt
        return ask { .keep($0, attempt) }
    }

    /// The index of the current action's step in the attempt; `nil` if all actions are performed.
    var currentStep: Int? {
        guard let attempt, signed.results.count < signed.actions.count else { return nil }
        return attempt.steps.count - signed.actions.count + signed.results.count
    }

    mutating func handleKept(_ result: Result<Void, PayError>) -> [Effect] {
        switch (state, result) {
        case (.signing, .success):
            guard signed.stop == nil else { return giveUp(.refused) }
            return perform()
        case (.confirming, .success): return submit()
        // A transfer that was sent is submitted to the gateway even if this cannot be stored.
        case (.confirming, .failure) where !(attempt?.signedHashes.isEmpty ?? true): return submit()
        case (.signing, .failure(.journal(.taken))), (.confirming, .failure(.journal(.taken))):
            attempt = nil
            return end(.busy)
        case (.signing, .failure), (.confirming, .failure):
            return abandon() + end(.notKept)
        default: return []
        }
    }

    private mutating func perform() -> [Effect] {
        guard let option = signed.option, signed.results.count < signed.actions.count else { return [] }
        let action = signed.actions[signed.results.count].action
        return ask { .perform($0, action, option: option) }
    }

    mutating func handleOutcome(_ outcome: ActionOutcome) -> [Effect] {
        guard case .signing(let signing) = state else { return [] }
        switch outcome {
        case .done(let result):
            return finish(signing, result, .done(hash: signing.kind == .signature ? nil : result))
        case .sentUnknown(let hash?) where signing.kind != .signature:
            return finish(signing, hash, .signed(hash: hash))
        case .sentUnknown where signing.kind == .payment: return unsettle()
        case .refused: return giveUp(.refused)
        case .locked: return giveUp(.locked)
        case .failed, .sentUnknown: return giveUp(.notSigned)
        case .insufficientFunds: return giveUp(.notSigned, to: .insufficientFunds)
        case .unsupported: return giveUp(.notSigned, to: .unsupported)
        }
    }

    private mutating func finish(
        _ signing: Signing, _ result: String, _ progress: PaymentAttempt.Step.Progress
    ) -> [Effect] {
        guard let step = currentStep else { return [] }
        attempt?.steps[step].progress = progress
        let isSent = if case .signed = progress { false } else { true }
        // An allowance that was sent stays, but the next step is not asked for.
        if signed.stop == nil, signing.kind.isAllowance { return waitForBlock(result, isSent: isSent) }
        signed.results.append(result)
        // A transaction that moves money cannot be undone, so it is submitted even if the payment should have stopped.
        if signed.stop != nil, signing.kind != .payment { return giveUp(.refused) }
        return advance()
    }

    /// Gives up the attempt, since no money moved; with `end`, the payment ends.
    ///
    /// If it was `refused`, the gateway has the signatures and did not accept them; otherwise the gateway has nothing.
    mutating func giveUp(_ notice: PaymentNotice, to end: PaymentEnd? = nil, refused: Bool = false) -> [Effect] {
        let stop = signed.stop
        signed = SigningProgress()
        isWaiting = false
        let effects = abandon(as: refused ? .failed : .abandoned)
        mustAskAgain = !spent.isEmpty
        switch stop {
        case .cancelled: return effects + self.end(.cancelled(by: .wallet)) + [.callOff]
        case .left: return effects + self.end(.cancelled(by: .wallet))
        case .expired: return effects + self.end(.expired(by: .wallet))
        case .stale: return effects + refresh(.review(isForced: true))
        case nil: break
        }
        if let end { return effects + self.end(end) }
        self.notice = notice
        state = .review
        return effects
    }

    /// Stores that the attempt ended without moving money; what it sent for an allowance stays known.
    private mutating func abandon(as end: PaymentAttempt.State = .abandoned) -> [Effect] {
        guard var attempt else { return [] }
        for place in attempt.steps.indices where attempt.steps[place].progress == .begun {
            attempt.steps[place].progress = .waiting
        }
        attempt.state = end
        if end == .failed { earlier.insert(attempt, at: 0) }
        spent = attempt.allowances
        self.attempt = nil
        return [.keep(nil, attempt)]
    }

    /// Stops the signing as far as possible.
    mutating func stop(_ reason: SigningProgress.Stop) -> [Effect] {
        if state.isBeforeSigning, !isLookingAfter {
            let effects = end(.cancelled(by: .wallet))
            if case .cancelled = reason { return effects + [.callOff] }
            return effects
        }
        if case .waiting = state {
            signed.stop = reason
            return giveUp(.refused)
        }
        guard case .signing(let signing) = state, signed.stop == nil else { return [] }
        signed.stop = reason
        state = .signing(
            Signing(number: signing.number, count: signing.count, kind: signing.kind, isStopping: true))
        return [.stopPerforming]
    }
}
