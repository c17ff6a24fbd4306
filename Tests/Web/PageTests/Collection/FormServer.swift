import Foundation
import TestServers
import Synchronization

/// A web server over TLS that plays the payment service, and remembers what was asked of it.
final class FormServer: Sendable {
    /// One request, as it came.
    struct ReceivedRequest: Sendable {
        let method: String
        let host: String
        let path: String
        let head: String
        let body: String
    }

    private struct Page: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        var body = ""
    }

    private struct State {
        var pages: [String: Page] = [:]
        var visits: [ReceivedRequest] = []
        var said: [String] = []
        var tasks: [String] = []
        var taken = 0
        var otherwise = Page(status: 404)
        var held: Set<String> = []
    }

    private let peer: SocketPeer
    private let state: Shared

    private final class Shared: Sendable {
        let value = Mutex(State())
    }

    var port: Int { peer.port }

    init(_ identity: TestIdentity, clients: SocketPeer.ClientCertificate = .ignored) async throws {
        let state = Shared()
        self.state = state
        peer = try await SocketPeer(identity, clients: clients) { client in
            while let (head, body) = try await client.request() {
                let visit = Self.visit(head, body)
                while state.value.withLock({ $0.held.contains(visit.path) }) {
                    try await Task.sleep(for: .milliseconds(50))
                }
                let page = state.value.withLock { state in
                    state.visits.append(visit)
                    return Self.answer(visit, &state)
                }
                try await client.send(Self.text(of: page))
            }
        }
    }

    private static func answer(_ visit: ReceivedRequest, _ state: inout State) -> Page {
        switch visit.path {
        case "/said":
            state.said.append(visit.body)
            return Page(status: 204)
        case "/task":
            guard !state.tasks.isEmpty else { return Page(status: 204) }
            state.taken += 1
            return Page(body: state.tasks.removeFirst())
        default:
            return state.pages[visit.path] ?? state.otherwise
        }
    }

    private static func visit(_ head: String, _ body: [UInt8]) -> ReceivedRequest {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        let host = lines.first { $0.lowercased().hasPrefix("host:") }?.dropFirst(5).drop { $0 == " " } ?? ""
        return ReceivedRequest(
            method: words.first.map(String.init) ?? "", host: String(host),
            path: words.count > 1 ? String(words[1].prefix { $0 != "?" }) : "", head: head,
            body: String(decoding: body, as: UTF8.self))
    }

    private static func text(of page: Page) -> String {
        let headers = page.headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        return "HTTP/1.1 \(page.status) Here\r\nContent-Length: \(page.body.utf8.count)\r\n\(headers)\r\n\(page.body)"
    }

    func serve(
        _ path: String, _ body: String, type: String = "text/html; charset=utf-8", status: Int = 200,
        headers: [String: String] = [:]
    ) {
        let all = [("Content-Type", type)] + headers.map { ($0.key, $0.value) }
        state.value.withLock { $0.pages[path] = Page(status: status, headers: all, body: body) }
    }

    /// Answers nothing at `path`.
    func hold(_ path: String) {
        _ = state.value.withLock { $0.held.insert(path) }
    }

    /// Serves `html` wherever nothing else is.
    func serveEverything(_ html: String) {
        let page = Page(headers: [("Content-Type", "text/html; charset=utf-8")], body: html)
        state.value.withLock { $0.otherwise = page }
    }

    func redirect(_ path: String, to target: String, status: Int = 302) {
        state.value.withLock { $0.pages[path] = Page(status: status, headers: [("Location", target)]) }
    }

    /// Gives a page that asks at `/task` something to do.
    func give(_ task: String) {
        state.value.withLock { $0.tasks.append(task) }
    }

    /// How many tasks have been taken.
    var taken: Int { state.value.withLock { $0.taken } }

    /// Every request, in order.
    var visits: [ReceivedRequest] { state.value.withLock { $0.visits } }

    /// The values that pages passed to `done(value)`, in order.
    var said: [String] { state.value.withLock { $0.said } }
}
