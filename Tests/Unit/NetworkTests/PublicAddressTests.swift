import TestServers
import Testing

@testable import Network

/// Requests that may only be sent to public addresses.
@Suite(.serialized, .timeLimit(.minutes(15))) struct PublicAddressTests {
    private let client: WebClient

    init() throws {
        client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
    }

    private func request(
        _ url: String, _ addresses: HTTPRequest.Addresses = .publicOnly, _ method: HTTPRequest.Method = .get
    ) -> HTTPRequest {
        HTTPRequest(method, url, body: method == .post ? [1] : [], timeLimit: .seconds(60), addresses: addresses)
    }

    @Test(arguments: ["https", "http"], [HTTPRequest.Method.get, .post])
    func `a name that resolves to a private address is refused before connecting`(
        scheme: String, method: HTTPRequest.Method
    ) async throws {
        let peer = try await SocketPeer(scheme == "https" ? .server : nil) { _ in }
        for host in ["localhost", "127.0.0.1"] {
            await #expect(throws: NetworkError.privateAddress) {
                try await client.send(request("\(scheme)://\(host):\(peer.port)/", .publicOnly, method))
            }
        }
        // An attempted connection would have arrived before this one.
        _ = try? await client.send(request("\(scheme)://localhost:\(peer.port)/", .any, method))
        #expect(peer.connections == 1)
    }

    @Test func `a kept connection of an unrestricted request is not used for a restricted one`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            var count = 0
            while try await connection.request() != nil {
                count += 1
                try await connection.respond([UInt8(count)])
            }
        }
        let address = "https://localhost:\(peer.port)/"
        #expect(try await client.send(request(address, .any)).body == [1])
        await #expect(throws: NetworkError.privateAddress) { try await client.send(request(address)) }
        await #expect(throws: NetworkError.privateAddress) {
            try await client.send(request(address, .publicOnly, .post))
        }
        // Neither arrived: the next request is the first on a new connection, or the second on the old one.
        #expect(try await client.send(request(address, .any)).body.first.map { $0 <= 2 } == true)
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1",
        "198.19.255.255", "198.51.100.1", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1",
        "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::ffff:192.168.0.1",
        "64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1",
        "2002:c0a8:101::1", "3fff::1", "fc00::1", "fd12:3456::1", "fe80::1", "febf::1", "fec0::1", "ff02::1",
    ])
    func `a special-purpose address is not public`(text: String) throws {
        #expect(try #require(InternetAddress(text)).isPublic == false)
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
        "198.20.0.0", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
        "2002:101:101::1", "2001:4860:4860::8888", "3fff:1000::1",
    ])
    func `an ordinary internet address is public`(text: String) throws {
        #expect(try #require(InternetAddress(text)).isPublic)
    }

    @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "::g", "[::1]", "1.2.3.4:80"])
    func `a name is not an address`(text: String) {
        #expect(InternetAddress(text) == nil)
    }

    @Test(arguments: [
        "https://10.0.0.1/", "https://[fe80::1]/", "https://[::ffff:192.168.0.1]/", "https://[::1]:8080/",
    ])
    func `a private numeric address is refused at once, even through a proxy`(url: String) async throws {
        let proxy = try await ProxyPeer(.socks5, routes: [:])
        let clients = [client, WebClient(proxy: .socks5(host: "127.0.0.1", port: proxy.port))]
        for client in clients {
            await #expect(throws: NetworkError.privateAddress) { try await client.send(request(url)) }
        }
        #expect(proxy.wanted == [])
    }
}
