internal import NIOCore
internal import NIOTLS

/// The end of a socket's pipeline: bytes become lines, and every way to end becomes one error.
final class LineHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// Sent down the pipeline when more lines are wanted.
    struct Resume: Sendable {}

    private let source: LineFlow.Producer.Source
    private let ready: EventLoopPromise<Void>
    private let isSecure: Bool
    private var splitter: LineSplitter
    private var isHolding = false

    /// - Parameters:
    ///   - isSecure: Whether the connection is ready only when TLS is.
    ///   - ready: Kept when lines can be sent, broken when it never comes to that.
    init(limit: Int, isSecure: Bool, ready: EventLoopPromise<Void>, source: LineFlow.Producer.Source) {
        splitter = LineSplitter(limit: limit)
        self.isSecure = isSecure
        self.ready = ready
        self.source = source
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive, !isSecure { ready.succeed() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { ready.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do throws(WireError) {
            let lines = try splitter.take(unwrapInboundIn(data))
            guard !lines.isEmpty else { return }
            if case .stopProducing = source.yield(contentsOf: lines) { isHolding = true }
        } catch {
            end(context, error)
        }
    }

    func read(context: ChannelHandlerContext) {
        if !isHolding { context.read() }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Resume else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        isHolding = false
        context.read()
        promise?.succeed()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(context, WireError(cause: error))
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(context, .interrupted)
        context.fireChannelInactive()
    }

    private func end(_ context: ChannelHandlerContext, _ error: WireError) {
        ready.fail(error)
        source.finish(error)
        context.close(promise: nil)
    }
}
