/// The gateway's error codes: all those that its API documents (OpenAPI, `ErrorCode`).
enum GatewayCode: String, CaseIterable {
    case rateLimited = "rate_limited"
    case invalidParams = "invalid_params"
    case paramsValidation = "params_validation"
    case paymentNotFound = "payment_not_found"
    case idempotencyConflict = "idempotency_conflict"
    case internalError = "internal_error"
    case invalidState = "invalid_state"
    case paymentExpired = "payment_expired"
    case quoteExpired = "quote_expired"
    case sanctionedUser = "sanctioned_user"
    case unauthorized
    case forbidden
    case invalidAPIKey = "invalid_api_key"
    case missingAPIKey = "missing_api_key"
    case missingAppID = "missing_app_id"
    case missingClientID = "missing_client_id"
    case invalidAppID = "invalid_app_id"
    case missingAuthHeaders = "missing_auth_headers"
    case conflictingAuthHeaders = "conflicting_auth_headers"
    case headerNotASCII = "header_not_ascii"
    case invalidAPIVersion = "invalid_api_version"
    case unknownAPIVersion = "unknown_api_version"
    case apiVersionDowngrade = "api_version_downgrade"

    // These do not concern wallets.
    case missingMerchantAPIKey = "missing_merchant_api_key"
    case missingMerchantID = "missing_merchant_id"
    case notSandboxAPIKey = "not_sandbox_api_key"
    case merchantNotFound = "merchant_not_found"
    case merchantExists = "merchant_exists"
    case apiKeyNotFound = "api_key_not_found"
    case partnerNotFound = "partner_not_found"
    case customerNotFound = "customer_not_found"
    case walletNotFound = "wallet_not_found"

    /// Its meaning for any request; `nil` if the HTTP status is more specific.
    var meaning: PayError? {
        switch self {
        case .rateLimited: .rateLimited(retryAfter: nil)
        case .paymentNotFound: .paymentNotFound
        case .internalError: .internalError
        case .invalidState, .idempotencyConflict: .invalidState
        case .paymentExpired: .paymentExpired
        case .quoteExpired: .quoteExpired
        case .sanctionedUser: .complianceFailed
        case .unauthorized, .forbidden, .invalidAPIKey, .missingAPIKey, .missingAppID, .missingClientID, .invalidAppID,
            .missingAuthHeaders, .conflictingAuthHeaders:
            .unauthorized
        case .headerNotASCII: .configuration
        case .invalidAPIVersion, .unknownAPIVersion, .apiVersionDowngrade: .versionRefused
        case .invalidParams, .paramsValidation, .missingMerchantAPIKey, .missingMerchantID, .notSandboxAPIKey,
            .merchantNotFound, .merchantExists, .apiKeyNotFound, .partnerNotFound, .customerNotFound, .walletNotFound:
            nil
        }
    }
}
