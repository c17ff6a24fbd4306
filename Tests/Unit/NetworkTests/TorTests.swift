import Glibc
import TestServers
import Testing

@testable import Network

/// The proxy that most users of SOCKS5 have: it is given names, and the system's resolver is given none.
@Suite(
    .serialized, .timeLimit(.minutes(15)),
    .enabled(if: TorProcess.isInstalled, "tor is not installed; scripts/setup check installs it"))
struct TorTests {
    /// How each way that this module has to connect to port 443 of `host` fails.
    private func ask(_ host: String, through proxy: Proxy) async -> [NetworkError?] {
        async let web = failure { () async throws(NetworkError) in
            _ = try await WebClient(proxy: proxy).send(
                HTTPRequest(.get, "https://\(host)/", timeLimit: .seconds(60), addresses: .publicOnly))
        }
        async let socket = failure { () async throws(NetworkError) in
            _ = try await WebSocketClient(proxy: proxy).connect(
                WebSocketRequest("wss://\(host)/", timeLimit: .seconds(60), addresses: .publicOnly))
        }
        async let lines = failure { () async throws(NetworkError) in
            _ = try await SocketDialer(proxy: proxy).connect(
                to: LineAddress(host: host, port: 443), timeLimit: .seconds(60), lineLimit: 99)
        }
        return await [web, socket, lines]
    }

    private func failure(_ work: @Sendable () async throws(NetworkError) -> Void) async -> NetworkError? {
        do throws(NetworkError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    @Test func `names are resolved by Tor, and never by the system's resolver`() async throws {
        let tor = try await TorProcess()
        let proxy = Proxy.socks5(host: "127.0.0.1", port: tor.port)
        _ = ResolverWatch.names
        #expect(ResolverWatch.isInstalled)
        // The system knows the last one, and would give an address for it.
        let names = [
            "one.through-tor.invalid", "two.through-tor.example", Self.onion, Self.ownName,
        ].compactMap(\.self)
        for name in names {
            #expect(await ask(name, through: proxy) == [.unreachable, .unreachable, .unreachable])
            for _ in 0..<3 {
                let wanted = try await tor.wanted()
                #expect(wanted == "\(name):443")
            }
        }
        #expect(ResolverWatch.names.isDisjoint(with: names))
        #expect(try tor.log().contains("instructed Tor to take care of the DNS resolution itself"))
        #expect(try !tor.log().contains("giving Tor only an IP address"))
        await tor.end()
    }

    @Test func `the checks of the Tor test detect an address, and a name that the system resolves`()
        async throws
    {
        let tor = try await TorProcess()
        _ = ResolverWatch.names
        await #expect(throws: NetworkError.unreachable) {
            try await SocketDialer(proxy: .socks5(host: "127.0.0.1", port: tor.port)).connect(
                to: LineAddress(host: "192.0.2.1", port: 443), timeLimit: .seconds(60), lineLimit: 99)
        }
        #expect(try tor.log().contains("giving Tor only an IP address"))
        #expect(await ask("direct.through-tor.invalid", through: .none).allSatisfy { $0 == .unreachable })
        #expect(ResolverWatch.names.contains("direct.through-tor.invalid"))
        await tor.end()
    }

    /// The name of an onion service that nobody runs, with a valid key and checksum (rend-spec-v3, section 6).
    private static let onion = "aoqqpp7tzyil4hlq3umoos6atft6jvrqtosq2xy53sdgiesvgg4bqead.onion"

    /// The name of this machine, if it is one that can be asked for.
    private static var ownName: String? {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, 255) == 0 else { return nil }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
        return HostAndPort.isHost(name) && !HostAndPort.isThisMachine(name) && !HostAndPort.isNumeric(name)
            ? name : nil
    }
}
