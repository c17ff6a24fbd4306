import FlyingFox
import Foundation

/// Answers the requests to a ``Site``.
struct StaticSite: Sendable {
    let folder: SiteFolder
    let pages: [String: String]
    let port: UInt16

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard isMeant(request) else { return refusal(.misdirectedRequest) }
        guard request.method == .GET || request.method == .HEAD else {
            return refusal(.methodNotAllowed, [HTTPHeader("Allow"): "GET, HEAD"])
        }
        let path = request.target.path()
        if let page = pages[path] { return response(Data(page.utf8), as: ContentType.of(".html"), to: request) }
        switch folder.find(path) {
        case .file(let file):
            guard let bytes = SiteFolder.contents(of: file) else { return refusal(.notFound) }
            return response(Data(bytes), as: ContentType.of(file), to: request)
        case .folder:
            // The path alone, never a host: and `//name` would be one.
            guard !path.hasPrefix("//") else { return refusal(.notFound) }
            return refusal(.found, [.location: path + "/"])
        case nil:
            return refusal(.notFound)
        }
    }

    /// Whether the request was sent to this server by a name that no other host can have.
    private func isMeant(_ request: HTTPRequest) -> Bool {
        guard let host = request.headers[.host]?.lowercased() else { return false }
        return host == "127.0.0.1:\(port)" || host == "localhost:\(port)"
    }

    private func response(_ body: Data, as type: String, to request: HTTPRequest) -> HTTPResponse {
        let headers: [HTTPHeader: String] = [
            .contentType: type, .cacheControl: "no-store", HTTPHeader("X-Content-Type-Options"): "nosniff",
            .contentLength: String(body.count),
        ]
        let isHead = request.method == .HEAD
        return HTTPResponse(statusCode: .ok, headers: HTTPHeaders(headers), body: isHead ? Data() : body)
    }

    private func refusal(_ status: HTTPStatusCode, _ headers: [HTTPHeader: String] = [:]) -> HTTPResponse {
        let common: [HTTPHeader: String] = [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"]
        return HTTPResponse(
            statusCode: status, headers: HTTPHeaders(common.merging(headers) { _, own in own }),
            body: Data("\(status.phrase)\n".utf8))
    }
}
