extension PayError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .missingAuth: "Payments are not set up: no app id and no API key is configured."
        case .configuration: "A setting for payments cannot be used. “drawbridge payments” shows them."
        case .unauthorized: "The payment service does not accept this wallet's app id or key."
        case .versionRefused:
            "The payment service does not support this wallet's API version. A newer wallet may be needed."
        case .invalidRequest: "The payment service did not understand the request."
        case .invalidLink: "This link does not name a payment."
        case .invalidAccount: "The payment service does not accept payments from this account."
        case .paymentNotFound: "The payment service does not know this payment."
        case .paymentExpired: "The payment has expired."
        case .paymentCancelled: "The payment was cancelled."
        case .paymentNotReady: "The payment is not ready to be paid yet."
        case .invalidState: "The payment service does not accept this in the payment's current state."
        case .complianceFailed: "The payment service is not allowed to accept a payment from this account."
        case .optionNotFound: "This way to pay is no longer offered."
        case .invalidOption: "This way to pay does not match the payment."
        case .dataCollectionRequired: "The payment service needs more details about you first."
        case .fetchFailed: "The payment service did not say what is to be signed."
        case .routeExpired: "This way to pay is no longer open. Choose again."
        case .quoteExpired: "The price is no longer valid."
        case .unsupportedMethod: "The payment service asks for something that this wallet does not support."
        case .actionsDiffer: "What was to be signed is not what was shown, so nothing was signed."
        case .refused: "You rejected the request."
        case .locked: "The wallet is locked."
        case .signingFailed: "The wallet could not sign."
        case .transactionReplaced:
            "Another transaction of the account used the nonce of this payment's transaction, and replaced it."
        case .invalidSignature: "The payment service did not accept the signature."
        case .rateLimited: "The payment service receives too many requests. Try again later."
        case .internalError: "The payment service has an internal error. Try again later."
        case .http(let status):
            "The payment service answered with HTTP status \(status) and no reason. "
                + "A proxy or a wrong address may be the cause."
        case .infoMissing: "The payment service did not say what is to be paid, so it cannot be shown."
        case .malformed: "The payment service sent an invalid answer."
        case .answerTooLarge: "The payment service sent an answer that is too long."
        case .noConnection: "The payment service cannot be reached. Check your connection and try again."
        case .untrusted: "The payment service could not prove its identity."
        case .timedOut: "The payment service did not answer in time."
        case .interrupted: "The payment service did not answer: the connection was lost."
        case .outcomeUnknown: "It is not known whether the payment arrived. Check its status before you pay again."
        case .cancelled: "The payment was stopped."
        }
    }
}
