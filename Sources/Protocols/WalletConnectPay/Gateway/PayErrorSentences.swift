import Messages

extension PayError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .missingAuth: localized("Payments are not set up: no app ID and no API key is configured.")
        case .configuration: localized("A setting for payments cannot be used. “drawbridge payments” shows them.")
        case .unauthorized: localized("The payment service does not accept this wallet's app ID or key.")
        case .versionRefused:
            localized("The payment service does not support this wallet's API version. A newer wallet may be needed.")
        case .link(let fault): fault.description
        case .action(let fault): fault.description
        case .journal: localized("The payment could not be recorded.")
        case .invalidRequest: localized("The payment service did not understand the request.")
        case .invalidLink: localized("This link does not name a payment.")
        case .invalidAccount: localized("The payment service does not accept payments from this account.")
        case .paymentNotFound: localized("The payment service does not know this payment.")
        case .paymentExpired: localized("The payment has expired.")
        case .paymentCancelled: localized("The payment was cancelled.")
        case .paymentNotReady: localized("The payment is not ready to be paid yet.")
        case .invalidState: localized("The payment service does not accept this in the payment's current state.")
        case .complianceFailed: localized("The payment service is not allowed to accept a payment from this account.")
        case .optionNotFound: localized("This way to pay is no longer offered.")
        case .invalidOption: localized("This way to pay does not match the payment.")
        case .dataCollectionRequired: localized("The payment service needs more details about you first.")
        case .fetchFailed: localized("The payment service did not say what is to be signed.")
        case .routeExpired: localized("This way to pay is no longer open. Choose again.")
        case .quoteExpired: localized("The price is no longer valid.")
        case .unsupportedMethod: localized("The payment service asks for something that this wallet does not support.")
        case .actionsDiffer: localized("What was to be signed is not what was shown, so nothing was signed.")
        case .refused: localized("You rejected the request.")
        case .locked: localized("The wallet is locked.")
        case .signingFailed: localized("The wallet could not sign.")
        case .transactionReplaced:
            localized(
                "Another transaction of the account used the nonce of this payment's transaction, and replaced it.")
        case .invalidSignature: localized("The payment service did not accept the signature.")
        case .rateLimited: localized("The payment service receives too many requests. Try again later.")
        case .internalError: localized("The payment service has an internal error. Try again later.")
        case .http(let status):
            localized(
                """
                The payment service answered with HTTP status \(status, as: "status") and no reason. A proxy or a wrong \
                address may be the cause.
                """)
        case .infoMissing: localized("The payment service did not say what is to be paid, so it cannot be shown.")
        case .malformed: localized("The payment service sent an invalid answer.")
        case .answerTooLarge: localized("The payment service sent an answer that is too long.")
        case .noConnection: localized("The payment service cannot be reached. Check your connection and try again.")
        case .noProxy: localized("The proxy cannot be reached. Check it and try again.")
        case .untrusted: localized("The payment service could not prove its identity.")
        case .timedOut: localized("The payment service did not answer in time.")
        case .interrupted: localized("The payment service did not answer: the connection was lost.")
        case .outcomeUnknown:
            localized("It is not known whether the payment arrived. Check its status before you pay again.")
        case .cancelled: localized("The payment was stopped.")
        }
    }
}
