extension PayError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .missingAuth: "Payments are not set up: no app id and no API key is configured."
        case .configuration: "A setting for payments cannot be used. “drawbridge payments” shows them."
        case .unauthorized: "The payment service does not accept this wallet's app id or key."
        case .versionRefused:
            "The payment service does not serve the interface version of this wallet. A newer wallet may be needed."
        case .invalidRequest: "The payment service did not understand the question."
        case .invalidLink: "This link names no payment."
        case .invalidAccount: "The payment service does not take payments from this account."
        case .paymentNotFound: "The payment service does not know this payment."
        case .paymentExpired: "The time to pay is over."
        case .paymentCancelled: "The payment was cancelled."
        case .paymentNotReady: "The payment is not ready to be paid yet."
        case .invalidState: "The payment service does not take this in the payment's present state."
        case .complianceFailed: "The payment service may not accept a payment from this account."
        case .optionNotFound: "This way to pay is not offered any more."
        case .invalidOption: "This way to pay does not fit the payment."
        case .dataCollectionRequired: "The payment service needs to know more about you first."
        case .fetchFailed: "The payment service did not say what is to be signed."
        case .routeExpired: "This way to pay is no longer open. Choose again."
        case .quoteExpired: "The price no longer holds."
        case .unsupportedMethod: "The payment service asks for something that this wallet does not do."
        case .actionsDiffer: "What was to be signed is not what was shown, so nothing was signed."
        case .refused: "You refused."
        case .locked: "The wallet is locked."
        case .signingFailed: "The wallet could not sign."
        case .invalidSignature: "The payment service did not accept the signature."
        case .rateLimited: "The payment service is asked too often. Try again in a while."
        case .internalError: "The payment service has a fault. Try again in a while."
        case .http(let status):
            "The answer was HTTP status \(status), without a reason from the payment service. "
                + "A proxy or a wrong address can be the cause."
        case .infoMissing: "The payment service did not say what is to be paid, so it cannot be shown."
        case .malformed: "The payment service answered something that is not understood."
        case .answerTooLarge: "The answer of the payment service is too long."
        case .noConnection: "The payment service cannot be reached. Check your connection and try again."
        case .untrusted: "The payment service could not prove that it is the one it claims to be."
        case .timedOut: "The payment service did not answer in time."
        case .interrupted: "The connection to the payment service broke off."
        case .pollingTimedOut: "The payment was not settled in time. It may still be: check its status."
        case .outcomeUnknown: "Whether the payment arrived is not known. Check its status before you pay again."
        case .cancelled: "The payment was not pursued."
        }
    }
}
