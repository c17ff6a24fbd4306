import NIOCore
import NIOWebSocket

/// Turns WebSocket frames into the frames of a session, and back (RFC 6455).
final class WebSocketHandler: ChannelDuplexHandler, SessionOutput {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let hub: Hub
    private let client: Admission.Client?
    private let refusal: CloseReason?
    private var session: Session?
    private var context: ChannelHandlerContext?

    /// Where text frames are written, past the library's encoder: it would put each header into a buffer of its own.
    private var encoder: ChannelHandlerContext?
    private var fragments: [UInt8]? {
        didSet { hub.incompleteBytes += (fragments?.count ?? 0) - (oldValue?.count ?? 0) }
    }
    private var isClosing = false
    private var isReadDelayed = false

    /// Creates the handler of a client.
    init(hub: Hub, client: Admission.Client) {
        self.hub = hub
        self.client = client
        refusal = nil
    }

    /// Creates a handler that only says why the connection is closed.
    init(hub: Hub, refusal: CloseReason) {
        self.hub = hub
        client = nil
        self.refusal = refusal
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        encoder = try? context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
        if let refusal {
            hub.metrics.closes[refusal.code, default: 0] += 1
            return close(refusal)
        }
        guard let client else { return }
        let session = Session(
            client: client.id, version: client.version, address: client.address, output: self, limits: hub.limits,
            now: hub.now())
        self.session = session
        hub.open(session)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
        self.context = nil
        encoder = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    private func leave() {
        fragments = nil
        if let session { hub.forget(session) }
        // The session holds this handler, too.
        session = nil
    }

    // MARK: Input

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        if frame.opcode == .connectionClose { return receiveClose(frame) }
        guard !isClosing, let session else { return }
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return end(.protocolError) }
        switch frame.opcode {
        // Some clients send their JSON in binary frames.
        case .text, .binary:
            guard fragments == nil else { return end(.protocolError) }
            if frame.fin { hub.receive(bytes(of: frame), from: session) } else { keep(bytes(of: frame), session) }
        case .continuation:
            guard var whole = fragments else { return end(.protocolError) }
            // Not in two places at once, or each fragment would copy all former ones.
            fragments = nil
            guard whole.count + frame.length <= hub.limits.frameBytes else { return end(.tooLarge) }
            // Small fragments cost time, not memory: they count as requests.
            guard hub.receiveControl(from: session) else { return end(.tooManyRequests) }
            whole.append(contentsOf: bytes(of: frame))
            if frame.fin {
                session.incomplete = nil
                hub.receive(whole, from: session)
            } else {
                keep(whole, session)
            }
        case .ping:
            guard hub.receiveControl(from: session) else { return }
            var data = frame.unmaskedData
            let reply = data.readSlice(length: data.readableBytes) ?? ByteBuffer()
            context.writeAndFlush(
                Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: reply)), promise: nil)
        case .pong: _ = hub.receiveControl(from: session)
        default: end(.protocolError)
        }
    }

    /// Keeps the fragments of a frame until the last one comes.
    private func keep(_ bytes: [UInt8], _ session: Session) {
        fragments = bytes
        session.incomplete = session.incomplete ?? hub.now()
        if hub.incompleteBytes > hub.limits.incompleteBytes { end(.tooManyRequests) }
    }

    /// The payload of a frame, unmasked.
    ///
    /// Unmasked here and not by the library, which would copy it once more.
    private func bytes(of frame: WebSocketFrame) -> [UInt8] {
        var bytes = Array(frame.data.readableBytesView)
        guard let key = frame.maskKey else { return bytes }
        let mask = Array(key)
        bytes.withUnsafeMutableBytes { bytes in
            let words = bytes.count & ~7
            let word = mask.withUnsafeBytes { UInt64($0.loadUnaligned(as: UInt32.self)) }
            for offset in stride(from: 0, to: words, by: 8) {
                let masked = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                bytes.storeBytes(of: masked ^ (word << 32 | word), toByteOffset: offset, as: UInt64.self)
            }
            for offset in words..<bytes.count { bytes[offset] ^= mask[offset & 3] }
        }
        return bytes
    }

    private func receiveClose(_ frame: WebSocketFrame) {
        guard let context else { return }
        if isClosing { return context.close(promise: nil) }
        // The code is sent back as it came.
        let code = frame.unmaskedData.getInteger(at: frame.unmaskedData.readerIndex, as: UInt16.self)
        finish(code: code ?? CloseReason.normal.code, text: "")
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: end(.tooLarge)
        case is NIOWebSocketError: end(.protocolError)
        default: context.close(promise: nil)
        }
    }

    // MARK: Backpressure

    /// A client that does not read what it is sent is not read from either.
    func read(context: ChannelHandlerContext) {
        if context.channel.isWritable || isClosing { context.read() } else { isReadDelayed = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if let session { hub.writabilityChanged(session) }
        if context.channel.isWritable, isReadDelayed {
            isReadDelayed = false
            context.read()
        }
        context.fireChannelWritabilityChanged()
    }

    var isWritable: Bool { context?.channel.isWritable ?? false }

    // MARK: Output

    func write(_ frame: [UInt8]) {
        guard let encoder, !isClosing else { return }
        var buffer = encoder.channel.allocator.buffer(capacity: frame.count + 10)
        // The last fragment, text, not masked.
        buffer.writeInteger(0x81 as UInt8)
        switch frame.count {
        case ..<126: buffer.writeInteger(UInt8(truncatingIfNeeded: frame.count))
        case ..<65536: buffer.writeMultipleIntegers(126 as UInt8, UInt16(truncatingIfNeeded: frame.count))
        default: buffer.writeMultipleIntegers(127 as UInt8, UInt64(frame.count))
        }
        buffer.writeBytes(frame)
        encoder.write(NIOAny(buffer), promise: nil)
    }

    func flush() { context?.flush() }

    func ping() {
        guard let context, !isClosing else { return }
        let frame = WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())
        context.writeAndFlush(Self.wrapOutboundOut(frame), promise: nil)
    }

    /// Ends the session, which closes the connection.
    private func end(_ reason: CloseReason) {
        if let session { hub.end(session, reason) } else { close(reason) }
    }

    func close(_ reason: CloseReason) {
        guard let context else { return }
        finish(code: reason.code, text: reason.text)
        // The client closes the connection when it has read the frame; else it is closed for it.
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .milliseconds(Int64(clamping: hub.times.closing))) {
            bound.value.close(promise: nil)
        }
    }

    func abort() { context?.close(promise: nil) }

    private func finish(code: UInt16, text: String) {
        guard let context, !isClosing else { return }
        isClosing = true
        leave()
        // A control frame has at most 125 bytes, two of which are the code.
        let reason = text.utf8.prefix(123)
        var data = context.channel.allocator.buffer(capacity: reason.count + 2)
        data.writeInteger(code)
        data.writeBytes(reason)
        context.writeAndFlush(
            Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)), promise: nil)
    }
}
