/// How connections to one server are made.
public enum ServerRoute: Hashable, Sendable {
    /// Through the proxy of all connections, if there is one.
    case usual
    /// Without a proxy.
    case direct
    /// Through this proxy, whatever the other connections use.
    case proxy(Proxy)

    /// Parses `direct`, or the address of a proxy such as `socks5://127.0.0.1:9050`; `nil` for any other text.
    public init?(_ text: String) {
        if text == "direct" {
            self = .direct
        } else if let proxy = Proxy(text) {
            self = .proxy(proxy)
        } else {
            return nil
        }
    }

    /// The text that ``init(_:)`` parses; `nil` for the usual way.
    public var text: String? {
        switch self {
        case .usual: nil
        case .direct: "direct"
        case .proxy(let proxy): proxy.address ?? "direct"
        }
    }

    /// The proxy for a connection, where the other connections use `usual`.
    func proxy(over usual: Proxy) -> Proxy {
        guard usual != .thisMachineOnly else { return usual }
        return switch self {
        case .usual: usual
        case .direct: .none
        case .proxy(let proxy): proxy
        }
    }
}
