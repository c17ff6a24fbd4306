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

    /// Creates an address; a fingerprint has no effect without TLS.
    public init(host: String, port: Int, isSecure: Bool = true, fingerprint: CertificateFingerprint? = nil) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.fingerprint = fingerprint
    }
}
