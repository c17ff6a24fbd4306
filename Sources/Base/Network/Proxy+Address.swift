extension Proxy {
    /// Parses `socks5://host:port` or `http://host:port`; `nil` for any other text.
    ///
    /// A user name, a password or a path is not accepted, and the port is required: the default ports of proxies vary.
    /// A proxy cannot be an onion service.
    public init?(_ text: String) {
        guard text.utf8.count <= 300, let end = text.firstRange(of: "://"),
            let place = HostAndPort(text[end.upperBound...]), let port = place.port, !OnionName.contains(place.host)
        else { return nil }
        let host = place.host.hasPrefix("[") ? String(place.host.dropFirst().dropLast()) : place.host
        switch text[..<end.lowerBound].lowercased() {
        case "socks5": self = .socks5(host: host, port: port)
        case "http": self = .http(host: host, port: port)
        default: return nil
        }
    }

    /// The URL that ``init(_:)`` parses; `nil` without a proxy.
    public var address: String? {
        switch self {
        case .none, .thisMachineOnly: nil
        case .socks5(let host, let port): "socks5://\(Self.place(host, port))"
        case .http(let host, let port): "http://\(Self.place(host, port))"
        }
    }

    private static func place(_ host: String, _ port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
