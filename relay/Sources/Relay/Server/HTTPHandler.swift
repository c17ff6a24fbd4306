import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers the requests that do not become WebSockets: `/health`, `/metrics`, and refused upgrades.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let service: RelayService
    private let upgrade: UpgradeState
    private var isAnswered = false
    private var isHead = false

    init(service: RelayService, upgrade: UpgradeState) {
        self.service = service
        self.upgrade = upgrade
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The connection ends with the first answer, so nothing that follows counts.
        guard case .head(let head) = Self.unwrapInboundIn(data), !isAnswered else { return }
        isHead = head.method == .HEAD
        if let refusal = upgrade.refusal {
            service.hub.metrics.refused[Int(refusal.status.code), default: 0] += 1
            return answer(context, refusal.status, json: refusal.name, refusal.message)
        }
        let path = head.uri.prefix { $0 != "?" }
        guard head.method == .GET || head.method == .HEAD else {
            return answer(context, .methodNotAllowed, json: "MethodNotAllowed", "Only GET is allowed.")
        }
        switch path {
        case "/health": health(context)
        case "/metrics":
            answer(
                context, .ok, "text/plain; version=0.0.4; charset=utf-8",
                service.hub.metrics.text(mailbox: service.hub.mailbox))
        case "/":
            answer(context, .upgradeRequired, json: "UpgradeRequired", "This is a WalletConnect relay: use WebSocket.")
        default: answer(context, .notFound, json: "NotFound", "There is nothing here.")
        }
    }

    /// 200 as long as messages can be stored and clients can connect; else 503.
    private func health(_ context: ChannelHandlerContext) {
        let isReady = service.hub.mailbox.isAvailable && !service.admission.isClosing
        answer(
            context, isReady ? .ok : .serviceUnavailable, "application/json",
            "{\"status\":\"\(isReady ? "ok" : service.admission.isClosing ? "closing" : "mailbox unavailable")\"}\n")
    }

    private func answer(
        _ context: ChannelHandlerContext, _ status: HTTPResponseStatus, json name: String, _ message: String
    ) {
        var text = JSONText()
        text.append("{\"error\":")
        text.append(string: name)
        text.append(",\"message\":")
        text.append(string: message)
        text.append("}\n")
        answer(context, status, "application/json", String(decoding: text.bytes, as: UTF8.self))
    }

    private func answer(_ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ type: String, _ body: String)
    {
        isAnswered = true
        var headers = HTTPHeaders([
            ("Content-Type", type), ("Content-Length", "\(body.utf8.count)"), ("Connection", "close"),
            ("Date", HTTPDate.text(seconds: service.wallClock() / 1000)),
        ])
        if status == .tooManyRequests || status == .serviceUnavailable { headers.add(name: "Retry-After", value: "10") }
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        if !isHead { context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in
            // The client reads the answer before the connection is reset because of what it has still sent.
            bound.value.close(mode: .output, promise: nil)
            bound.value.eventLoop.scheduleTask(in: .seconds(1)) { bound.value.close(promise: nil) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        // The request itself follows, and is answered.
        case is NIOWebSocketUpgradeError: break
        case is HTTPParserError where !isAnswered:
            answer(context, .badRequest, json: "BadRequest", "The request is not valid HTTP.")
        default: context.close(promise: nil)
        }
    }
}
