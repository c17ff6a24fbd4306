import CWebKit
import GLibKit

/// One network process for all temporary profiles, which otherwise start one each, for as long as this object exists.
///
/// WebKitGTK lets temporary profiles use the network process of a stored profile, if there is one. Each keeps its own
/// cookies, caches and connections, as WebKit's sessions do.
@MainActor package final class SharedNetworkProcess {
    private let manager: Ref<WebKitWebsiteDataManager>

    /// Creates a stored profile that no page uses.
    ///
    /// - Parameter folder: The absolute path of an empty folder, for the profile's files.
    package init(folder: String) {
        manager = Ref(taking: drawbridge_website_data_manager_new(folder, folder))
        // Without this, the manager has no session yet.
        webkit_website_data_manager_get_cookie_manager(manager.pointer)
    }
}
