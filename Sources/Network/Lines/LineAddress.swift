/// Where a server that speaks in lines listens.
public struct LineAddress: Hashable, Sendable {
    /// The name or address of the machine.
    public let host: String

    /// The port.
    public let port: Int

    /// Whether TLS is spoken, with the server's certificate checked for ``host``, or by ``fingerprint``.
    public let isSecure: Bool

    /// The certificate that the server must have; `nil` where any is good that an authority signed for ``host``.
    public let fingerprint: CertificateFingerprint?

    /// Creates an address; a fingerprint means something only with TLS.
    public init(host: String, port: Int, isSecure: Bool = true, fingerprint: CertificateFingerprint? = nil) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.fingerprint = fingerprint
    }
}
