import CSodium
public import Logging
import NIOCore
import NIOPosix
import Synchronization

/// A WalletConnect relay that listens on a port.
///
/// It uses one thread; on a computer with more processors, several relays share a Redis server.
public final class RelayServer: Sendable {
    /// The port that it listens on.
    public let port: Int

    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel
    private let service: NIOLoopBound<RelayService>
    private let logger: Logger
    private let closing: Int
    private let stopping = Mutex<Task<Void, Never>?>(nil)

    private init(
        port: Int, group: MultiThreadedEventLoopGroup, listener: any Channel, service: NIOLoopBound<RelayService>,
        closing: Int, logger: Logger
    ) {
        self.port = port
        self.group = group
        self.listener = listener
        self.service = service
        self.closing = closing
        self.logger = logger
    }

    /// Starts a relay.
    ///
    /// - Throws: ``RelayError/limits(_:)``, ``RelayError/redisURL(_:)``, ``RelayError/address(_:)``.
    public static func start(
        _ configuration: RelayConfiguration, logger: Logger
    ) async throws(RelayError) -> RelayServer {
        try configuration.limits.check()
        for proxy in configuration.proxies where PeerAddress(proxy) == nil {
            throw .address("The proxy “\(proxy)” is not an IP address.")
        }
        // Fails only where the system has no random numbers, and then no token is accepted either.
        guard sodium_init() >= 0 else { throw .token(.malformed) }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            return try await start(configuration, on: group, logger: logger)
        } catch {
            try? await group.shutdownGracefully()
            throw error as? RelayError ?? .address("\(configuration.host):\(configuration.port): \(error)")
        }
    }

    private static func start(
        _ configuration: RelayConfiguration, on group: MultiThreadedEventLoopGroup, logger: Logger
    ) async throws -> RelayServer {
        let eventLoop = group.next()
        let service = try await eventLoop.submit {
            let mailbox = try makeMailbox(configuration, eventLoop, logger)
            let service = RelayService(
                configuration, mailbox: mailbox, eventLoop: eventLoop, wallClock: WallClock.milliseconds)
            service.startTicking(on: eventLoop)
            return NIOLoopBound(service, eventLoop: eventLoop)
        }.get()
        let listener = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelOption(
                .writeBufferWaterMark, value: .init(low: 64 << 10, high: 256 << 10)
            )
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try service.value.accept(channel) }
            }
            .bind(host: configuration.host, port: configuration.port).get()
        return RelayServer(
            port: listener.localAddress?.port ?? configuration.port, group: group, listener: listener,
            service: service, closing: configuration.times.closing, logger: logger)
    }

    private static func makeMailbox(
        _ configuration: RelayConfiguration, _ eventLoop: any EventLoop, _ logger: Logger
    ) throws(RelayError) -> any Mailbox {
        if let redis = configuration.redis {
            return RedisMailbox(
                try RedisURL(redis), limits: configuration.limits, times: configuration.times, on: eventLoop,
                logger: logger)
        }
        return MemoryMailbox(limits: configuration.limits, times: configuration.times, now: WallClock.milliseconds)
    }

    /// Moves the clients to other processes: refuses new ones, and ends the connections one after the other within some
    /// seconds, with the code 4010.
    public func rebalance() async {
        _ = try? await group.next().submit { [service] in service.value.rebalance() }.get()
        while await clients > 0 {
            guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
        }
    }

    /// Ends all connections with the code 1001, and the relay.
    public func stop() async {
        let task = stopping.withLock { task in
            let running = task ?? Task { await self.end() }
            task = running
            return running
        }
        await task.value
    }

    private func end() async {
        _ = try? await listener.close().get()
        let lost = try? await group.next().submit { [service] in
            service.value.admission.isClosing = true
            service.value.hub.endAll(.terminating)
            return (service.value.hub.mailbox as? MemoryMailbox)?.contents?.messages
        }.get()
        let deadline = ContinuousClock.now + .milliseconds(Int64(clamping: closing))
        while await clients > 0, ContinuousClock.now < deadline {
            guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
        }
        _ = try? await group.next().submit { [service] in service.value.hub.mailbox.close() }.get()
        try? await group.shutdownGracefully()
        if let lost, lost > 0 {
            logger.warning("Messages in the mailbox are lost: it was in memory.", metadata: ["messages": "\(lost)"])
        }
    }

    /// How many WebSockets are open.
    private var clients: Int {
        get async { (try? await group.next().submit { [service] in service.value.admission.clients }.get()) ?? 0 }
    }
}
