import CWebKit

/// Switches off those features of the web engine that reach other hosts without asking a content security policy.
@MainActor enum DisabledWebFeatures {
    /// By the engine's own names; one that an engine does not have needs no switch.
    private static let features: Set<String> = [
        "LinkDNSPrefetch", "LinkPreconnect", "LinkPreconnectEarlyHints", "LinkPrefetch",
        // Reports of clicks are sent later, and by the network process.
        "PrivateClickMeasurement",
        // A worker's script brings a policy of its own, and may outlive the page.
        "PushAPI", "ServiceWorkers", "SharedWorker", "WebTransport",
    ]

    static func fall(on settings: UnsafeMutablePointer<WebKitSettings>?) {
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
