extension SumUpAttempt {
    /// The state of an attempt.
    public enum State: Hashable, Sendable {
        /// It is recorded and, as far as is known, not yet sent.
        case started

        /// It was opened in the app or shown as a QR code; there is no response yet.
        case waiting

        /// The app reports that it was paid; the account was not checked. The code is `nil` if the response contains
        /// none, which makes the claim weaker.
        case succeededUnverified(transactionCode: String?)

        /// It failed according to the app, or it was never sent.
        case failed(Failure)

        /// The response has an undocumented status: it may have been paid, or may still be paid.
        case unclear

        /// The user gave it up. It may have been paid, or may still be paid.
        case abandoned

        /// The known facts contradict each other: an unexpected payment or another amount may have been taken.
        case mismatch(Mismatch)

        /// There was no response in time. It may have been paid.
        case timedOut

        /// Its outcome is known.
        case resolved(Resolution)
    }

    /// Why an attempt failed.
    public enum Failure: Hashable, Sendable {
        /// No program opened the link.
        case notHandedOver
        /// The app reports that it failed.
        case reported(SumUpFailure)
        /// The app reports that it was not ready.
        case notReady
    }

    /// A contradiction between the known facts.
    public enum Mismatch: String, Hashable, Sendable, CaseIterable {
        /// The app reports that it was paid, after the user had given it up.
        case paidAfterAbandoned
        /// The app reports that it was paid, after it had reported that it failed.
        case paidAfterFailed
        /// The app reports that it was paid, although no program had opened the link.
        case paidUnsent
        /// The app reports that it was paid, after the user had decided or the account had shown that it was not.
        case paidAfterNotPaid
        /// The app reports that it failed, after it had reported that it was paid.
        case failedAfterPaid
        /// The account has another amount or currency.
        case amount
        /// The account has another transaction code or another ID of the payment.
        case name
        /// The app reports that it was paid, but the account does not.
        case notPaid
        /// The app reported that it failed, or reported nothing, but the account shows it as paid.
        case paid
    }

    /// The known outcome of an attempt.
    public enum Resolution: String, Hashable, Sendable, CaseIterable {
        /// The merchant's account shows that it was paid.
        case verified
        /// The user decided that it was paid.
        case paidByHand
        /// The user decided, or the account shows, that it was not paid.
        case notPaid
    }
}

extension SumUpAttempt.State {
    /// Whether nothing is left to do: it failed, was given up, or is resolved.
    public var isSettled: Bool {
        switch self {
        case .failed, .abandoned, .resolved: true
        case .started, .waiting, .succeededUnverified, .unclear, .mismatch, .timedOut: false
        }
    }

    /// Whether it was reported or is known not to have been paid.
    var isNotPaid: Bool {
        switch self {
        case .failed, .resolved(.notPaid): true
        default: false
        }
    }

    /// Whether a response is awaited: there was none, and the user did not give it up.
    public var isAwaitingAnswer: Bool {
        switch self {
        case .started, .waiting, .timedOut: true
        case .succeededUnverified, .failed, .unclear, .abandoned, .mismatch, .resolved: false
        }
    }
}
