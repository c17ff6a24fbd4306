import CWebKit
import Glibc

/// The proxy for pages' connections, except those to this machine.
///
/// It resolves host names; if it is unreachable, nothing is loaded.
public enum WebProxy: Hashable, Sendable {
    /// A SOCKS5 proxy, such as Tor's.
    case socks5(host: String, port: Int)
    /// An HTTP proxy.
    case http(host: String, port: Int)

    /// The proxy's URL for WebKit.
    package var address: String {
        switch self {
        case .socks5(let host, let port): "socks5://\(Self.place(host, port))"
        case .http(let host, let port): "http://\(Self.place(host, port))"
        }
    }

    private static func place(_ host: String, _ port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The hosts that are reached without the proxy.
    static let direct = ["localhost", "127.0.0.0/8", "::1"]

    /// Makes all pages of `manager` use `proxy`, or the desktop's proxy if `nil`; their connections are closed.
    @MainActor static func apply(_ proxy: WebProxy?, to manager: UnsafeMutablePointer<WebKitWebsiteDataManager>) {
        guard let proxy else {
            return webkit_website_data_manager_set_network_proxy_settings(
                manager, WEBKIT_NETWORK_PROXY_MODE_DEFAULT, nil)
        }
        let hosts = direct.map { strdup($0) }
        defer { for host in hosts { free(host) } }
        let settings = (hosts.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
            webkit_network_proxy_settings_new(proxy.address, $0.baseAddress)
        }
        webkit_website_data_manager_set_network_proxy_settings(
            manager, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings)
        webkit_network_proxy_settings_free(settings)
    }
}
