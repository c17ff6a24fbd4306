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
    private let guests: Guests

    /// How many connections there were.
    public var connections: Int { guests.count }

    /// Starts a server; it listens when this returns.
    ///
    /// - Parameters:
    ///   - identity: Its certificate; `nil` for a server without TLS.
    ///   - port: Where it listens; by default wherever there is room.
    ///   - script: What it does, once for each connection.
    /// - Throws: What the system says where it cannot listen.
    public init(
        _ identity: TestIdentity? = nil, port: Int = 0, script: @escaping Script
    ) async throws {
        let tls = try identity?.context()
        let guests = Guests()
        self.guests = guests
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    guests.welcome(channel)
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        channel = server.channel
        self.port = server.channel.localAddress?.port ?? 0
        task = Task {
            try? await server.executeThenClose { connections in
                await withDiscardingTaskGroup { group in
                    var number = 0
                    do {
                        for try await connection in connections {
                            number += 1
                            group.addTask { [number] in await Self.converse(over: connection, number, script) }
                        }
                    } catch {
                        return
                    }
                }
            }
        }
    }

    deinit {
        // The task is not cancelled: it would drop connections that nobody has taken yet, and the library forbids that.
        channel.close(promise: nil)
        guests.dismiss()
    }

    /// Ends it, and all of its connections.
    public func close() async {
        try? await channel.close()
        guests.dismiss()
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

    /// The connections, so that they can be ended.
    private final class Guests: Sendable {
        private let channels = Mutex<[any Channel]>([])

        var count: Int { channels.withLock { $0.count } }

        func welcome(_ channel: any Channel) { channels.withLock { $0.append(channel) } }

        func dismiss() {
            for channel in channels.withLock({ $0 }) { channel.close(mode: .all, promise: nil) }
        }
    }
}
