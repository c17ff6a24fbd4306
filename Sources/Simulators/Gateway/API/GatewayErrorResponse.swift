internal import Bridge

/// An error of the gateway's API.
struct GatewayErrorResponse: Error, Hashable, Sendable {
    let status: Int
    let code: String
    let message: String

    init(_ status: Int, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// A request that does not have its shape.
    static func shape(_ message: String) -> GatewayErrorResponse {
        GatewayErrorResponse(400, "invalid_params", message)
    }

    /// A request whose values do not fit.
    static func values(_ message: String) -> GatewayErrorResponse {
        GatewayErrorResponse(400, "params_validation", message)
    }

    static let noPayment = GatewayErrorResponse(404, "payment_not_found", "Payment not found")
    // The official description knows the statuses 400, 401, 404 and 500; the code tells errors apart.
    static let expired = GatewayErrorResponse(400, "payment_expired", "Payment has expired")
    static let quoteExpired = GatewayErrorResponse(400, "quote_expired", "The quote of this option has expired")
    static let noOption = values("Option not found")
    static let noData = values("IC data required but not found")
    static let signature = GatewayErrorResponse(
        400, "params_validation", "The signature is not one of the option's account")

    var answer: ServedAnswer {
        .json(["code": .string(code), "message": .string(message)], status: status)
    }
}
