internal import CSoup
internal import Network
internal import Synchronization

/// A proxy on this machine that records the destinations of its clients, and forwards connections as a test says.
///
/// A client that uses it resolves no names and connects to nothing else, so the record is everything that would have
/// left the machine.
public final class ProxyPeer: Sendable {
    /// The protocol of a proxy.
    public enum Kind: Sendable {
        case http
        /// SOCKS5 without authentication (RFC 1928).
        case socks5
    }

    private let server: SocketPeer
    private let destinations: Destinations

    /// The port on 127.0.0.1.
    public var port: Int { server.port }

    /// Every requested destination: `host:port`, or the URL of a plain HTTP request; with SOCKS5, after the type of
    /// the address, such as `name shop.example:443`.
    public var wanted: [String] { destinations.all.withLock { $0 } }

    /// Starts a proxy.
    ///
    /// - Parameters:
    ///   - kind: The protocol.
    ///   - routes: The port on 127.0.0.1 for each destination such as `shop.example:443`; other destinations get an
    ///     error.
    /// - Throws: The system's error if it cannot listen.
    public init(_ kind: Kind = .http, routes: [String: Int]) async throws {
        let destinations = Destinations(routes: routes)
        self.destinations = destinations
        server = try await SocketPeer { client in
            switch kind {
            case .http: try await client.serveHTTP(destinations)
            case .socks5: try await client.serveSOCKS(destinations)
            }
        }
    }

    /// Closes the proxy.
    public func close() async {
        await server.close()
    }
}

/// The destinations that a proxy connects to, and those that its clients requested.
private final class Destinations: Sendable {
    let routes: [String: Int]
    let all = Mutex<[String]>([])

    init(routes: [String: Int]) { self.routes = routes }

    /// Records a request for `place`, and returns the port to connect to.
    func route(to place: String, type: String? = nil) -> Int? {
        all.withLock { $0.append(type.map { "\($0) \(place)" } ?? place) }
        return routes[place]
    }
}

extension ServedConnection {
    /// Serves one client of an HTTP proxy.
    fileprivate func serveHTTP(_ destinations: Destinations) async throws {
        guard let (head, _) = try await request() else { return }
        let words = head.prefix { $0 != "\r\n" && $0 != "\n" }.split(separator: " ")
        guard words.count == 3 else { return }
        guard let port = destinations.route(to: String(words[1])), words[0] == "CONNECT" else {
            return try await send("HTTP/1.1 502 Not here\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        try await send("HTTP/1.1 200 OK\r\n\r\n")
        try await join(port: port)
    }

    /// Serves one client of a SOCKS5 proxy.
    fileprivate func serveSOCKS(_ destinations: Destinations) async throws {
        guard let greeting = try await bytes(2), let methods = try await bytes(Int(greeting[1])),
            greeting[0] == 5, methods.contains(0)
        else { return }
        try await send([5, 0])
        guard let head = try await bytes(4) else { return }
        let type: String, host: String
        switch head[3] {
        case 3:
            guard let length = try await bytes(1), let name = try await bytes(Int(length[0])) else { return }
            (type, host) = ("name", String(decoding: name, as: UTF8.self))
        default:
            guard let address = try await bytes(head[3] == 1 ? 4 : 16) else { return }
            (type, host) = ("address", address.map(String.init).joined(separator: "."))
        }
        guard let port = try await bytes(2) else { return }
        let route = destinations.route(to: "\(host):\(Int(port[0]) << 8 | Int(port[1]))", type: type)
        try await send([5, route == nil ? 4 : 0, 0, 1, 0, 0, 0, 0, 0, 0])
        if let route { try await join(port: route) }
    }

    /// Forwards bytes between the client and a port of this machine until one side closes.
    private func join(port: Int) async throws {
        let other = try await Self.connect(port: port)
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while let bytes = try await some() { try await other.write(bytes) }
            }
            group.addTask {
                while true {
                    let bytes = try await other.read(64 << 10)
                    if bytes.isEmpty { return }
                    try await send(bytes)
                }
            }
            // When one side closes, the other is closed.
            _ = await group.nextResult()
            group.cancelAll()
        }
        await other.close()
    }

    @NetworkActor private static func connect(port: Int) async throws -> ByteStream {
        let client = Reference(taking: UnsafeMutableRawPointer(g_socket_client_new()))
        g_socket_client_set_enable_proxy(client.cast(), 0)
        let result = await result { done, data in
            g_socket_client_connect_to_host_async(client.cast(), "127.0.0.1", guint16(port), nil, done, data)
        }
        return ByteStream(try owned { g_socket_client_connect_to_host_finish(client.cast(), result.opaque, $0) })
    }
}
