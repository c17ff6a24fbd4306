/// Why a payment did not go on.
///
/// No case carries text of the other side: what is shown are our own sentences.
public enum PayError: Error, Hashable, Sendable {
    // How this wallet is set up.
    /// Neither an app id nor an API key is set.
    case missingAuth
    /// A setting cannot be used: an address that is not https, or a name with characters that no header may have.
    case configuration
    /// The gateway does not know, or does not accept, who asks.
    case unauthorized
    /// The gateway does not serve the version of its interface that this wallet uses.
    case versionRefused

    // What was asked.
    /// The gateway did not understand the question.
    case invalidRequest
    /// The link names no payment.
    case invalidLink
    /// An account is not one that the gateway takes.
    case invalidAccount
    /// The payment does not exist.
    case paymentNotFound
    /// The payment has expired.
    case paymentExpired
    /// The payment was called off.
    case paymentCancelled
    /// The payment cannot be paid yet.
    case paymentNotReady
    /// The payment is not in a state that allows this; its status says more.
    case invalidState
    /// The gateway may not let this account pay.
    case complianceFailed

    // The option.
    /// The option is not known, or no longer.
    case optionNotFound
    /// The option is not one for this payment.
    case invalidOption
    /// Something must be known of the payer first.
    case dataCollectionRequired
    /// What the wallet has to do could not be fetched.
    case fetchFailed
    /// The option is no longer available.
    case routeExpired
    /// The price has expired.
    case quoteExpired
    /// The gateway asks for something that this wallet does not do.
    case unsupportedMethod
    /// What the wallet was asked to sign is not what was shown.
    case actionsDiffer

    // The wallet.
    /// The user said no.
    case refused
    /// The wallet is locked.
    case locked
    /// The wallet could not sign or send.
    case signingFailed
    /// Another transaction used the nonce of the one that was to be submitted.
    case transactionReplaced
    /// The signatures do not fit.
    case invalidSignature

    // The gateway and the way to it.
    /// Asked too often; with how long to wait, where the gateway says so.
    case rateLimited(retryAfter: Duration?)
    /// The gateway has a fault.
    case internalError
    /// An HTTP status came back without a reason of the gateway's own: it need not be the gateway that answered.
    case http(Int)
    /// The gateway did not say what is to be paid, and to whom.
    case infoMissing
    /// The gateway answered something that is not understood.
    case malformed
    /// The gateway's answer is longer than any should be.
    case answerTooLarge
    /// The gateway cannot be reached; nothing was sent.
    case noConnection
    /// The gateway could not prove that it is itself; nothing was sent.
    case untrusted
    /// The answer did not arrive in time.
    case timedOut
    /// The connection broke off.
    case interrupted
    /// The results were submitted, and it is not known whether the gateway has accepted them.
    case outcomeUnknown
    /// The requester went away.
    case cancelled
}
