extension SumUpAttempt {
    /// An event of an attempt.
    public enum Event: Hashable, Sendable {
        /// A program opened the link, or it is shown as a QR code.
        case handedOver
        /// No program opened the link.
        case notHandedOver
        /// A response arrived with the secret of this attempt.
        case answered(SumUpAnswer)
        /// The user gave it up.
        case abandoned
        /// The current time was checked.
        case looked
        /// The merchant's account was queried.
        case recorded(SumUpRecord)
        /// The user decided how it ended.
        case decided(isPaid: Bool)
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: The time in seconds since 1970.
    /// - Returns: `nil` if the event changes nothing, such as a second response, or a response after the outcome is
    ///   known.
    package func after(_ event: Event, at now: Int64) -> SumUpAttempt? {
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

    /// The first documented response with the attempt's secret counts, even a late one, because money may have been
    /// taken; a success and a failure contradict each other in any order.
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
        // A contradiction must be resolved by a person.
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
