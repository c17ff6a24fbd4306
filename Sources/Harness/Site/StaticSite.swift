import LocalServer

/// Handles the requests to a ``Site``.
struct StaticSite: Sendable {
    let folder: SiteFolder
    let pages: [String: String]
    let port: UInt16

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
            ], body: body)
    }

    private func refusal(_ status: Int, _ phrase: String, _ headers: [ServedRequest.Field] = []) -> ServedAnswer {
        var answer = ServedAnswer.text("\(phrase)\n", status: status)
        answer.headers += [.init("Cache-Control", "no-store")] + headers
        return answer
    }
}
