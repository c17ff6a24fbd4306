/// The address of a server with a line protocol.
public struct LineAddress: Hashable, Sendable {
    /// The server's name or IP address.
    public let host: String

    /// The port.
    public let port: Int

    /// Whether TLS is used, with the server's certificate verified for ``host`` or against ``fingerprint``.
    public let isSecure: Bool

    /// The fingerprint of the only accepted certificate; `nil` to accept any certificate for ``host`` from a trusted
    /// authority.
    public let fingerprint: CertificateFingerprint?

    /// How connections to it are made.
    public let route: ServerRoute

    /// Creates an address; a fingerprint has no effect without TLS.
    public init(
        host: String, port: Int, isSecure: Bool = true, fingerprint: CertificateFingerprint? = nil,
        route: ServerRoute = .usual
    ) {
        self.route = route
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.fingerprint = fingerprint
    }

    /// The same server, reached by `route`.
    package func reached(by route: ServerRoute) -> LineAddress {
        LineAddress(host: host, port: port, isSecure: isSecure, fingerprint: fingerprint, route: route)
    }

    /// The same server, with `fingerprint` as that of the only accepted certificate.
    package func showing(_ fingerprint: CertificateFingerprint) -> LineAddress {
        LineAddress(host: host, port: port, fingerprint: fingerprint, route: route)
    }
}
