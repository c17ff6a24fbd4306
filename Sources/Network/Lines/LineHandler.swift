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
    private var isReady = false

    /// The promise `ready` succeeds when lines can be sent, with `isSecure` after the TLS handshake; it fails if the
    /// connection ends before.
    init(limit: Int, isSecure: Bool, ready: EventLoopPromise<Void>, source: LineFlow.Producer.Source) {
        splitter = LineSplitter(limit: limit)
        self.isSecure = isSecure
        self.ready = ready
        self.source = source
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive, !isSecure { becomeReady() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { becomeReady() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var lines: [[UInt8]] = []
        var fault: NetworkError?
        do throws(NetworkError) {
            try splitter.take(unwrapInboundIn(data), into: &lines)
        } catch {
            fault = error
        }
        if !lines.isEmpty, case .stopProducing = source.yield(contentsOf: lines) { isHolding = true }
        if let fault { end(context, fault) }
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
        let error = NetworkError(cause: error)
        end(context, isReady ? error.afterSending : error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(context, .interrupted)
        context.fireChannelInactive()
    }

    private func becomeReady() {
        isReady = true
        ready.succeed()
    }

    private func end(_ context: ChannelHandlerContext, _ error: NetworkError) {
        ready.fail(error)
        source.finish(error)
        context.close(promise: nil)
    }
}
