import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// The server to compare with: it sends each frame back, and does nothing else.
enum EchoServer {
    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = Self.unwrapInboundIn(data)
            guard frame.opcode == .text else { return }
            let echo = WebSocketFrame(fin: true, opcode: .text, data: frame.unmaskedData)
            context.write(Self.wrapOutboundOut(echo), promise: nil)
        }

        func channelReadComplete(context: ChannelHandlerContext) { context.flush() }
    }

    /// Listens until the process ends; prints the port.
    static func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: 1 << 20, shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Echo()) }
            })
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline(
                    withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
            }
            .bind(host: "127.0.0.1", port: 0).get()
        print("{\"port\":\"\(channel.localAddress?.port ?? 0)\"}")
        fflush(nil)
        try await channel.closeFuture.get()
    }
}
