internal import Bridge
internal import LocalServer

/// An error response of the gateway's API.
package struct GatewayErrorResponse: Hashable, Sendable {
    let status: Int
    let code: String
    let message: String

    init(_ status: Int, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    var answer: ServedAnswer {
        .json(["code": .string(code), "message": .string(message)], status: status)
    }
}

extension SimulatorError {
    /// An error of the gateway's API.
    static func response(_ status: Int, _ code: String, _ message: String) -> SimulatorError {
        .response(GatewayErrorResponse(status, code, message))
    }

    /// The body does not have the required structure.
    static func shape(_ message: String) -> SimulatorError {
        .response(400, "invalid_params", message)
    }

    /// The values in the body are invalid.
    static func values(_ message: String) -> SimulatorError {
        .response(400, "params_validation", message)
    }

    static let unknownPayment = response(404, "payment_not_found", "Payment not found")
    // The official description defines the statuses 400, 401, 404 and 500; the code distinguishes errors.
    static let expired = response(400, "payment_expired", "Payment has expired")
    static let quoteExpired = response(400, "quote_expired", "The quote of this option has expired")
    static let noOption = values("Option not found")
    static let noData = values("IC data required but not found")
    static let wrongSignature = response(
        400, "params_validation", "The signature is not one of the option's account")

    /// The response of the gateway.
    var answer: ServedAnswer {
        guard case .response(let response) = self else {
            return GatewayErrorResponse(500, "internal_error", description).answer
        }
        return response.answer
    }
}
