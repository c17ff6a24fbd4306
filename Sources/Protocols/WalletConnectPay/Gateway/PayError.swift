/// Why a payment could not continue.
///
/// No case contains text from the gateway; all sentences are the wallet's own.
public enum PayError: Error, Hashable, Sendable {
    // Errors of the configuration.
    /// Neither an app ID nor an API key is set.
    case missingAuth
    /// A setting cannot be used: an address that is not https, or a name with characters that are not allowed in a
    /// header field.
    case configuration
    /// The gateway does not know or does not accept this client.
    case unauthorized
    /// The gateway does not support the API version that this wallet uses.
    case versionRefused

    // Errors that the wallet detected itself.
    /// A text is not a link to a payment.
    case link(Link)
    /// The actions of an option are not what was shown.
    case action(Action)
    /// The journal could not be written or read.
    case journal(Journal)

    // Errors of the request.
    /// The gateway did not understand the request.
    case invalidRequest
    /// The link does not name a payment.
    case invalidLink
    /// The gateway does not accept an account.
    case invalidAccount
    /// The payment does not exist.
    case paymentNotFound
    /// The payment has expired.
    case paymentExpired
    /// The payment was cancelled.
    case paymentCancelled
    /// The payment cannot be paid yet.
    case paymentNotReady
    /// The payment is not in a state that allows this; its status says more.
    case invalidState
    /// The gateway is not allowed to let this account pay.
    case complianceFailed

    // Errors of the option.
    /// The option is not known or no longer known.
    case optionNotFound
    /// The option does not belong to this payment.
    case invalidOption
    /// Data about the payer is required first.
    case dataCollectionRequired
    /// The actions of the wallet could not be fetched.
    case fetchFailed
    /// The option is no longer available.
    case routeExpired
    /// The price has expired.
    case quoteExpired
    /// The gateway requires an action that this wallet does not support.
    case unsupportedMethod
    /// The data that the wallet was asked to sign does not match what was shown.
    case actionsDiffer

    // Errors of the wallet.
    /// The user rejected it.
    case refused
    /// The wallet is locked.
    case locked
    /// The wallet could not sign or send.
    case signingFailed
    /// Another transaction used the nonce of the one that was to be submitted.
    case transactionReplaced
    /// The signatures are not valid.
    case invalidSignature

    // Errors of the gateway and of the connection.
    /// There were too many requests; with the time to wait, if the gateway gives one.
    case rateLimited(retryAfter: Duration?)
    /// The gateway has an internal error.
    case internalError
    /// The response was an HTTP status without an error code of the gateway: it may be from an intermediary.
    case http(Int)
    /// The gateway did not provide the amount and the merchant.
    case infoMissing
    /// The gateway's response cannot be parsed.
    case malformed
    /// The gateway's response is too large.
    case answerTooLarge
    /// The gateway cannot be reached; nothing was sent.
    case noConnection
    /// The proxy that is set cannot be reached; nothing was sent.
    case noProxy
    /// The gateway could not be authenticated; nothing was sent.
    case untrusted
    /// The response did not arrive in time.
    case timedOut
    /// The connection was interrupted.
    case interrupted
    /// The results were submitted, and it is not known whether the gateway has accepted them.
    case outcomeUnknown
    /// The requester cancelled it.
    case cancelled
}

extension PayError {
    /// Why a journal could not be written or read.
    public enum Journal: Hashable, Sendable {
        /// The storage does not work, such as a full disk or a damaged file. The sentence is for the log.
        case unavailable(String)

        /// Another attempt at the same payment is stored and has not ended, or the payment is paid.
        case taken
    }
}
