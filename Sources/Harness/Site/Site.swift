import FlyingFox
import FlyingSocks
import Foundation

/// A web server for one folder, on the loopback interface, at a port that the system chooses.
///
/// It answers `GET` and `HEAD`, and only under a name of the loopback interface: a site of the web whose name was made
/// to point here (DNS rebinding) gets nothing.
public final class Site: Sendable {
    /// The address of the folder, such as `http://127.0.0.1:40123/`.
    public let url: String

    /// The port.
    public let port: UInt16

    private let server: HTTPServer
    private let task: Task<Void, any Error>

    /// Serves the folder at `path` until ``stop()``.
    ///
    /// - Parameters:
    ///   - path: A folder. What it holds is served but for hidden files, and links that lead out of it.
    ///   - pages: HTML of pages that stand beside the files, by their path, such as `/a/b.html`.
    /// - Returns: The server, listening.
    /// - Throws: If there is no such folder, or no free port.
    public static func serve(_ path: String, pages: [String: String] = [:]) async throws(HarnessError) -> Site {
        guard let folder = SiteFolder(path) else { throw HarnessError(.unusable, "There is no folder \(path).") }
        do {
            return try await Site(folder, pages)
        } catch {
            throw HarnessError(.unusable, "The folder \(path) cannot be served: \(error).")
        }
    }

    private init(_ folder: SiteFolder, _ pages: [String: String]) async throws {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        let task = Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress else {
            task.cancel()
            throw HarnessError(.unusable, "the system gave no port")
        }
        let site = StaticSite(folder: folder, pages: pages, port: port)
        await server.appendRoute("*") { request in site.answer(request) }
        (self.server, self.task, self.port) = (server, task, port)
        url = "http://127.0.0.1:\(port)/"
    }

    /// The address of the file at `path`, relative to the folder.
    public func url(of path: String) -> String {
        url + Self.escaped(path)
    }

    /// `path` with all but letters, digits, `-._~` and `/` percent-encoded (RFC 3986, section 2.1), so that it means
    /// itself in an address and in an attribute.
    static func escaped(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = path.utf8.flatMap { byte -> [UInt8] in
            let isPlain = byte &- 0x30 < 10 || byte | 0x20 &- 0x61 < 26 || "-._~/".utf8.contains(byte)
            return isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Ends the server.
    public func stop() async {
        await server.stop()
        task.cancel()
    }
}
