import Foundation
import Glibc
import Network
import TestServers
import Testing

/// What GnuTLS and GIO accept in a handshake: TLS 1.0 and 1.1, and the result of an earlier connection.
@Suite(.serialized, .timeLimit(.minutes(15))) struct AcceptedHandshakeTests {
    /// The certificate authorities of the distribution's package.
    private static let program = "/usr/bin/openssl"

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: program)),
        arguments: [("-tls1", false), ("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true)])
    func `a server that supports only an old version of TLS receives nothing`(
        version: String, isAccepted: Bool
    ) async throws {
        let (server, port) = try serve(.server, [version, "-cipher", "ALL:@SECLEVEL=0"])
        // SIGTERM may be blocked in processes started by tests.
        defer { kill(server.processIdentifier, SIGKILL) }
        let roots = try TrustRoots.only(pem: TestIdentity.authority())
        let client = WebClient(trusting: roots)
        var result: NetworkError?
        // Until the server listens.
        repeat {
            do throws(NetworkError) {
                let answer = try await client.send(
                    HTTPRequest(.get, "https://localhost:\(port)/", timeLimit: .seconds(60)))
                #expect(answer.status == 200)
                result = nil
            } catch {
                result = error
            }
        } while result == .unreachable && server.isRunning
        #expect(result == (isAccepted ? nil : .untrusted))
        for fingerprint in [nil, CertificateFingerprint(of: try TestIdentity.server.certificate())] {
            do throws(NetworkError) {
                let connection = try await SocketDialer(trusting: roots).connect(
                    to: LineAddress(host: "localhost", port: port, fingerprint: fingerprint),
                    timeLimit: .seconds(60), lineLimit: 99)
                await connection.close()
                #expect(isAccepted)
            } catch {
                #expect(!isAccepted && error == .untrusted)
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
    func `a TLS session verified by fingerprint is not resumed for a server verified by name`() async throws {
        let (server, port) = try serve(.selfSigned, ["-tls1_3"])
        // SIGTERM may be blocked in processes started by tests.
        defer { kill(server.processIdentifier, SIGKILL) }
        let fingerprint = CertificateFingerprint(of: try TestIdentity.selfSigned.certificate())
        let pinned = LineAddress(host: "localhost", port: port, fingerprint: fingerprint)
        var rounds = 0
        while rounds < 3 && server.isRunning {
            do throws(NetworkError) {
                let connection = try await SocketDialer().connect(
                    to: pinned, timeLimit: .seconds(60), lineLimit: 100_000)
                rounds += 1
                // Receives a response, so that the session tickets have arrived.
                try await connection.send(Array("GET / HTTP/1.0\r".utf8))
                try await connection.send(Array("\r".utf8))
                var lines = connection.lines.makeAsyncIterator()
                #expect((try? await lines.next()) != nil)
                await connection.close()
            } catch {
                // Until the server listens.
                #expect(error == .unreachable)
                continue
            }
            await #expect(throws: NetworkError.untrusted) {
                try await WebClient().send(HTTPRequest(.get, "https://localhost:\(port)/", timeLimit: .seconds(60)))
            }
            await #expect(throws: NetworkError.untrusted) {
                try await SocketDialer().connect(
                    to: LineAddress(host: "localhost", port: port), timeLimit: .seconds(60), lineLimit: 99)
            }
        }
        #expect(rounds == 3)
    }

    /// Starts OpenSSL's web server.
    private func serve(_ identity: TestIdentity, _ options: [String]) throws -> (server: Process, port: Int) {
        let port = QuietPort.take()
        let server = Process()
        server.executableURL = URL(fileURLWithPath: Self.program)
        server.arguments =
            ["s_server", "-accept", "127.0.0.1:\(port)", "-www", "-quiet"] + options
            + ["-cert", identity.paths.certificate, "-key", identity.paths.key]
        server.standardInput = FileHandle.nullDevice
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        return (server, port)
    }
}
