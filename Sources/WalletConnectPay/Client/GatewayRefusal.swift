internal import Bridge
internal import Network

/// An error response of the gateway.
struct GatewayRefusal: Hashable, Sendable {
    /// The HTTP status.
    let status: Int

    /// The gateway's word for it, where the answer has the documented form and the word is a documented one.
    let code: GatewayCode?

    /// Whether the answer has the documented form: a JSON object with a `code` and a `message`, both text (OpenAPI,
    /// `Error`).
    private let hasForm: Bool

    /// Whether the gateway said it itself: the form and the code are those of its API.
    ///
    /// Everything else, such as a page of HTML or a proxy's own JSON, can be the answer of a proxy, of a firewall or of
    /// another server. It says nothing about a payment that was submitted.
    var isOwn: Bool { code != nil }

    /// How long to wait, where the gateway says so in whole seconds.
    let retryAfter: Duration?

    /// What in the sentence tells two refusals of one status apart; the sentence itself goes nowhere.
    private let hint: Hint?

    private enum Hint {
        case data, option, signature
    }

    /// Reads an answer, whose body need not be what it should.
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

    /// Whether the same question may be answered later.
    var isPassing: Bool { status == 429 || code == .rateLimited || status >= 500 || code == .internalError }

    /// Whether the gateway refused to look at the question at all.
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
