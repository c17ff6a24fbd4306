import TestServers
import Synchronization
import Testing
import Network

@Suite(.serialized, .timeLimit(.minutes(15))) struct SocketDialerTests {
    private let dialer: SocketDialer

    init() throws {
        dialer = SocketDialer(trusting: try .only(pem: TestIdentity.authority()))
    }

    private func dial(
        _ peer: SocketPeer, host: String = "localhost", isSecure: Bool = true, pin: TestIdentity? = nil,
        timeLimit: Duration = .seconds(60)
    ) async throws -> any LineConnection {
        try await dialer.connect(
            to: LineAddress(
                host: host, port: peer.port, isSecure: isSecure,
                fingerprint: pin.map { CertificateFingerprint(of: try $0.certificate()) }),
            timeLimit: timeLimit, lineLimit: 1000)
    }

    private static let replyID: SocketPeer.Script = { connection in
        while let line = try await connection.line() { try await connection.send(line: line) }
    }

    /// The received lines, and the error at the end of the connection.
    private func all(_ connection: any LineConnection) async -> (lines: [String], end: NetworkError?) {
        var lines: [String] = []
        do {
            for try await line in connection.lines { lines.append(String(decoding: line, as: UTF8.self)) }
            return (lines, nil)
        } catch {
            return (lines, error as? NetworkError)
        }
    }

    @Test(arguments: [true, false])
    func `lines are sent in both directions, with and without TLS`(isSecure: Bool) async throws {
        let peer = try await SocketPeer(isSecure ? .server : nil, script: Self.replyID)
        let connection = try await dial(peer, isSecure: isSecure)
        var iterator = connection.lines.makeAsyncIterator()
        for text in ["a", "", "{\"id\":1}", String(repeating: "x", count: 1000)] {
            try await connection.send(Array(text.utf8))
            #expect(try await iterator.next() == Array(text.utf8))
        }
        await connection.close()
        await #expect(throws: NetworkError.closed) { try await iterator.next() }
        await #expect(throws: NetworkError.closed) { try await connection.send([1]) }
        await connection.close()
    }

    @Test func `only single lines can be sent`() async throws {
        let connection = try await dial(try await SocketPeer(script: Self.replyID), isSecure: false)
        await #expect(throws: NetworkError.malformed) { try await connection.send(Array("a\nb".utf8)) }
    }

    @Test(arguments: [TestIdentity.expired, .otherName, .untrusted, .selfSigned])
    func `a server with an untrusted certificate is refused`(identity: TestIdentity) async throws {
        let peer = try await SocketPeer(identity) { connection in
            if try await connection.line() != nil { Issue.record("a line arrived") }
        }
        await #expect(throws: NetworkError.untrusted) { try await dial(peer) }
    }

    @Test func `the certificate must match the dialled address`() async throws {
        let peer = try await SocketPeer(.server, script: Self.replyID)
        await (try dial(peer, host: "127.0.0.1")).close()
        let other = try await SocketPeer(.otherName, script: Self.replyID)
        await #expect(throws: NetworkError.untrusted) { try await dial(other, host: "127.0.0.1") }
    }

    @Test(arguments: [TestIdentity.server, .expired, .otherName, .untrusted, .selfSigned])
    func `a fingerprint accepts one certificate and no other`(identity: TestIdentity) async throws {
        let peer = try await SocketPeer(identity, script: Self.replyID)
        await (try dial(peer, pin: identity)).close()
        let other: TestIdentity = identity == .server ? .selfSigned : .server
        await #expect(throws: NetworkError.untrusted) { try await dial(peer, pin: other) }
    }

    @Test(arguments: [TestIdentity.server, .expired, .otherName, .untrusted, .selfSigned])
    func `the certificate of a server is told, and nothing is sent to it`(identity: TestIdentity) async throws {
        let peer = try await SocketPeer(identity) { connection in
            if try await connection.line() != nil { Issue.record("a line arrived") }
        }
        let address = LineAddress(
            host: "localhost", port: peer.port, fingerprint: CertificateFingerprint(String(repeating: "AB", count: 32)))
        for _ in 0..<2 {
            let shown = try await dialer.certificate(of: address, timeLimit: .seconds(60))
            #expect(shown == CertificateFingerprint(of: try identity.certificate()))
        }
        // After a connection that trusts the certificate, the question is asked again.
        if identity == .server {
            let other = try await SocketPeer(identity, script: Self.replyID)
            await (try dial(other)).close()
            let shown = try await dialer.certificate(
                of: LineAddress(host: "localhost", port: other.port), timeLimit: .seconds(60))
            #expect(shown == CertificateFingerprint(of: try identity.certificate()))
        }
    }

    @Test(arguments: [0xFF_FFFF, 0x1_0000])
    func `a certificate without an end is refused after the longest message of TLS`(length: Int) async throws {
        let sent = Mutex(0)
        let peer = try await SocketPeer { connection in
            _ = try await connection.some()
            try await connection.send(Self.record(Self.serverHello))
            // One certificate that takes up the whole message, and is never complete.
            let (list, first) = (length - 3, length - 6)
            try await connection.send(
                Self.record([11] + Self.number(length) + Self.number(list) + Self.number(first) + [0x30, 0x84]))
            while true {
                try await connection.send(Self.record(Array(repeating: 0x30, count: 16_000)))
                sent.withLock { $0 += 16_000 }
            }
        }
        let address = LineAddress(host: "localhost", port: peer.port)
        for _ in 0..<2 {
            await #expect(throws: NetworkError.untrusted) {
                try await dialer.certificate(of: address, timeLimit: .seconds(60))
            }
            await #expect(throws: NetworkError.untrusted) { try await dial(peer) }
        }
        // TLS itself allows 16 MiB, and the system's buffers take some more, for each of four connections.
        #expect(sent.withLock { $0 } < 4 * (24 << 20))
    }

    /// The answer of a server with TLS 1.2, for which its certificate comes next.
    private static let serverHello: [UInt8] = {
        let body = [3, 3] + (0..<32).map { UInt8($0) } + [0, 0xC0, 0x2F, 0, 0, 5, 0xFF, 1, 0, 1, 0]
        return [2] + number(body.count) + body
    }()

    private static func number(_ value: Int) -> [UInt8] {
        [UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }

    /// A record of a handshake.
    private static func record(_ message: [UInt8]) -> [UInt8] {
        [22, 3, 3] + number(message.count).dropFirst() + message
    }

    @Test func `what is not a TLS server has no certificate`() async throws {
        let peer = try await SocketPeer { connection in
            try await connection.send(line: "{\"hello\":1}")
            try await connection.end()
        }
        for (host, port, error) in [
            ("localhost", peer.port, NetworkError.untrusted), ("", peer.port, .unusableAddress),
            ("localhost", 0, .unusableAddress), ("x.onion", 50002, .needsTor),
        ] {
            await #expect(throws: error) {
                try await dialer.certificate(of: LineAddress(host: host, port: port), timeLimit: .seconds(60))
            }
        }
    }

    @Test func `a fingerprint is grouped for a person who compares it`() throws {
        let text = (0..<32).map { String($0 + 16, radix: 16) }.joined()
        #expect(CertificateFingerprint(text)?.grouped.hasPrefix("1011 1213 1415") == true)
        #expect(CertificateFingerprint(text)?.grouped.split(separator: " ").count == 16)
    }

    @Test func `a fingerprint survives a round trip`() throws {
        let fingerprint = CertificateFingerprint(of: try TestIdentity.server.certificate())
        #expect(fingerprint.bytes.count == 32)
        #expect(CertificateFingerprint(fingerprint.description) == fingerprint)
        #expect(CertificateFingerprint(fingerprint.description.lowercased().filter { $0 != ":" }) == fingerprint)
        for text in ["", "00", fingerprint.description + ":00", String(repeating: "0", count: 63) + "x"] {
            #expect(CertificateFingerprint(text) == nil)
        }
    }

    @Test func `a port without a listener cannot be reached`() async throws {
        let peer = try await SocketPeer(port: QuietPort.take()) { _ in }
        await peer.close()
        await #expect(throws: NetworkError.unreachable) { try await dial(peer, isSecure: false) }
    }

    @Test func `a server that does not answer the handshake times out`() async throws {
        let peer = try await SocketPeer { try await $0.end() }
        await #expect(throws: NetworkError.timedOut) { try await dial(peer, timeLimit: .milliseconds(300)) }
    }

    @Test func `a server that does not support TLS is refused`() async throws {
        let peer = try await SocketPeer { connection in
            try await connection.send(line: "{\"hello\":1}")
            try await connection.end()
        }
        await #expect(throws: NetworkError.untrusted) { try await dial(peer) }
    }

    @Test func `a server that disconnects during the handshake is not reached`() async throws {
        let peer = try await SocketPeer(port: QuietPort.take()) { _ in }
        await #expect(throws: NetworkError.interrupted) { try await dial(peer) }
    }

    @Test func `an incomplete line is not delivered`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.line()
            try await connection.send("whole\nhalf")
        }
        let connection = try await dial(peer)
        try await connection.send(Array("hello".utf8))
        let (lines, end) = await all(connection)
        #expect(lines == ["whole"])
        #expect(end == .interrupted)
    }

    @Test func `a line of ten million bytes ends the connection long before`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            try await connection.send(line: "first")
            for _ in 0..<10 { try await connection.send([UInt8](repeating: 0x78, count: 1_000_000)) }
            try await connection.end()
        }
        let (lines, end) = await all(try await dial(peer))
        #expect(lines == ["first"])
        #expect(end == .tooLarge)
    }

    @Test func `a server is not read faster than its lines are consumed`() async throws {
        let sent = SentLines()
        let total = 200_000
        let peer = try await SocketPeer { connection in
            let line = Array((String(repeating: "y", count: 900) + "\n").utf8)
            for _ in 0..<total {
                try await connection.send(line)
                sent.add()
            }
            try await connection.end()
        }
        let connection = try await dial(peer, isSecure: false)
        var lines = connection.lines.makeAsyncIterator()
        // Data in transit fits into the sockets' buffers; 180 MB do not.
        for _ in 0..<1000 { #expect(try await lines.next()?.count == 900) }
        // Until the server stops sending, whether it was throttled or has sent everything.
        var before = -1
        while sent.count != before {
            before = sent.count
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(sent.count < total / 2)
        await connection.close()
    }

    /// How many lines a server has sent.
    private final class SentLines: Sendable {
        private let number = Mutex(0)

        var count: Int { number.withLock(\.self) }

        func add() { number.withLock { $0 += 1 } }
    }

    @Test func `a cancelled dialler closes the connection`() async throws {
        let (came, continuation) = AsyncStream<Void>.makeStream()
        let (gone, end) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer { connection in
            continuation.yield()
            try? await connection.end()
            end.yield()
        }
        let task = Task { () async -> NetworkError? in
            do {
                _ = try await dial(peer)
                return nil
            } catch {
                return error as? NetworkError
            }
        }
        for await _ in came { break }
        task.cancel()
        #expect(await task.value == .closed)
        for await _ in gone { break }
    }

    @Test(arguments: [("", 1), ("exa mple", 1), ("localhost", 0), ("localhost", 65536), ("a\\b", 1), ("a@b", 1)])
    func `an invalid address is not dialled`(host: String, port: Int) async {
        await #expect(throws: NetworkError.unusableAddress) {
            try await dialer.connect(
                to: LineAddress(host: host, port: port), timeLimit: .seconds(60), lineLimit: 1000)
        }
    }
}
