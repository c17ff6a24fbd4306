import LocalServer
import Synchronization

/// An HTTP server for one folder, on the loopback interface, at a port that the system chooses.
public final class Site: Sendable {
    /// The URL of the folder, such as `http://127.0.0.1:40123/`.
    public let url: String

    /// The port.
    public let port: UInt16

    /// The files that pages asked for and that do not exist.
    let missing: Missing

    /// A list of paths, relative to the folder, in the order of the requests.
    final class Missing: Sendable {
        private let paths = Mutex<[String]>([])

        /// The first 10,000.
        var all: [String] { paths.withLock(\.self) }

        func add(_ path: String) {
            paths.withLock { if $0.count < 10_000 { $0.append(String(path.drop { $0 == "/" })) } }
        }
    }

    /// The servers by port: a folder is served until ``stop()``, even if the caller keeps only its URL.
    private static let running = Mutex<[UInt16: LoopbackServer]>([:])

    /// Serves the folder at `path` until ``stop()``.
    ///
    /// - Parameters:
    ///   - path: A folder. Its contents are served except hidden files, and links that lead out of it.
    ///   - pages: Additional HTML pages by their path, such as `/a/b.html`.
    /// - Returns: The server, which is listening.
    /// - Throws: If the folder does not exist, or if no port is free.
    public static func serve(_ path: String, pages: [String: String] = [:]) async throws(HarnessError) -> Site {
        guard let folder = SiteFolder(path) else { throw HarnessError(.unusable, "There is no folder \(path).") }
        let missing = Missing()
        do {
            let server = try await StaticSite.serve(folder, pages: pages) { missing.add($0) }
            let number = UInt16(server.port)
            running.withLock { $0[number] = server }
            return Site(port: number, missing: missing)
        } catch {
            throw HarnessError(.unusable, "The folder \(path) cannot be served: \(error).")
        }
    }

    private init(port: UInt16, missing: Missing) {
        self.port = port
        self.missing = missing
        url = "http://127.0.0.1:\(port)/"
    }

    /// The URL of the file at `path`, relative to the folder.
    public func url(of path: String) -> String {
        url + Self.escaped(path)
    }

    /// `path` with all characters except letters, digits, `-._~` and `/` percent-encoded (RFC 3986, section 2.1), for
    /// use in a URL and in an attribute.
    static func escaped(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = path.utf8.flatMap { byte -> [UInt8] in
            let isPlain = byte &- 0x30 < 10 || byte | 0x20 &- 0x61 < 26 || "-._~/".utf8.contains(byte)
            return isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Stops the server.
    public func stop() async {
        await Self.running.withLock { $0.removeValue(forKey: port) }?.close()
    }
}
