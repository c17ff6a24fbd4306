import FlyingFox
import FlyingSocks
import Foundation

/// A web server for the tests' pages, on the loopback interface.
///
/// Reached as `127.0.0.1` and as `localhost` it is two origins.
actor TestServer {
    private let server: HTTPServer
    private var pages: [String: HTTPResponse] = [:]
    private(set) var hits: [String] = []
    private(set) var port: UInt16 = 0

    init() throws {
        server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    }

    func start() async throws {
        await server.appendRoute("*") { [weak self] request in
            await self?.answer(request) ?? HTTPResponse(statusCode: .notFound)
        }
        Task { try await server.run() }
        try await server.waitUntilListening()
        switch await server.listeningAddress {
        case .ip4(_, let port), .ip6(_, let port): self.port = port
        default: throw Failure("the test server has no port")
        }
    }

    func serve(_ path: String, _ response: HTTPResponse) {
        pages[path] = response
    }

    func serve(_ path: String, html: String, headers: [HTTPHeader: String] = [:]) {
        let all = headers.merging([.contentType: "text/html; charset=utf-8"]) { first, _ in first }
        pages[path] = HTTPResponse(statusCode: .ok, headers: HTTPHeaders(all), body: Data(html.utf8))
    }

    func forgetHits() {
        hits = []
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        hits.append("\(request.headers[.host] ?? "")\(request.path)")
        return pages[request.path] ?? HTTPResponse(statusCode: .notFound)
    }
}
