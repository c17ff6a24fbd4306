internal import BigInt
import Bridge

extension PaymentFlow {
    /// The number of seconds for which a transaction for an allowance is awaited before the user decides again.
    public static let allowancePatience: Int64 = 120

    /// The pause between two readings of an allowance.
    static let allowancePause = Duration.seconds(3)

    /// How often an allowance is read after its transaction is in a block: a node may answer for an older block.
    static let mostLowReadings = 5

    /// The transactions for an allowance that were sent for this payment, or may have been, with what became of them.
    public var allowances: [PaymentAttempt.Step] { attempt?.allowances ?? spent }

    /// Reads the allowance before the first step of a payment that needs one.
    mutating func checkAllowance(_ need: AllowanceNeed) -> [Effect] {
        state = .checking
        return ask { .readAllowance($0, need, after: .zero) }
    }

    mutating func handleAllowance(_ standing: AllowanceStanding?) -> [Effect] {
        if let standing { note(standing) }
        switch state {
        case .loading: return attempt == nil ? askOptions(.show) : forget()
        case .checking: return plan(by: standing)
        case .waiting where attempt == nil: return plan(by: standing)
        case .waiting(let waiting): return continueWaiting(for: waiting, standing)
        default: return []
        }
    }

    /// Takes over what is known of the transactions that were sent.
    private mutating func note(_ standing: AllowanceStanding) {
        let asked = signed.need ?? need
        if need == nil || asked?.token == need?.token { allowance = standing.current ?? allowance }
        guard let attempt, attempt.isHarmless, state != .loading else {
            spent = spent.updated(by: standing, of: id)
            if state == .loading, let attempt {
                self.attempt?.steps = spent + attempt.steps.filter { !$0.kind.isAllowance }
            }
            return
        }
        for place in attempt.steps.indices where attempt.steps[place].isOwn {
            guard let change = attempt.steps[place].progress.hash.flatMap(standing.change) else { continue }
            self.attempt?.steps[place].progress = change.progress
        }
    }

    // MARK: Before the first step

    /// Decides which steps are needed, and begins with the first one.
    private mutating func plan(by standing: AllowanceStanding?) -> [Effect] {
        guard let need = signed.need else { return [] }
        let changesAllowance = signed.actions.contains { $0.kind.isAllowance }
        switch standing?.verdict(for: need.amount) ?? .unknown {
        case .wait(let change): return wait(for: change.hash, isSent: change.fate == .pending, need)
        case .unknown:
            // A node that fails for a moment does not end the waiting.
            if case .waiting(let waiting) = state { return wait(for: waiting.hash, isSent: waiting.isSent, need) }
            // Without an approval, the gateway says that the allowance is in force.
            return changesAllowance ? giveUp(.allowanceUnread) : beginSigning()
        case .sufficient:
            guard changesAllowance, let standing else { return beginSigning() }
            return skip(by: standing, need)
        case .missing(let current):
            guard changesAllowance, let standing else { return beginSigning() }
            prepareReset(from: current, standing)
            return beginSigning()
        }
    }

    /// Skips the transactions for an allowance that is in force.
    private mutating func skip(by standing: AllowanceStanding, _ need: AllowanceNeed) -> [Effect] {
        let (approval, reset) = (standing.confirmed { $0 >= need.amount }, standing.confirmed { $0 == 0 })
        // The gateway expects a result for each of its actions. If the wallet does not know the transaction that set
        // the allowance, the gateway is asked again, for a payment without it.
        if approval == nil, !hasAskedForSignature, refreshes < Self.mostRefreshes {
            hasAskedForSignature = true
            return refresh(.pay)
        }
        for place in signed.actions.indices where signed.actions[place].kind.isAllowance {
            let hash = signed.actions[place].kind == .reset ? reset : approval
            signed.skipped[place] = .unneeded(hash: hash)
        }
        return beginSigning()
    }

    /// Adds a step that sets the allowance to zero if the token requires that, and leaves out one that is not needed.
    private mutating func prepareReset(from current: BigUInt, _ standing: AllowanceStanding) {
        let place = signed.actions.firstIndex { $0.kind == .reset }
        if let place {
            guard current == 0, let hash = standing.confirmed(where: { $0 == 0 }) else { return }
            signed.skipped[place] = .unneeded(hash: hash)
        } else if standing.needsReset, current > 0, let option = signed.option,
            let reset = Terms(option, now: 0, end: 0)?.reset()
        {
            signed.actions.insert(reset, at: 0)
        }
    }

