extension SumUpAttempt {
    /// The state of an attempt.
    public enum State: Hashable, Sendable {
        /// Written down, and not handed over yet as far as is known.
        case started

        /// Handed over, or shown as a QR code; the answer has not come.
        case waiting

        /// The app says that it was paid; the account was not checked. `nil` where it named no payment: then even
        /// less is known.
        case succeededUnverified(transactionCode: String?)

        /// It failed, as the app says, or it was never handed over.
        case failed(Failure)

        /// The app answered with a status that no guide names: it may have been paid, or still be.
        case unclear

        /// The user gave it up. It may have been paid, or still be.
        case abandoned

        /// What is known does not fit together: an unexpected payment or another amount may have been taken.
        case mismatch(Mismatch)

        /// No answer came in time. It may have been paid.
        case timedOut

        /// It is known how it ended.
        case resolved(Resolution)
    }

    /// Why an attempt failed.
    public enum Failure: Hashable, Sendable {
        /// No program took the link.
        case notHandedOver
        /// The app says that it failed.
        case reported(SumUpFailure)
        /// The app says that it was not ready.
        case notReady
    }

    /// What does not fit together.
    public enum Mismatch: String, Hashable, Sendable, CaseIterable {
        /// The app says that it was paid, after the user had given it up.
        case paidAfterAbandoned
        /// The app says that it was paid, after it had said that it failed.
        case paidAfterFailed
        /// The app says that it was paid, although no program had taken the link.
        case paidUnsent
        /// The app says that it was paid, after the user or the account had said that it was not.
        case paidAfterNotPaid
        /// The app says that it failed, after it had said that it was paid.
        case failedAfterPaid
        /// The account has another amount or currency.
        case amount
        /// The account has another payment's name.
        case name
        /// The app says that it was paid, the account does not.
        case notPaid
        /// The app says that it failed, or said nothing, and the account has it as paid.
        case paid
    }

    /// How it is known to have ended.
    public enum Resolution: String, Hashable, Sendable, CaseIterable {
        /// The merchant's account says that it was paid.
        case verified
        /// The user says that it was paid.
        case paidByHand
        /// The user, or the account, says that it was not paid.
        case notPaid
    }
}

extension SumUpAttempt.State {
    /// Whether nothing is left to be done: it failed, was given up, or is resolved.
    public var isSettled: Bool {
        switch self {
        case .failed, .abandoned, .resolved: true
        case .started, .waiting, .succeededUnverified, .unclear, .mismatch, .timedOut: false
        }
    }

    /// Whether it is said or known not to have been paid.
    var isNotPaid: Bool {
        switch self {
        case .failed, .resolved(.notPaid): true
        default: false
        }
    }

    /// Whether an answer is awaited: none came, and the user did not give it up.
    public var isAwaitingAnswer: Bool {
        switch self {
        case .started, .waiting, .timedOut: true
        case .succeededUnverified, .failed, .unclear, .abandoned, .mismatch, .resolved: false
        }
    }
}
