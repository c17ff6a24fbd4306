import NIOCore
import NIOPosix

/// A connection to a Redis server: commands in order, and their replies.
final class RedisConnection: ChannelInboundHandler {
    typealias InboundIn = RESPValue
    typealias OutboundOut = ByteBuffer

    /// What is done with the reply to a command.
    typealias Completion = (Result<RESPValue, RelayError>) -> Void

    /// The most commands that wait for a reply.
    private static let mostWaiting = 100_000

    /// The most bytes of a reply that is not complete.
    private static let mostBytes = 64 << 20

    private var context: ChannelHandlerContext?
    private var waiting: CircularBuffer<(Completion, NIODeadline)> = []
    private var isFlushing = false
    private var isEnded = false

    /// Is given what is not the reply to a command: messages of subscriptions.
    private let received: ((RESPValue) -> Void)?

    /// Is called once, when the connection is gone.
    private let ended: () -> Void

    private init(received: ((RESPValue) -> Void)?, ended: @escaping () -> Void) {
        self.received = received
        self.ended = ended
    }

    /// Connects; with `received` for subscriptions, else for commands.
    static func connect(
        to url: RedisURL, on eventLoop: any EventLoop, received: ((RESPValue) -> Void)? = nil,
        completion: @escaping (Result<RedisConnection, RelayError>) -> Void, ended: @escaping () -> Void
    ) {
        let handler = NIOLoopBound(
            RedisConnection(received: received, ended: ended), eventLoop: eventLoop)
        ClientBootstrap(group: eventLoop)
            .connectTimeout(.seconds(5))
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .channelOption(.writeBufferWaterMark, value: .init(low: 8 << 20, high: 32 << 20))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        ByteToMessageHandler(RESPDecoder(), maximumBufferSize: mostBytes), handler.value,
                    ])
                }
            }
            .connect(host: url.host, port: url.port)
            .assumeIsolated().whenComplete { result in
                switch result {
                case .success: completion(.success(handler.value))
                case .failure(let error): completion(.failure(.redis("\(error)")))
                }
            }
    }

    /// Sends a command.
    ///
    /// What is sent on a connection for subscriptions has no completion: the replies are messages, too. It is sent even
    /// where much waits already, because none may be missing.
    func send(_ parts: [[UInt8]], completion: @escaping Completion = { _ in }) {
        guard let context, !isEnded,
            received != nil || waiting.count < Self.mostWaiting && context.channel.isWritable
        else { return completion(.failure(.redis("The server cannot be reached."))) }
        if received == nil { waiting.append((completion, .now())) }
        var buffer = context.channel.allocator.buffer(capacity: parts.reduce(32) { $0 + $1.count + 16 })
        RESPValue.command(parts, to: &buffer)
        context.write(Self.wrapOutboundOut(buffer), promise: nil)
        guard !isFlushing else { return }
        isFlushing = true
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute {
            handler.value.isFlushing = false
            handler.value.context?.flush()
        }
    }

    /// Whether the oldest command has waited for more than `limit`.
    func isStuck(longerThan limit: TimeAmount) -> Bool {
        waiting.first.map { NIODeadline.now() - $0.1 > limit } ?? false
    }

    func close() { context?.close(promise: nil) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        guard !isEnded else { return }
        isEnded = true
        let list = waiting
        waiting = []
        for (completion, _) in list { completion(.failure(.redis("The connection was lost."))) }
        ended()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let value = Self.unwrapInboundIn(data)
        if let received { return received(value) }
        guard let (completion, _) = waiting.popFirst() else { return context.close(promise: nil) }
        completion(.success(value))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
