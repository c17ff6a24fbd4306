/// Where a server that speaks in lines listens.
public struct LineAddress: Hashable, Sendable {
    /// The name or address of the machine.
    public let host: String

    /// The port.
    public let port: Int

    /// Whether TLS is spoken, with the server's certificate checked for ``host``.
    public let isSecure: Bool

    /// Creates an address.
    public init(host: String, port: Int, isSecure: Bool = true) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
    }
}
