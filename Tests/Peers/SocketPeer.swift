internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// A server on this machine that does whatever a test says, over real sockets.
public final class SocketPeer: Sendable {
    /// What the server does with one connection; the connection ends when it returns.
    public typealias Script = @Sendable (Conversation) async throws -> Void

    /// The port on which it listens at 127.0.0.1.
    public let port: Int

    private let channel: any Channel
    private let task: Task<Void, Never>
    private let connectionCount: Counter

    /// How many connections there were.
    public var connections: Int { connectionCount.value }

    /// Starts a server; it listens when this returns.
    ///
    /// - Parameters:
    ///   - identity: Its certificate; `nil` for a server without TLS.
    ///   - port: Where it listens; by default wherever there is room.
    ///   - script: What it does, once for each connection.
    public init(
        _ identity: TestIdentity? = nil, port: Int = 0, script: @escaping Script
    ) async throws {
        let tls = try identity?.context()
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        channel = server.channel
        self.port = server.channel.localAddress?.port ?? 0
        let counter = Counter()
        connectionCount = counter
        task = Task {
            try? await server.executeThenClose { connections in
                await withDiscardingTaskGroup { group in
                    do {
                        for try await connection in connections {
                            let number = counter.next()
                            group.addTask { await Self.converse(over: connection, number, script) }
                        }
                    } catch {
                        return
                    }
                }
            }
        }
    }

    deinit {
        channel.close(promise: nil)
        task.cancel()
    }

    /// Ends it, and all of its connections.
    public func close() async {
        task.cancel()
        try? await channel.close()
        await task.value
    }

    private static func converse(
        over connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ number: Int, _ script: Script
    ) async {
        try? await connection.executeThenClose { inbound, outbound in
            let conversation = Conversation(
                number: number, reading: AsyncBytes(inbound),
                writing: { try await outbound.write(ByteBuffer(bytes: $0)) })
            try await script(conversation)
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock { $0 } }

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }
}
