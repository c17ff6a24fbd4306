extension SumUpAttempt {
    /// What happens to an attempt.
    public enum Event: Hashable, Sendable {
        /// A program took the link, or it is shown as a QR code.
        case handedOver
        /// No program took the link.
        case notHandedOver
        /// An answer came that names this attempt.
        case answered(SumUpAnswer)
        /// The user gave it up.
        case abandoned
        /// The time was read.
        case looked
        /// The merchant's account was asked.
        case recorded(SumUpRecord)
        /// The user says how it ended.
        case decided(isPaid: Bool)
    }

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: Seconds since 1970.
    /// - Returns: `nil` where the event changes nothing: an answer that is the second one, or comes when it is known
    ///   how it ended.
    public func after(_ event: Event, at now: Int64) -> SumUpAttempt? {
        guard let state = state(after: event, at: now), state != self.state else { return nil }
        var next = self
        next.state = state
        next.changed = max(now, changed)
        return next
    }

    private func state(after event: Event, at now: Int64) -> State? {
        if case .resolved(let resolution) = state {
            guard resolution == .notPaid, case .answered(let answer) = event else { return nil }
            return state(after: answer)
        }
        switch event {
        case .handedOver: return state == .started ? .waiting : nil
        case .notHandedOver: return state == .started ? .failed(.notHandedOver) : nil
        case .answered(let answer): return state(after: answer)
        case .abandoned: return state.isAwaitingAnswer ? .abandoned : nil
        case .looked: return state.isAwaitingAnswer && now >= deadline ? .timedOut : nil
        case .recorded(let record): return state(after: record)
        case .decided(let isPaid): return .resolved(isPaid ? .paidByHand : .notPaid)
        }
    }

    /// The first documented answer with the attempt's secret counts, also a late one, for money may have been taken; a
    /// success and a failure do not fit together, whichever comes first.
    private func state(after answer: SumUpAnswer) -> State? {
        guard answer.attempt == secret, answer.foreignID.map({ $0 == foreignID }) ?? true else { return nil }
        let isSuccess = answer.status == .success
        switch state {
        case .started, .waiting, .timedOut, .unclear: break
        case .abandoned: return isSuccess ? .mismatch(.paidAfterAbandoned) : nil
        case .failed(.notHandedOver): return isSuccess ? .mismatch(.paidUnsent) : nil
        case .failed: return isSuccess ? .mismatch(.paidAfterFailed) : nil
        case .resolved(.notPaid): return isSuccess ? .mismatch(.paidAfterNotPaid) : nil
        case .succeededUnverified: return isSuccess ? nil : .mismatch(.failedAfterPaid)
        case .mismatch, .resolved: return nil
        }
        return switch answer.status {
        case .success: .succeededUnverified(transactionCode: answer.transactionCode)
        case .failed(let cause): .failed(.reported(cause))
        case .notReady: .failed(.notReady)
        case .unknown: .unclear
        }
    }

    private func state(after record: SumUpRecord) -> State? {
        // What did not fit together once is for a person to decide.
        if case .mismatch = state { return nil }
        guard record.foreignID == foreignID else { return .mismatch(.name) }
        guard record.isPaid else {
            if case .succeededUnverified = state { return .mismatch(.notPaid) }
            return .resolved(.notPaid)
        }
        guard record.amount == request.amount else { return .mismatch(.amount) }
        switch state {
        case .failed, .abandoned: return .mismatch(.paid)
        case .succeededUnverified(let code) where code != nil && code != record.transactionCode:
            return .mismatch(.name)
        default: return .resolved(.verified)
        }
    }
}
