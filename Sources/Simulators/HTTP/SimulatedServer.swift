internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// A web server on this machine, for the other side of something: HTTP/1.1, on the loopback address only.
public final class SimulatedServer: Sendable {
    /// Answers one request.
    public typealias Answerer = @Sendable (ServedRequest) async -> ServedAnswer

    /// The greatest length of a request's body in bytes; a longer one is answered with 413.
    public static let bodyLimit = 1 << 20

    /// How many connections are held at a time; those beyond are closed at once.
    public static let connectionLimit = 256

    /// The port on which it listens at 127.0.0.1.
    public let port: Int

    private let channel: any Channel
    private let guests: OpenConnections

    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    /// Starts a server; it listens when this returns.
    ///
    /// - Parameters:
    ///   - port: Where it listens; 0 for wherever there is room.
    ///   - identity: Its certificate; `nil` for a server without TLS.
    ///   - answer: What it answers; asked for several connections at a time.
    /// - Throws: ``SimulatorError/listen(_:)``, ``SimulatorError/identity``.
    public init(port: Int = 0, identity: ServerIdentity? = nil, answer: @escaping Answerer) async throws(SimulatorError)
    {
        let tls = try identity?.context()
        let guests = OpenConnections()
        self.guests = guests
        do {
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        guests.welcome(channel)
                        let pipeline = channel.pipeline.syncOperations
                        if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                        try pipeline.configureHTTPServerPipeline()
                        let connection = try Connection(wrappingChannelSynchronously: channel)
                        // Begun here: one that waited in a line could be let go unheard, which ends the program.
                        Task { await Self.converse(over: connection, answer) }
                    }
                }
                .bind(host: "127.0.0.1", port: port).get()
        } catch {
            throw .listen("\(error)")
        }
        self.port = channel.localAddress?.port ?? 0
    }

    deinit {
        channel.close(promise: nil)
        guests.dismiss()
    }

    /// Ends it and all of its connections at once, in the middle of whatever they are doing.
    public func close() async {
        try? await channel.close()
        guests.dismiss()
    }

    private static func converse(over connection: Connection, _ answer: Answerer) async {
        try? await connection.executeThenClose { inbound, outbound in
            var head: HTTPRequestHead?
            var body: [UInt8] = []
            var isRefused = false
            for try await part in inbound {
                switch part {
                case .head(let next):
                    head = next
                    body = []
                case .body(let bytes):
                    guard !isRefused else { continue }
                    guard body.count + bytes.readableBytes <= bodyLimit else {
                        isRefused = true
                        try await outbound.write(ServedAnswer(413), keepsAlive: false)
                        // Closed over what is still on its way, the connection would take the answer back with it.
                        let channel = connection.channel
                        channel.eventLoop.scheduleTask(in: .milliseconds(300)) { channel.close(promise: nil) }
                        continue
                    }
                    body.append(contentsOf: bytes.readableBytesView)
                case .end:
                    guard let head, !isRefused else { return }
                    let request = ServedRequest(
                        method: head.method.rawValue, target: head.uri,
                        headers: head.headers.map { ServedRequest.Field($0.name, $0.value) }, body: body)
                    let reply = await answer(request)
                    let keepsAlive = head.isKeepAlive && reply.delivery == .whole
                    try await outbound.write(reply, keepsAlive: keepsAlive, isHead: head.method == .HEAD)
                    if !keepsAlive { return }
                }
            }
        }
    }

    /// The connections, so that they can be ended.
    private final class OpenConnections: Sendable {
        private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

        func welcome(_ channel: any Channel) {
            let isWelcome = channels.withLock { channels in
                guard channels.count < connectionLimit else { return false }
                channels[ObjectIdentifier(channel)] = channel
                return true
            }
            guard isWelcome else { return channel.close(promise: nil) }
            channel.closeFuture.whenComplete { [weak self] _ in
                self?.channels.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
            }
        }

        func dismiss() {
            for channel in channels.withLock({ Array($0.values) }) { channel.close(mode: .all, promise: nil) }
        }
    }
}

extension NIOAsyncChannelOutboundWriter<HTTPServerResponsePart> {
    /// Writes an answer, or as much of it as is to arrive.
    fileprivate func write(_ answer: ServedAnswer, keepsAlive: Bool, isHead: Bool = false) async throws {
        guard answer.delivery != .none else { return }
        var headers = HTTPHeaders(answer.headers.map { ($0.name, $0.value) })
        headers.replaceOrAdd(name: "Content-Length", value: String(answer.body.count))
        if !keepsAlive { headers.replaceOrAdd(name: "Connection", value: "close") }
        let status = HTTPResponseStatus(statusCode: answer.status)
        try await write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
        var body = isHead ? [] : answer.body
        switch answer.delivery {
        case .half: body = Array(body.prefix(body.count / 2))
        case .twice:
            let fields = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
            body += Array("HTTP/1.1 \(status)\r\n\(fields)\r\n".utf8) + body
        case .whole, .none: break
        }
        if !body.isEmpty { try await write(.body(.byteBuffer(ByteBuffer(bytes: body)))) }
        try await write(.end(nil))
    }
}
