internal import CSoup

/// The proxy through which connections are made, if any are; connections to this machine never use it.
public enum Proxy: Hashable, Sendable {
    /// No proxy: the system resolves names and connects.
    case none
    /// A SOCKS5 proxy, such as Tor's; it resolves the names, and the system's resolver never sees them.
    case socks5(host: String, port: Int)
    /// An HTTP proxy that is asked for a tunnel (`CONNECT`); it resolves the names, and the system's resolver never
    /// sees them.
    case http(host: String, port: Int)
    /// No connection to another machine, whatever the route of its server is.
    case thisMachineOnly

    /// Whether the address of the proxy is valid.
    var isUsable: Bool {
        switch self {
        case .none, .thisMachineOnly: true
        case .socks5(let host, let port), .http(let host, let port):
            // Only another proxy could reach an onion service, and the system must not look its name up.
            HostAndPort.isHost(host) && 1...65535 ~= port && !OnionName.contains(host)
        }
    }

    /// A GIO resolver that returns this proxy for every server; `nil` without a proxy.
    @NetworkActor var resolver: Reference? {
        guard let address, let resolver = g_simple_proxy_resolver_new(address, nil) else { return nil }
        return Reference(taking: resolver)
    }
}
