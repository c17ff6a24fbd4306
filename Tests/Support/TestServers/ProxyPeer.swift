internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A web proxy on this machine that notes where its clients want to go, and takes them where a test says.
///
/// A client that has it for its proxy looks up no name and reaches nobody else, so what it notes is all that would have
/// left the machine.
public final class ProxyPeer: Sendable {
    private let server: SocketPeer
    private let notes: Notes

    /// Its port at 127.0.0.1.
    public var port: Int { server.port }

    /// Every place that a client wanted, as `host:port`, or the address where it was one of plain http.
    public var wanted: [String] { notes.lines }

    /// Starts a proxy.
    ///
    /// - Parameter routes: The port at 127.0.0.1 for a place such as `shop.example:443`; whoever wants another place gets
    ///   an error.
    /// - Throws: What the system says where it cannot listen.
    public init(routes: [String: Int]) async throws {
        let notes = Notes()
        self.notes = notes
        server = try await SocketPeer { client in
            guard let (head, _) = try await client.request() else { return }
            let words = head.prefix { $0 != "\r\n" && $0 != "\n" }.split(separator: " ")
            guard words.count == 3 else { return }
            let place = String(words[1])
            notes.add(place)
            guard words[0] == "CONNECT", let port = routes[place] else {
                return try await client.send("HTTP/1.1 502 Not here\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            }
            try await client.send("HTTP/1.1 200 OK\r\n\r\n")
            try await Self.join(client, to: port)
        }
    }

    /// Ends it.
    public func close() async {
        await server.close()
    }

    /// Carries bytes both ways until both sides are done.
    private static func join(_ client: ServedConnection, to port: Int) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while let bytes = try await client.some() { try await outbound.write(ByteBuffer(bytes: bytes)) }
                    outbound.finish()
                }
                group.addTask {
                    for try await buffer in inbound { try await client.send(Array(buffer.readableBytesView)) }
                }
                // Whichever side goes first ends the other.
                try await group.next()
                group.cancelAll()
            }
        }
    }

    private final class Notes: Sendable {
        private let all = Mutex<[String]>([])
        var lines: [String] { all.withLock { $0 } }
        func add(_ line: String) { all.withLock { $0.append(line) } }
    }
}
