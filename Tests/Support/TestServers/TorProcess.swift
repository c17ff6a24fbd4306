internal import Foundation
internal import Glibc
internal import Network

/// Tor from the distribution, which logs the requested destinations and has no network.
///
/// Its only route is a port of this machine on which nothing listens.
public final class TorProcess {
    /// The port of its SOCKS5 server at 127.0.0.1.
    public let port: Int

    private let process: Process
    private let folder: URL
    private let control: any LineConnection

    private static let program = ["/usr/sbin/tor", "/usr/bin/tor"].first(
        where: FileManager.default.isExecutableFile(atPath:))

    /// Whether it is installed.
    public static var isInstalled: Bool { program != nil }

    /// Starts it, and waits until it listens.
    ///
    /// - Parameter chosen: The port of its SOCKS5 server; without it, the system chooses one.
    /// - Throws: Why it does not run.
    public init(port chosen: Int? = nil) async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tor-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let settings = """
            DataDirectory \(folder.path)/data
            SocksPort 127.0.0.1:\(chosen.map(String.init) ?? "auto")
            ControlPort 127.0.0.1:auto
            ControlPortWriteToFile \(folder.path)/control
            CookieAuthentication 1
            CookieAuthFile \(folder.path)/cookie
            __OwningControllerProcess \(getpid())
            ClientOnly 1
            UseBridges 1
            Bridge 127.0.0.1:\(QuietPort.take())
            SocksTimeout 1
            SafeSocks 1
            TestSocks 1
            Log notice file \(folder.path)/log
            """
        try Data(settings.utf8).write(to: folder.appendingPathComponent("torrc"))
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program ?? "")
        process.arguments = ["--defaults-torrc", "/dev/null", "-f", "\(folder.path)/torrc"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        var address: Substring?
        var cookie: Data?
        while address == nil || cookie?.count != 32 {
            guard process.isRunning else { throw NetworkError.unreachable }
            try await Task.sleep(for: .milliseconds(50))
            address = (try? String(contentsOf: folder.appendingPathComponent("control"), encoding: .utf8))?
                .split(separator: "=").last?.split(separator: ":").last.map { $0.prefix { $0.isNumber } }
            cookie = try? Data(contentsOf: folder.appendingPathComponent("cookie"))
        }
        control = try await SocketDialer().connect(
            to: LineAddress(host: "127.0.0.1", port: address.flatMap { Int($0) } ?? 0, isSecure: false),
            timeLimit: .seconds(60), lineLimit: 10_000)
        let digits = (cookie ?? Data()).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try await control.send(Array("AUTHENTICATE \(digits)\r".utf8))
        try await control.send(Array("GETINFO net/listeners/socks\r".utf8))
        try await control.send(Array("SETEVENTS STREAM\r".utf8))
        var listener = ""
        while !listener.hasPrefix("250-net/listeners/socks=") {
            listener = try await Self.line(control)
        }
        port = Int(listener.split(separator: ":").last?.prefix { $0.isNumber } ?? "") ?? 0
    }

    /// Ends it, and removes its files.
    public func end() async {
        await control.close()
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The next place that a client wants, as `host:port`.
    public func wanted() async throws -> String {
        while true {
            // 650 STREAM number NEW 0 place …; Tor's own have another purpose.
            let words = try await Self.line(control).split { $0 == " " || $0 == "\r" }
            if words.count > 5, words[1] == "STREAM", words[3] == "NEW", words.contains("PURPOSE=USER") {
                return String(words[5])
            }
        }
    }

    /// What it says in its log.
    public func log() throws -> String {
        try String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)
    }

    private static func line(_ control: any LineConnection) async throws -> String {
        var lines = control.lines.makeAsyncIterator()
        guard let line = try await lines.next() else { throw NetworkError.interrupted }
        return String(decoding: line, as: UTF8.self)
    }
}
