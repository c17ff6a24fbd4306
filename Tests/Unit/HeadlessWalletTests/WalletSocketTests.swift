import Bridge
import Foundation
import Glibc
import Synchronization
import Testing

@testable import HeadlessWallet

/// The socket at which commands ask the window of the same user.
@MainActor @Suite struct WalletSocketTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "socket-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Sends a request off the main thread; `nil` if the other end closes the connection.
    @concurrent private nonisolated static func ask(_ request: JSON, in folder: String) async -> JSON? {
        let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        guard SocketAddress.use(in: folder, { connect(connection, $0, $1) }) == 0,
            SocketAddress.write(request, to: connection)
        else { return nil }
        return SocketAddress.readLine(from: connection, seconds: 20)
    }

    @Test func `only its user can open the socket, whatever the mask of the program`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mask = umask(0)
        defer { umask(mask) }
        let socket = try #require(WalletSocket(in: folder) { _ in .null })
        var facts = stat()
        #expect(stat("\(folder)/\(WalletSocket.name)", &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
        #expect(facts.st_mode & S_IFMT == S_IFSOCK)
        // A second window does not take it over.
        #expect(WalletSocket(in: folder) { _ in .null } == nil)
        withExtendedLifetime(socket) {}
    }

    @Test func `a process of the same user is answered`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let socket = try #require(WalletSocket(in: folder) { ["asked": $0] })
        #expect(await Self.ask("x", in: folder)?["asked"]?.string == "x")
        withExtendedLifetime(socket) {}
    }

    @Test func `a process of another user is not answered, and what it asks is not read`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let calls = Calls()
        let socket = try #require(
            WalletSocket(in: folder, for: geteuid() + 1) { _ in
                calls.count.withLock { $0 += 1 }
                return .null
            })
        #expect(await Self.ask("x", in: folder) == nil)
        #expect(calls.count.withLock(\.self) == 0)
        withExtendedLifetime(socket) {}
    }

    private final class Calls: Sendable {
        let count = Mutex(0)
    }
}
