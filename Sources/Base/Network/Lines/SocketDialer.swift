/// Opens TCP connections, with or without TLS.
public struct SocketDialer: LineDialer {
    private let roots: TrustRoots
    private let proxy: ProxySetting

    /// Creates a dialer.
    ///
    /// - Parameters:
    ///   - roots: The certificate authorities that are trusted for addresses without a fingerprint.
    ///   - proxy: The proxy for all connections except those to this machine and to addresses with a route of
    ///     their own.
    public init(trusting roots: TrustRoots = .system, proxy: Proxy = .none) {
        self.init(trusting: roots, through: ProxySetting(proxy))
    }

    /// Creates a dialer whose proxy can change.
    ///
    /// - Parameters:
    ///   - roots: The certificate authorities that are trusted for addresses without a fingerprint.
    ///   - proxy: The setting that is read when a connection begins; connections to this machine do not use it.
    public init(trusting roots: TrustRoots = .system, through proxy: ProxySetting) {
        self.roots = roots
        self.proxy = proxy
    }

    /// Connects, and waits for the end of the TLS handshake.
    public func connect(
        to address: LineAddress, timeLimit: Duration, lineLimit: Int
    ) async throws(NetworkError) -> any LineConnection {
        let proxy = address.route.proxy(over: proxy.current)
        guard HostAndPort.isHost(address.host), 1...65535 ~= address.port else { throw .unusableAddress }
        try proxy.check(for: address.host)
        return try await within(timeLimit) { [roots] in
            let trust = ServerTrust(roots: roots, fingerprint: address.fingerprint)
            let stream = try await SocketCall(to: address, through: proxy, trusting: trust).stream()
            return await SocketConnection(LineReader(stream, limit: lineLimit))
        }
    }

    /// The fingerprint of the certificate that the server at `address` presents, even if its issuer is not trusted.
    ///
    /// The handshake is aborted, so nothing is sent to the server. The fingerprint proves nothing about the server.
    public func certificate(
        of address: LineAddress, timeLimit: Duration
    ) async throws(NetworkError) -> CertificateFingerprint {
        let proxy = address.route.proxy(over: proxy.current)
        guard HostAndPort.isHost(address.host), 1...65535 ~= address.port else { throw .unusableAddress }
        try proxy.check(for: address.host)
        let place = LineAddress(host: address.host, port: address.port)
        return try await within(timeLimit) {
            try await SocketCall(to: place, through: proxy, trusting: ServerTrust(roots: .none)).presented()
        }
    }
}
