import LocalServer

/// Serves the example dapp on the loopback interface, for as long as this object exists.
final class DappSite: Sendable {
    let url: String
    private let server: LoopbackServer

    /// Starts the server.
    ///
    /// - Throws: If no port is free.
    init() async throws {
        server = try await LoopbackServer { Self.answer($0) }
        url = "http://127.0.0.1:\(server.port)/"
    }

    private static func answer(_ request: ServedRequest) -> ServedAnswer {
        let (type, body) =
            switch request.path {
            case [""]: ("text/html; charset=utf-8", PackageResources.index_html)
            case ["dapp.js"]: ("text/javascript; charset=utf-8", PackageResources.dapp_js)
            case ["style.css"]: ("text/css; charset=utf-8", PackageResources.style_css)
            default: ("", [])
            }
        guard !body.isEmpty else { return .text("Not Found\n", status: 404) }
        return ServedAnswer(
            200, headers: [.init("Content-Type", type), .init("Cache-Control", "no-store")], body: body)
    }
}
