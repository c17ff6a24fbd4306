import CWebKit
import GLibKit

/// Disables web features that contact other hosts without regard to the content security policy.
@MainActor enum DisabledWebFeatures {
    /// By WebKit's names; names that a version does not have are ignored.
    private static let features: Set<String> = [
        "LinkDNSPrefetch", "LinkPreconnect", "LinkPreconnectEarlyHints", "LinkPrefetch",
        // Click reports are sent later, by the network process.
        "PrivateClickMeasurement",
        // A worker's script has its own policy, and may outlive the page.
        "PushAPI", "ServiceWorkers", "SharedWorker", "WebTransport",
    ]

    /// Features that are disabled in every view: they look up names or contact servers without the proxy, or before a
    /// navigation is decided, such as when a link is pressed.
    static let besideProxies: Set<String> = [
        "LinkDNSPrefetch", "LinkPreconnect", "LinkPreconnectEarlyHints", "WebTransport",
    ]

    static func fall(
        _ features: Set<String> = Self.features, on settings: UnsafeMutablePointer<WebKitSettings>?
    ) {
        guard let list = webkit_settings_get_all_features() else { return }
        defer { webkit_feature_list_unref(list) }
        for place in 0..<webkit_feature_list_get_length(list) {
            guard let feature = webkit_feature_list_get(list, place),
                features.contains(String(cString: webkit_feature_get_identifier(feature)))
            else { continue }
            webkit_settings_set_feature_enabled(settings, feature, 0)
        }
    }
}

extension WebView {
    /// The enabled features that bypass the proxy; empty unless WebKit ignores the switch.
    package var featuresBesideProxies: Set<String> {
        guard let list = webkit_settings_get_all_features() else { return [] }
        defer { webkit_feature_list_unref(list) }
        let settings = webkit_web_view_get_settings(widget.pointer)
        return (0..<webkit_feature_list_get_length(list)).reduce(into: []) { names, place in
            guard let feature = webkit_feature_list_get(list, place) else { return }
            let name = String(cString: webkit_feature_get_identifier(feature))
            guard DisabledWebFeatures.besideProxies.contains(name),
                webkit_settings_get_feature_enabled(settings, feature) != 0
            else { return }
            names.insert(name)
        }
    }
}
