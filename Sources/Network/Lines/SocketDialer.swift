internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// Opens connections over TCP, with TLS or without.
public struct SocketDialer: LineDialer {
    private let roots: TrustRoots

    /// Creates a dialer.
    ///
    /// - Parameter roots: Whose word a server's certificate needs, where no fingerprint is given.
    public init(trusting roots: TrustRoots = .system) {
        self.roots = roots
    }

    /// Connects, and waits until the TLS handshake is done.
    public func connect(
        to address: LineAddress, timeLimit: Duration, lineLimit: Int
    ) async throws(NetworkError) -> any LineConnection {
        guard HostAndPort.isHost(address.host), 1...65535 ~= address.port else { throw .unusableAddress }
        let tls = try address.isSecure ? context(for: address) : nil
        let loop = EventLoops.all.next()
        let opened = loop.makePromise(of: SocketConnection.self)
        let timer = loop.scheduleTask(in: .nanoseconds(timeLimit.nanoseconds)) { opened.fail(NetworkError.timedOut) }
        opened.futureResult.whenComplete { _ in timer.cancel() }
        ClientBootstrap(group: loop)
            .connectTimeout(.nanoseconds(timeLimit.nanoseconds))
            .channelOption(.autoRead, value: false)
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: address.host, port: address.port)
            .flatMap { channel in
                // A caller that stopped waiting gets no connection.
                opened.futureResult.whenFailure { _ in channel.close(promise: nil) }
                return Self.furnish(channel, address, tls, lineLimit)
            }
            .cascade(to: opened)
        do {
            return try await withTaskCancellationHandler {
                try await opened.futureResult.get()
            } onCancel: {
                opened.fail(NetworkError.closed)
            }
        } catch {
            throw NetworkError(cause: error)
        }
    }

    /// Puts the handlers in place; the connection is there when it is ready for lines.
    private static func furnish(
        _ channel: any Channel, _ address: LineAddress, _ tls: NIOSSLContext?, _ lineLimit: Int
    ) -> EventLoopFuture<SocketConnection> {
        let ready = channel.eventLoop.makePromise(of: Void.self)
        let pair = LineFlow.Producer.makeSequence(
            backPressureStrategy: LineFlow.strategy, finishOnDeinit: true, delegate: LineFlow(channel: channel))
        do {
            let pipeline = channel.pipeline.syncOperations
            if let tls { try pipeline.addHandler(handler(tls, address)) }
            try pipeline.addHandler(
                LineHandler(limit: lineLimit, isSecure: tls != nil, ready: ready, source: pair.source))
            try channel.syncOptions?.setOption(.autoRead, value: true)
        } catch {
            ready.fail(error)
        }
        let connection = SocketConnection(channel, pair.source, pair.sequence)
        return ready.futureResult.map { connection }
    }

    private static func handler(_ tls: NIOSSLContext, _ address: LineAddress) throws -> NIOSSLClientHandler {
        let name = HostAndPort.isNumeric(address.host) ? nil : address.host
        guard let fingerprint = address.fingerprint else {
            return try NIOSSLClientHandler(context: tls, serverHostname: name)
        }
        return try NIOSSLClientHandler(context: tls, serverHostname: name) { chain, verdict in
            let leaf = chain.first.flatMap { try? $0.toDERBytes() }
            verdict.succeed(leaf.map { CertificateFingerprint(of: $0) } == fingerprint ? .certificateVerified : .failed)
        }
    }

    private func context(for address: LineAddress) throws(NetworkError) -> NIOSSLContext {
        do {
            var configuration = roots.configuration
            // The fingerprint replaces the check of the name.
            if address.fingerprint != nil { configuration.certificateVerification = .noHostnameVerification }
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw NetworkError(cause: error)
        }
    }
}

extension Duration {
    /// The whole of it, as the loops count time.
    fileprivate var nanoseconds: Int64 {
        let (whole, part) = components
        return whole.multipliedReportingOverflow(by: 1_000_000_000).overflow
            ? .max : whole * 1_000_000_000 + part / 1_000_000_000
    }
}
