public import Bridge

/// How a payment ended for the user.
public enum PaymentEnd: Hashable, Sendable {
    /// Who decided it.
    public enum Authority: Hashable, Sendable {
        /// The gateway.
        case gateway
        /// The user for a cancelled one; this machine's clock for one whose time is over.
        case wallet
    }

    /// Paid; with the transaction, where the gateway or the wallet knows it.
    case succeeded(transaction: String?)

    /// It was paid before, and not by this attempt; nothing was paid now.
    case alreadyPaid(transaction: String?)

    /// No account has enough of anything that the payment takes.
    case insufficientFunds

    /// The time to pay is over; nothing was paid.
    case expired(by: Authority)

    /// Called off; nothing was paid.
    case cancelled(by: Authority)

    /// The payment does not exist.
    case notFound

    /// The gateway's form lies where the wallet opens none; nothing was signed.
    case formRefused(PaymentHostError)

    /// The gateway may not take the money.
    case complianceRefused

    /// The gateway could not be reached before anything was signed.
    case offline

    /// It asks for a chain or an action that this wallet does not do; nothing was signed.
    case unsupported

    /// What was to be signed is not what was shown; nothing was signed.
    case mismatch(PayError.Action)

    /// Payments are not set up in this wallet.
    case notConfigured

    /// The attempt could not be stored, so nothing was submitted.
    case notKept

    /// The same payment is being made elsewhere in this wallet, or its last attempt is not settled.
    case busy

    /// It failed, for the given reason.
    case failed(PayError)

    /// The gateway says that the payment failed.
    case gatewayFailed

    /// A restart broke it off before the gateway had anything; nothing was paid.
    case abandoned

    /// The user gave up a transaction that no node showed; those who have it could still send it.
    case gaveUp(transaction: String)

    /// What left the wallet for it may have been taken, and the gateway does not count it: the merchant has to be
    /// asked.
    ///
    /// With the transactions that were signed for it; ``PaymentAttempt/steps`` says which of them a node has taken.
    case unsettled(transactions: [String])

    /// Whether the same link may be tried again at once.
    public var canRetry: Bool {
        switch self {
        case .offline: true
        case .failed(let error): error.isPassing
        default: false
        }
    }
}

extension PayError {
    /// Whether the same question may be answered well a moment later.
    var isPassing: Bool {
        switch self {
        case .rateLimited, .internalError, .malformed, .paymentNotReady, .fetchFailed, .cancelled, .http,
            .infoMissing, .quoteExpired, .routeExpired, .optionNotFound, .invalidState:
            true
        default: isOffline
        }
    }

    /// Whether the gateway could not be reached, or did not answer.
    var isOffline: Bool {
        switch self {
        case .noConnection, .timedOut, .interrupted: true
        default: false
        }
    }
}