    /// Waits for a transaction that was sent before this attempt.
    private mutating func wait(for hash: String, isSent: Bool, _ need: AllowanceNeed) -> [Effect] {
        guard !isPatienceOver else { return giveUp(.allowanceLate) }
        state = .waiting(Waiting(hash: hash, isSent: isSent, place: nil))
        return ask { .readAllowance($0, need, after: Self.allowancePause) }
    }

    // MARK: After a step

    /// Waits until the transaction of the current step is in a block.
    mutating func waitForBlock(_ hash: String, isSent: Bool) -> [Effect] {
        guard let attempt else { return [] }
        need = attempt.allowanceNeed
        signed.waitingSince = now
        signed.lowReadings = 0
        state = .waiting(Waiting(hash: hash, isSent: isSent, place: signed.place))
        return [.keep(nil, attempt)] + ask { .readAllowance($0, attempt.allowanceNeed, after: .zero) }
    }

    private mutating func continueWaiting(for waiting: Waiting, _ standing: AllowanceStanding?) -> [Effect] {
        guard let attempt, let place = currentStep else { return [] }
        guard let standing, let change = standing.change(waiting.hash) else { return readAgain() }
        switch change.fate {
        case .pending, .unsent:
            self.attempt?.steps[place].progress = change.progress
            state = .waiting(
                Waiting(hash: waiting.hash, isSent: change.fate == .pending, place: waiting.place))
            return readAgain()
        case .confirmed: return finishAllowance(at: place, change, standing)
        case .reverted:
            self.attempt?.steps[place].progress = change.progress
            return giveUp(.allowanceReverted)
        case .lost:
            guard let next = standing.successor(of: change) else {
                self.attempt?.steps[place].progress = change.progress
                return giveUp(.allowanceLost)
            }
            self.attempt?.steps[place].progress = next.progress
            state = .waiting(Waiting(hash: next.hash, isSent: next.fate != .unsent, place: waiting.place))
            let effects = self.attempt.map { [Effect.keep(nil, $0)] } ?? []
            return effects + ask { .readAllowance($0, attempt.allowanceNeed, after: .zero) }
        }
    }

    /// Continues after a transaction for an allowance is in a block, as soon as the allowance is what the next step
    /// needs.
    private mutating func finishAllowance(
        at place: Int, _ change: AllowanceStanding.Change, _ standing: AllowanceStanding
    ) -> [Effect] {
        guard let attempt else { return [] }
        self.attempt?.steps[place].progress = change.progress
        let isReset = attempt.steps[place].kind == .reset
        let isInForce = standing.current.map { isReset ? $0 == 0 : $0 >= attempt.amount } ?? false
        guard isInForce else {
            if standing.current != nil { signed.lowReadings += 1 }
            return signed.lowReadings < Self.mostLowReadings ? readAgain() : giveUp(.allowanceLow)
        }
        signed.results.append(attempt.steps[place].isOwn ? nil : change.hash)
        signed.waitingSince = nil
        notice = nil
        return advance()
    }

    /// Sends the same bytes again of the transaction that is awaited and was perhaps never sent.
    mutating func sendAllowanceAgain(_ waiting: Waiting) -> [Effect] {
        guard !waiting.isSent, let attempt = attempt ?? newAttempt() else { return [] }
        notice = nil
        return ask { .sendAgain($0, hash: waiting.hash, attempt) }
    }

    mutating func handleAllowanceSentAgain(_ isSent: Bool) -> [Effect] {
        guard let need = attempt?.allowanceNeed ?? signed.need else { return [] }
        notice = isSent ? nil : .notSent
        return ask { .readAllowance($0, need, after: .zero) }
    }

    private mutating func readAgain() -> [Effect] {
        guard let attempt else { return [] }
        guard !isPatienceOver else {
            // In a block, but the node does not tell what it has changed.
            if let step = currentStep, case .confirmed = attempt.steps[step].progress {
                return giveUp(.allowanceUnread)
            }
            return giveUp(.allowanceLate)
        }
        return ask { .readAllowance($0, attempt.allowanceNeed, after: Self.allowancePause) }
    }

    /// Whether the transaction was awaited long enough; then the user decides again.
    private var isPatienceOver: Bool {
        mutating get {
            let since = signed.waitingSince ?? now
            signed.waitingSince = since
            let (waited, isOver) = now.subtractingReportingOverflow(since)
            return isOver || waited >= Self.allowancePatience
        }
    }
}
