import Bridge
import SumUp

/// Follows an attempt for as long as an answer can change it, whichever process the answer comes to.
@MainActor struct SumUpWatch {
    let till: SumUpPayments
    let time: TimeSource

    /// For how long nothing may change until an attempt is not followed any more.
    static let patience = Duration.seconds(86_400)

    /// Waits until an attempt stands otherwise than `seen`.
    ///
    /// - Returns: `nil` where no answer changes it any more, ``patience`` is over, or it is not `isNeeded` any more.
    func next(after seen: SumUpAttempt, while isNeeded: () -> Bool = { true }) async -> SumUpAttempt? {
        guard seen.canStillBePaid else { return nil }
        let pause = seen.isOver ? Duration.seconds(2) : .milliseconds(200)
        let end = time.now() + Self.patience
        while time.now() < end, (try? await time.sleep(pause)) != nil, isNeeded() {
            if let now = try? await till.attempt(secret: seen.secret), now.state != seen.state { return now }
        }
        return nil
    }
}

extension SumUpAttempt {
    /// Whether the user is not kept waiting any more; an answer may come all the same.
    var isOver: Bool {
        !state.isAwaitingAnswer || state == .timedOut
    }

    /// Whether a late answer can say that it was paid, and nothing said so yet.
    fileprivate var canStillBePaid: Bool {
        switch state {
        case .started, .waiting, .timedOut, .abandoned, .unclear, .failed, .resolved(.notPaid): true
        case .succeededUnverified, .mismatch, .resolved(.verified), .resolved(.paidByHand): false
        }
    }
}
