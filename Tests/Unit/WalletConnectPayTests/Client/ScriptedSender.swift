import Bridge
import Synchronization
import Network

/// An HTTP client whose responses are scripted.
final class ScriptedSender: HTTPSender {
    /// The result of a request.
    enum Reply: Sendable {
        case answer(Int, JSON)
        case raw(Int, [UInt8], [(name: String, value: String)])
        case failure(NetworkError)
        /// Nothing, until the task is cancelled.
        case silence

        static func ok(_ json: JSON) -> Reply { .answer(200, json) }

        static func error(_ status: Int, _ code: String, _ message: String = "") -> Reply {
            .answer(status, ["code": .string(code), "message": .string(message)])
        }
    }

    private struct State {
        var script: [String: [Reply]]
        var requests: [HTTPRequest] = []
    }

    private let state: Mutex<State>

    /// Creates a client with the replies for each route (the last part of the path); the last reply is repeated.
    init(_ script: [String: [Reply]]) {
        state = Mutex(State(script: script))
    }

    var requests: [HTTPRequest] { state.withLock(\.requests) }

    /// The routes of the requests.
    var asked: [String] { requests.map(Self.route) }

    func bodies(of route: String) -> [JSON] {
        requests.filter { Self.route(of: $0) == route }.compactMap { try? JSON(parsing: $0.body) }
    }

    /// Changes what is answered from now on.
    func answer(_ route: String, _ replies: Reply...) { state.withLock { $0.script[route] = replies } }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let route = Self.route(of: request)
        let reply = state.withLock { state in
            state.requests.append(request)
            let replies = state.script[route] ?? []
            if replies.count > 1 { state.script[route] = Array(replies.dropFirst()) }
            return replies.first ?? .failure(.unreachable)
        }
        switch reply {
        case .answer(let status, let json): return HTTPResponse(status: status, body: json.bytes)
        case .raw(let status, let body, let headers):
            return HTTPResponse(status: status, headers: headers, body: body)
        case .failure(let error): throw error
        case .silence:
            while !Task.isCancelled { await Task.yield() }
            throw .closed
        }
    }

    static func route(of request: HTTPRequest) -> String {
        let path = request.url.prefix { $0 != "?" }
        return path.split(separator: "/").last.map(String.init) ?? ""
    }
}
