internal import Synchronization

/// Handles the requests for the files of a folder.
///
/// It handles `GET` and `HEAD`, and only for host names of the loopback interface: a website whose name was made to
/// resolve to this machine (DNS rebinding) gets nothing.
package struct StaticSite: Sendable {
    let folder: SiteFolder
    let pages: [String: String]

    /// Further header fields of what is found.
    let headers: [ServedRequest.Field]
    let port: Int

    /// Receives the paths of requests for files that do not exist.
    let onMissing: @Sendable (String) -> Void

    /// Serves `folder` until the server is closed or released.
    ///
    /// - Parameters:
    ///   - folder: Its files are served except hidden ones, and links that lead out of it.
    ///   - pages: Additional HTML pages by their path, such as `/a/b.html`.
    ///   - headers: Further header fields of each page and file.
    ///   - onMissing: Receives the paths of requests for files that do not exist.
    /// - Returns: The server, which is listening.
    /// - Throws: ``LocalServerError``.
    package static func serve(
        _ folder: SiteFolder, pages: [String: String] = [:], headers: [ServedRequest.Field] = [],
        onMissing: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(LocalServerError) -> LoopbackServer {
        // Set once the server listens, before any client knows its URL.
        let port = Mutex(0)
        let server = try await LoopbackServer { request in
            StaticSite(
                folder: folder, pages: pages, headers: headers, port: port.withLock(\.self), onMissing: onMissing
            ).answer(request)
        }
        port.withLock { $0 = server.port }
        return server
    }

    func answer(_ request: ServedRequest) -> ServedAnswer {
        guard isMeant(request) else { return refusal(421, "Misdirected Request") }
        guard request.method == "GET" || request.method == "HEAD" else {
            return refusal(405, "Method Not Allowed", [.init("Allow", "GET, HEAD")])
        }
        let path = String(request.target.prefix { $0 != "?" && $0 != "#" })
        if let page = pages[path] { return response(Array(page.utf8), as: ContentType.of(".html")) }
        switch folder.find(path) {
        case .file(let file):
            guard let bytes = SiteFolder.contents(of: file) else { return refusal(404, "Not Found") }
            return response(bytes, as: ContentType.of(file))
        case .folder:
            // Only the path, never a host: `//name` would be one.
            guard !path.hasPrefix("//") else { return refusal(404, "Not Found") }
            return refusal(302, "Found", [.init("Location", path + "/")])
        case nil:
            onMissing(path)
            return refusal(404, "Not Found")
        }
    }

    /// Whether the request's host is a loopback name that no other machine can have.
    private func isMeant(_ request: ServedRequest) -> Bool {
        guard let host = request.header("Host")?.lowercased() else { return false }
        return host == "127.0.0.1:\(port)" || host == "localhost:\(port)"
    }

    private func response(_ body: [UInt8], as type: String) -> ServedAnswer {
        ServedAnswer(
            200,
            headers: [
                .init("Content-Type", type), .init("Cache-Control", "no-store"),
                .init("X-Content-Type-Options", "nosniff"),
            ] + headers, body: body)
    }

    private func refusal(_ status: Int, _ phrase: String, _ headers: [ServedRequest.Field] = []) -> ServedAnswer {
        var answer = ServedAnswer.text("\(phrase)\n", status: status)
        answer.headers += [.init("Cache-Control", "no-store")] + headers
        return answer
    }
}
