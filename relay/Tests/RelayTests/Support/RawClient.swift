import CSodium
import NIOCore
import NIOPosix
import Testing

@testable import Relay

/// A WebSocket client that writes any bytes: the frames are made here, not by a library, so that they can be wrong.
final class RawClient {
    /// A frame from the relay.
    struct Frame: Equatable {
        let opcode: UInt8
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The code of a close frame.
        var code: Int? { opcode == 8 && bytes.count >= 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil }
    }

    /// The connection ended.
    struct Ended: Error {}

    private let channel: any Channel
    private var input: AsyncStream<[UInt8]>.Iterator
    private var buffer: [UInt8] = []

    private init(channel: any Channel, input: AsyncStream<[UInt8]>) {
        self.channel = channel
        self.input = input.makeAsyncIterator()
    }

    static func connect(port: Int, buffer: Int = 1 << 20) async throws -> RawClient {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelOption(.socketOption(.so_rcvbuf), value: .init(buffer))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Input(continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return RawClient(channel: channel, input: stream)
    }

    /// Passes bytes on.
    private final class Input: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let continuation: AsyncStream<[UInt8]>.Continuation

        init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            continuation.yield(Array(Self.unwrapInboundIn(data).readableBytesView))
        }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    // MARK: Bytes

    func send(raw bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get() }

    /// No longer reads what the relay sends, so that it fills all buffers.
    func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    func startReading() async throws { try await channel.setOption(.autoRead, value: true).get() }

    /// Ends the connection without a close frame.
    func cut() async { try? await channel.close().get() }

    private func fill(_ count: Int) async throws {
        while buffer.count < count {
            guard let more = await input.next(isolation: #isolation) else { throw Ended() }
            buffer += more
        }
    }

    private func take(_ count: Int) async throws -> [UInt8] {
        try await fill(count)
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    /// Waits until the relay ends the connection, and gives what it sent before.
    func end() async -> [UInt8] {
        while let more = await input.next(isolation: #isolation) { buffer += more }
        return buffer
    }

    // MARK: HTTP

    /// Sends a request, and gives the head of the response.
    func request(_ target: String, headers: [String] = [], method: String = "GET") async throws -> String {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
        try await send(raw: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        return try await head()
    }

    func head() async throws -> String {
        let end = Array("\r\n\r\n".utf8)
        var length = 1
        while true {
            if let range = buffer.firstRange(of: end) {
                defer { buffer.removeFirst(range.upperBound) }
                return String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
            }
            length = buffer.count + 1
            try await fill(length)
        }
    }

    /// The next line, without its end.
    func line() async throws -> String {
        while true {
            if let range = buffer.firstRange(of: [13, 10]) {
                defer { buffer.removeFirst(range.upperBound) }
                return String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
            }
            try await fill(buffer.count + 1)
        }
    }

    static let upgradeHeaders = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]

    /// Asks for a WebSocket; gives the status of the response.
    func upgrade(_ target: String, headers: [String] = []) async throws -> Int {
        let head = try await request(target, headers: Self.upgradeHeaders + headers)
        return Int(head.split(separator: " ")[1]) ?? 0
    }

    // MARK: Frames

    func send(
        opcode: UInt8, _ payload: [UInt8], isLast: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0
    ) async throws {
        try await send(
            raw: Self.frame(opcode: opcode, payload, isLast: isLast, isMasked: isMasked, reserved: reserved))
    }

    static func frame(
        opcode: UInt8, _ payload: [UInt8], isLast: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0
    ) -> [UInt8] {
        var frame: [UInt8] = [(isLast ? 0x80 : 0) | reserved << 4 | opcode]
        let mask: UInt8 = isMasked ? 0x80 : 0
        switch payload.count {
        case ..<126: frame.append(mask | UInt8(payload.count))
        case ..<65536: frame += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            frame.append(mask | 127)
            for shift in stride(from: 56, through: 0, by: -8) { frame.append(UInt8(payload.count >> shift & 255)) }
        }
        guard isMasked else { return frame + payload }
        let key: [UInt8] = [1, 2, 3, 4]
        return frame + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }

    func send(_ text: String) async throws { try await send(opcode: 1, Array(text.utf8)) }

    /// The next frame of any kind.
    func anyFrame() async throws -> Frame {
        let first = try await take(2)
        #expect(first[0] & 0x70 == 0, "a reserved bit is set")
        #expect(first[1] & 0x80 == 0, "a server does not mask frames")
        var length = Int(first[1] & 0x7F)
        if length > 125 {
            length = try await take(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        return Frame(opcode: first[0] & 15, bytes: try await take(length))
    }

    /// The next frame that is not a ping; pings are answered.
    func frame() async throws -> Frame {
        while true {
            let frame = try await anyFrame()
            guard frame.opcode == 9 else { return frame }
            try await send(opcode: 10, frame.bytes)
        }
    }

    /// The code with which the relay closes the connection; other frames before it are dropped.
    func closeCode() async throws -> Int? {
        while true {
            let frame = try await frame()
            if frame.opcode == 8 { return frame.code }
        }
    }
}
