import CWebKit

/// What tests put in the place of the network: a proxy that all connections go through, and certificates that count for
/// single hosts though nobody has signed them.
///
/// For this package only: a wallet that imports it cannot weaken what TLS promises.
package struct TestNetwork: Sendable {
    /// The address of the proxy, such as `http://127.0.0.1:8080`.
    package var proxy: String

    /// Certificates in PEM, by the host for which each counts.
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
