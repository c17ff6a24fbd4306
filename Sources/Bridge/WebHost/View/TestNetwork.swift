import CWebKit

/// A replacement of the network for tests: a proxy for all connections, and self-signed certificates that are accepted
/// for single hosts.
///
/// Only visible in this package: a wallet that imports the library cannot weaken TLS.
package struct TestNetwork: Sendable {
    /// The URL of the proxy, such as `http://127.0.0.1:8080`.
    package var proxy: String

    /// Certificates in PEM, by the host for which each is trusted.
    package var certificates: [String: String]

    /// Creates a network.
    package init(proxy: String, certificates: [String: String] = [:]) {
        self.proxy = proxy
        self.certificates = certificates
    }

    @MainActor func apply(
        to context: UnsafeMutablePointer<WebKitWebContext>, _ manager: UnsafeMutablePointer<WebKitWebsiteDataManager>
    ) {
        let settings = webkit_network_proxy_settings_new(proxy, nil)
        webkit_website_data_manager_set_network_proxy_settings(
            manager, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings)
        webkit_network_proxy_settings_free(settings)
        for (host, pem) in certificates {
            guard let certificate = g_tls_certificate_new_from_pem(pem, -1, nil) else { continue }
            webkit_web_context_allow_tls_certificate_for_host(context, certificate, host)
            g_object_unref(certificate)
        }
    }
}
