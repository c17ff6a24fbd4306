internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// A server on this machine that does whatever a test says, over real sockets.
public final class SocketPeer: Sendable {
    /// What the server does with one connection; the connection ends when it returns.
    public typealias Script = @Sendable (ServedConnection) async throws -> Void

    /// The port on which it listens at 127.0.0.1.
    public let port: Int

    private let channel: any Channel
    private let guests: OpenConnections

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
        let guests = OpenConnections()
        self.guests = guests
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    let connection = try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    // Begun here: one that waited in a line could be let go unheard, which ends the program.
                    guests.welcome(channel) { number in
                        Task { await Self.converse(over: connection, number, script) }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        self.port = channel.localAddress?.port ?? 0
    }

    deinit {
        channel.close(promise: nil)
        guests.dismiss()
    }

    /// Ends it, and all of its connections.
    public func close() async {
        try? await channel.close()
        for task in guests.dismiss() { await task.value }
    }

    private static func converse(
        over connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ number: Int, _ script: Script
    ) async {
        try? await connection.executeThenClose { inbound, outbound in
            let conversation = ServedConnection(
                number: number, reading: AsyncBytes(inbound),
                writing: { try await outbound.write(ByteBuffer(bytes: $0)) },
                writingRaw: { try await writeRaw($0, to: connection.channel) })
            try await script(conversation)
        }
    }

    private static func writeRaw(_ bytes: [UInt8], to channel: any Channel) async throws {
        try await channel.eventLoop.flatSubmit {
            let written = channel.eventLoop.makePromise(of: Void.self)
            do {
                let tls = try channel.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
                tls.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: written)
            } catch {
                written.fail(error)
            }
            return written.futureResult
        }.get()
    }

    /// The connections, so that they can be ended.
    private final class OpenConnections: Sendable {
        private let all = Mutex<[(channel: any Channel, task: Task<Void, Never>)]>([])

        var count: Int { all.withLock { $0.count } }

        /// Takes a connection in; `begin` is given its number, counted from 1.
        func welcome(_ channel: any Channel, _ begin: (Int) -> Task<Void, Never>) {
            all.withLock { $0.append((channel, begin($0.count + 1))) }
        }

        @discardableResult func dismiss() -> [Task<Void, Never>] {
            let all = all.withLock { $0 }
            for guest in all { guest.channel.close(mode: .all, promise: nil) }
            return all.map(\.task)
        }
    }
}
