internal import Bridge
internal import Foundation
internal import LocalServer

/// The node's side of HTTP: which requests are answered, and for which pages.
enum EthereumNodeServer {
    /// Whether a page of this request's origin may use the node: one of this machine, or a program.
    static func isAllowed(_ request: ServedRequest) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        guard let host = URLComponents(string: origin)?.host else { return false }
        return ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
    }

    /// Answers a request.
    static func answer(
        _ request: ServedRequest, _ reply: @Sendable ([UInt8]) async -> EthereumChain.Reply
    ) async -> ServedAnswer {
        guard isAllowed(request) else { return ServedAnswer(403) }
        var headers: [ServedRequest.Field] = [.init("Cache-Control", "no-store")]
        if let origin = request.header("Origin") {
            headers += [.init("Access-Control-Allow-Origin", origin), .init("Vary", "Origin")]
        }
        if request.method == "OPTIONS" {
            let allowed = [("Access-Control-Allow-Methods", "POST"), ("Access-Control-Allow-Headers", "content-type")]
            return ServedAnswer(204, headers: headers + allowed.map { .init($0.0, $0.1) })
        }
        guard request.method == "POST" else { return ServedAnswer(405, headers: headers) }
        // Other types can be sent by pages of all sites without asking.
        guard request.header("Content-Type")?.lowercased().hasPrefix("application/json") == true else {
            return ServedAnswer(415, headers: headers)
        }
        var answer: ServedAnswer
        switch await reply(request.body) {
        case .answer(let json): answer = .json(json)
        case .silence:
            // Nothing is answered to notifications, and by a node that is told to be silent: the client gives up first.
            if (try? JSON(parsing: request.body))?["id"] != nil { try? await Task.sleep(for: .seconds(3_600)) }
            answer = ServedAnswer(204)
        case .close:
            answer = ServedAnswer(200)
            answer.delivery = .none
        }
        answer.headers += headers
        return answer
    }
}

/// Answers that are false, in the right form.
enum EVMLie {
    /// Another result than this one.
    static func about(_ result: JSON) -> JSON {
        switch result {
        case .string(let text): .string(other(text))
        case .bool(let value): .bool(!value)
        case .array(let elements): .array(elements.dropLast())
        case .object(let object): lie(object)
        default: result
        }
    }

    private static let told = ["status", "value", "balance", "gasUsed", "number", "timestamp", "data", "output"]

    private static func lie(_ object: JSONObject) -> JSON {
        var object = object
        for key in told { object[key] = object[key].map(about) }
        return .object(object)
    }

    /// The text with another last digit.
    private static func other(_ text: String) -> String {
        guard text.hasPrefix("0x"), let last = text.last, text.utf8.count > 2 else { return text }
        return text.dropLast() + (last == "0" ? "1" : "0")
    }
}
