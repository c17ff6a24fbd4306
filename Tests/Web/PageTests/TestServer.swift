import FlyingFox
import FlyingSocks
import Foundation
import WindowTesting

/// A web server for the tests' pages, on the loopback interface.
///
/// Reached as `127.0.0.1` and as `localhost` it is two origins. A request for `/gate/NAME` is answered when the test
/// opens that gate, so that a page can wait for the test.
actor TestServer {
    private let server: HTTPServer
    private var pages: [String: HTTPResponse] = [:]
    private var openGates: Set<String> = []
    private var waiters: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Every path that was asked for, with its host.
    private(set) var hits: [String] = []
    private(set) var port: UInt16 = 0

    init() throws {
        server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 600, logger: .disabled)
    }

    func start() async throws {
        await server.appendRoute("*") { [weak self] request in
            await self?.answer(request) ?? HTTPResponse(statusCode: .notFound)
        }
        Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        switch await server.listeningAddress {
        case .ip4(_, let port), .ip6(_, let port): self.port = port
        default: throw Failure("the test server has no port")
        }
    }

    func serve(_ path: String, _ response: HTTPResponse) {
        pages[path] = response
    }

    func serve(_ path: String, html: String) {
        serve(path, html: html, headers: [:])
    }

    func serve(_ path: String, html: String, headers: [String: String]) {
        serve(path, type: "text/html; charset=utf-8", html, headers: headers)
    }

    func serve(_ path: String, type: String, _ text: String, headers: [String: String]) {
        var all = HTTPHeaders([.contentType: type])
        for (name, value) in headers { all[HTTPHeader(name)] = value }
        pages[path] = HTTPResponse(statusCode: .ok, headers: all, body: Data(text.utf8))
    }

    func redirect(_ path: String, to target: String, status: Int) {
        pages[path] = HTTPResponse(
            statusCode: HTTPStatusCode(status, phrase: "Redirect"), headers: HTTPHeaders([.location: target]))
    }

    func serve(_ path: String, status: Int, headers: [String: String]) {
        var all = HTTPHeaders()
        for (name, value) in headers { all[HTTPHeader(name)] = value }
        pages[path] = HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "Status"), headers: all)
    }

    /// How many requests for `path` came, whatever the host.
    func hits(of path: String) -> Int {
        hits.count { $0.hasSuffix(path) }
    }

    /// Has everybody wait again who asks for `/gate/NAME`.
    func close(_ gate: String) {
        openGates.remove(gate)
    }

    /// Lets everybody through who asks for `/gate/NAME`.
    func open(_ gate: String) {
        openGates.insert(gate)
        for waiter in waiters.removeValue(forKey: gate) ?? [] { waiter.resume() }
    }

    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        hits.append("\(request.headers[.host] ?? "")\(request.path)")
        let parts = request.path.split(separator: "/")
        if parts.first == "gate", let name = parts.last.map(String.init) {
            if !openGates.contains(name) {
                await withCheckedContinuation { waiters[name, default: []].append($0) }
            }
            return HTTPResponse(statusCode: .ok, headers: HTTPHeaders([HTTPHeader("Access-Control-Allow-Origin"): "*"]))
        }
        return pages[request.path] ?? HTTPResponse(statusCode: .notFound)
    }
}
