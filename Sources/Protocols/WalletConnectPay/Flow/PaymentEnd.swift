public import Bridge

/// How a payment ended for the user.
public enum PaymentEnd: Hashable, Sendable {
    /// Who decided that it ended.
    public enum Authority: Hashable, Sendable {
        /// The gateway.
        case gateway
        /// The wallet: the user cancelled it, or it expired according to this machine's clock.
        case wallet
    }

    /// It was paid; with the transaction if the gateway or the wallet knows it.
    case succeeded(transaction: String?)

    /// It was already paid, not by this attempt; nothing was paid now.
    case alreadyPaid(transaction: String?)

    /// No account has enough of any asset that the payment accepts.
    case insufficientFunds

    /// It has expired; nothing was paid.
    case expired(by: Authority)

    /// It was cancelled; nothing was paid.
    case cancelled(by: Authority)

    /// The payment does not exist.
    case notFound

    /// The gateway's form is at an address that the wallet does not open; nothing was signed.
    case formRefused(PaymentHostRule.Fault)

    /// The gateway is not allowed to accept the payment.
    case complianceRefused

    /// The gateway could not be reached before anything was signed.
    case offline

    /// It requires a chain or an action that this wallet does not support; nothing was signed.
    case unsupported

    /// The data to sign does not match what was shown; nothing was signed.
    case mismatch(PayError.Action)

    /// Payments are not set up in this wallet.
    case notConfigured

    /// The attempt could not be stored, so nothing was submitted.
    case notKept

    /// The same payment is in progress elsewhere in this wallet, or its last attempt is not settled.
    case busy

    /// It failed, for the given reason.
    case failed(PayError)

    /// The gateway reports that the payment failed.
    case gatewayFailed

    /// A restart interrupted it before anything was submitted to the gateway; nothing was paid.
    case abandoned

    /// The user gave up a transaction that no node showed; anyone who has its bytes could still send it.
    case gaveUp(transaction: String)

    /// The signatures or transactions may have been used, but the gateway does not count them as payment: the user has
    /// to ask the merchant.
    ///
    /// The value contains the transactions that were signed for it; ``PaymentAttempt/steps`` shows which of them a node
    /// has accepted.
    case unsettled(transactions: [String])

    /// Whether the same link may be tried again immediately.
    public var canRetry: Bool {
        switch self {
        case .offline: true
        case .failed(let error): error.isPassing
        default: false
        }
    }
}

extension PayError {
    /// Whether the same request may succeed a moment later.
    var isPassing: Bool {
        switch self {
        case .rateLimited, .internalError, .malformed, .paymentNotReady, .fetchFailed, .cancelled, .http,
            .infoMissing, .quoteExpired, .routeExpired, .optionNotFound, .invalidState:
            true
        default: isOffline
        }
    }

    /// Whether the gateway could not be reached or did not respond.
    var isOffline: Bool {
        switch self {
        case .noConnection, .noProxy, .timedOut, .interrupted: true
        default: false
        }
    }
}
