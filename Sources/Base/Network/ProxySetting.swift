internal import Synchronization

/// A proxy that can be changed; those who share it use the new one from their next connection on.
public final class ProxySetting: Sendable {
    private let setting: Mutex<Proxy>

    /// Creates a setting.
    public init(_ proxy: Proxy = .none) {
        setting = Mutex(proxy)
    }

    /// The proxy for requests and connections that begin now.
    public var current: Proxy {
        get { setting.withLock { $0 } }
        set { setting.withLock { $0 = newValue } }
    }
}
