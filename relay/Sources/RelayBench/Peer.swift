import NIOCore
import NIOPosix

/// One WebSocket of the load generator: as little work for a frame as possible, so that the server is measured.
///
/// Frames are masked with zeros, which RFC 6455 allows and which costs nothing.
final class Peer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let target: String
    private let ready: EventLoopPromise<Void>
    private let closed: (String) -> Void
    private var context: ChannelHandlerContext?
    private var buffer = ByteBuffer()
    private var isUpgraded = false
    private var isFlushing = false

    /// Is given the text of each frame.
    var received: (ByteBuffer) -> Void = { _ in }

    init(target: String, ready: EventLoopPromise<Void>, closed: @escaping (String) -> Void) {
        self.target = target
        self.ready = ready
        self.closed = closed
    }

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        let request = """
            GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """
        context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        if !isUpgraded { ready.fail(BenchError("The connection was refused.")) }
        closed("The server has closed a connection.")
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var more = Self.unwrapInboundIn(data)
        if buffer.readableBytes == 0 { buffer = more } else { buffer.writeBuffer(&more) }
        if !isUpgraded {
            guard let end = buffer.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
            let head = buffer.readString(length: end.upperBound - buffer.readerIndex) ?? ""
            guard head.hasPrefix("HTTP/1.1 101") else { return context.close(promise: nil) }
            isUpgraded = true
            ready.succeed()
        }
        while let frame = next() { received(frame) }
        if buffer.readableBytes == 0 { buffer.clear() }
    }

    /// The next whole text frame.
    private func next() -> ByteBuffer? {
        while true {
            guard let head = buffer.getInteger(at: buffer.readerIndex, as: UInt16.self) else { return nil }
            var (length, size) = (Int(head & 0x7F), 2)
            if length == 126 {
                guard let long = buffer.getInteger(at: buffer.readerIndex + 2, as: UInt16.self) else { return nil }
                (length, size) = (Int(long), 4)
            }
            guard buffer.readableBytes >= size + length else { return nil }
            buffer.moveReaderIndex(forwardBy: size)
            let payload = buffer.readSlice(length: length)
            switch head >> 8 & 15 {
            case 1: return payload
            case 8: closed("The server closes a connection: \(String(buffer: payload ?? ByteBuffer()))")
            case 9: send(opcode: 10, "")
            default: break
            }
        }
    }

    /// Sends a frame, together with the others of this turn of the event loop.
    func send(opcode: UInt8 = 1, _ text: String) {
        guard let context else { return }
        let count = text.utf8.count
        var frame = context.channel.allocator.buffer(capacity: count + 8)
        frame.writeInteger(0x80 | opcode)
        if count < 126 {
            frame.writeInteger(0x80 | UInt8(count))
        } else {
            frame.writeInteger(0x80 | UInt8(126))
            frame.writeInteger(UInt16(count))
        }
        frame.writeInteger(UInt32(0))
        frame.writeString(text)
        context.write(Self.wrapOutboundOut(frame), promise: nil)
        guard !isFlushing else { return }
        isFlushing = true
        let peer = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute {
            peer.value.isFlushing = false
            peer.value.context?.flush()
        }
    }

    func close() { context?.close(promise: nil) }
}
