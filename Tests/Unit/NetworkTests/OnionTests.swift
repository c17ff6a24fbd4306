import TestServers
import Testing

@testable import Network

/// Names of onion services: the system's resolver and web proxies must not see them (RFC 7686, section 2).
@Suite(.serialized, .timeLimit(.minutes(15))) struct OnionTests {
    private static let name = "aoqqpp7tzyil4hlq3umoos6atft6jvrqtosq2xy53sdgiesvgg4bqead.onion"

    private func errors(_ host: String, through proxy: Proxy) async -> [NetworkError?] {
        var errors: [NetworkError?] = []
        for scheme in ["http", "https"] {
            errors.append(
                await failure { () async throws(NetworkError) in
                    _ = try await WebClient(proxy: proxy).send(HTTPRequest(.get, "\(scheme)://\(host)/"))
                })
        }
        errors.append(
            await failure { () async throws(NetworkError) in
                _ = try await WebSocketClient(proxy: proxy).connect(WebSocketRequest("wss://\(host)/"))
            })
        for isSecure in [true, false] {
            errors.append(
                await failure { () async throws(NetworkError) in
                    _ = try await SocketDialer(proxy: proxy).connect(
                        to: LineAddress(host: host, port: 50001, isSecure: isSecure), timeLimit: .seconds(60),
                        lineLimit: 99)
                })
        }
        return errors
    }

    private func failure(_ work: () async throws(NetworkError) -> Void) async -> NetworkError? {
        do throws(NetworkError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [name, name.uppercased(), "www.\(name)", "short.onion"])
    func `without a SOCKS5 proxy, no name of an onion service is resolved`(host: String) async throws {
        let proxy = try await ProxyPeer(routes: [:])
        #expect(ResolverWatch.isInstalled)
        for proxy in [Proxy.none, .http(host: "127.0.0.1", port: proxy.port)] {
            #expect(await errors(host, through: proxy) == Array(repeating: .needsTor, count: 5))
        }
        #expect(ResolverWatch.names.isDisjoint(with: [host, host.lowercased()]))
        #expect(proxy.wanted.isEmpty)
        await proxy.close()
    }

    @Test(arguments: [Proxy.socks5(host: name, port: 9050), .http(host: "Proxy.ONION", port: 80)])
    func `a proxy at an onion service is never looked up`(proxy: Proxy) async {
        #expect(ResolverWatch.isInstalled)
        let errors = await errors("example.com", through: proxy)
        // A web client refuses the address first.
        #expect(errors.allSatisfy { $0 == .unusableAddress })
        #expect(Proxy(proxy.address ?? "") == nil)
        #expect(ResolverWatch.names.isDisjoint(with: [Self.name, "Proxy.ONION", "proxy.onion"]))
    }

    @Test func `other names that end in the same letters are ordinary names`() async throws {
        let proxy = try await ProxyPeer(.socks5, routes: [:])
        let through = Proxy.socks5(host: "127.0.0.1", port: proxy.port)
        await #expect(throws: NetworkError.unusableAddress) {
            try await WebClient(proxy: through).send(HTTPRequest(.get, "http://notonion/"))
        }
        await #expect(throws: NetworkError.unusableAddress) {
            try await WebClient(proxy: through).send(HTTPRequest(.get, "http://\(Self.name).example/"))
        }
        await #expect(throws: NetworkError.unusableAddress) {
            try await WebSocketClient(proxy: through).connect(WebSocketRequest("ws://\(Self.name)/"))
        }
        #expect(proxy.wanted.isEmpty)
        await proxy.close()
    }

    @Test func `an onion service is reached through SOCKS5, without TLS as well`() async throws {
        let web = try await SocketPeer { connection in
            while try await connection.request() != nil { try await connection.respond([7]) }
        }
        let lines = try await SocketPeer { connection in
            while let line = try await connection.line() { try await connection.send(line: line) }
        }
        let proxy = try await ProxyPeer(
            .socks5, routes: ["\(Self.name):80": web.port, "\(Self.name):50001": lines.port])
        let through = Proxy.socks5(host: "127.0.0.1", port: proxy.port)
        let response = try await WebClient(proxy: through).send(HTTPRequest(.get, "http://\(Self.name)/x"))
        #expect(response.body == [7])
        let connection = try await SocketDialer(proxy: through).connect(
            to: LineAddress(host: Self.name, port: 50001, isSecure: false), timeLimit: .seconds(60), lineLimit: 99)
        try await connection.send(Array("hello".utf8))
        var received = connection.lines.makeAsyncIterator()
        #expect(try await received.next() == Array("hello".utf8))
        await connection.close()
        #expect(proxy.wanted == ["name \(Self.name):80", "name \(Self.name):50001"])
        await proxy.close()
    }
}
