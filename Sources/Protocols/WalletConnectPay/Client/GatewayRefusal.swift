internal import Bridge
internal import Network

/// An error response of the gateway.
struct GatewayRefusal: Hashable, Sendable {
    /// The HTTP status.
    let status: Int

    /// The gateway's error code, if the response has the documented form and the code is documented.
    let code: GatewayCode?

    /// Whether the response has the documented form: a JSON object with a `code` and a `message`, both strings
    /// (OpenAPI, `Error`).
    private let hasForm: Bool

    /// Whether the response is from the gateway itself: its form and its code are those of the gateway's API.
    ///
    /// Everything else, such as an HTML page or other JSON, can be the response of a proxy, a firewall or another
    /// server. It says nothing about a payment that was submitted.
    var isOwn: Bool { code != nil }

    /// How long to wait, if the gateway gives it in whole seconds.
    let retryAfter: Duration?

    /// The part of the message that distinguishes two errors with the same status; the message itself is not used.
    private let hint: Hint?

    private enum Hint {
        case data, option, signature
    }

    /// Parses a response, whose body may be invalid.
    init(_ response: HTTPResponse) {
        status = response.status
        // The gateway's own errors are short.
        let body = response.body.count <= JSON.shortBytes ? try? JSON(parsing: response.body) : nil
        hasForm = body?["code"]?.string != nil && body?["message"]?.string != nil
        code = hasForm ? body?["code"]?.string.flatMap(GatewayCode.init) : nil
        let seconds = response.header("retry-after").flatMap { $0.utf8.count <= 6 ? UInt32($0) : nil } ?? 0
        retryAfter = seconds > 0 ? .seconds(seconds) : nil
        let message = body?["message"]?.string?.prefix(scalars: 1_000).lowercased() ?? ""
        hint =
            message.contains("ic data required")
            ? .data : message.contains("signature") ? .signature : message.contains("option") ? .option : nil
    }

    /// Whether the same request may succeed later.
    var isPassing: Bool { status == 429 || code == .rateLimited || status >= 500 || code == .internalError }

    /// Whether the gateway rejected the request without processing it.
    var isUnheard: Bool { code == .rateLimited || (status == 429 && isOwn && code?.meaning == nil) }

    /// The error for the caller.
    ///
    /// The code takes precedence over the status, which counts only if the gateway sent it.
    ///
    /// Before anything is submitted, an undocumented code ends the payment as a documented one does.
    func meaning(for route: GatewayRequest.Route) -> PayError {
        if let meaning = code?.meaning {
            if case .rateLimited = meaning { return .rateLimited(retryAfter: retryAfter) }
            return meaning
        }
        switch status {
        case 429: return .rateLimited(retryAfter: retryAfter)
        case 500... where route == .options: return .internalError
        default: guard isOwn || (hasForm && !route.settles) else { return .http(status) }
        }
        return switch (status, route) {
        case (400, .fetch) where hint == .data, (400, .confirm) where hint == .data: .dataCollectionRequired
        case (400, .fetch) where hint == .option, (404, .fetch) where hint == .option: .optionNotFound
        case (400, .confirm) where hint == .signature: .invalidSignature
        case (400, .options): .invalidRequest
        case (400, .confirm): .invalidOption
        case (400, .cancel): .invalidState
        case (401, _), (403, _): .unauthorized
        case (404, _): .paymentNotFound
        case (409, .options): .paymentNotReady
        case (409, .confirm): .routeExpired
        case (409, .cancel): .invalidState
        case (410, _): .paymentExpired
        case (422, .options), (422, .fetch): .invalidAccount
        case (422, .confirm): .invalidSignature
        case (451, _): .complianceFailed
        case (_, .fetch): .fetchFailed
        default: .http(status)
        }
    }
}
