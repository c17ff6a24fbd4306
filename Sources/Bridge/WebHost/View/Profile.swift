import CWebKit
import GLibKit
import Glibc
import Messages

/// Shared by views: the WebKit processes, and the stored data of sites.
@MainActor public final class Profile {
    let context: Ref<WebKitWebContext>

    /// Creates a temporary profile, or a named one that is stored.
    ///
    /// - Parameters:
    ///   - name: Letters, digits, `-` and `_`; the data is stored under this name in the user's data folder. `nil`
    ///     stores nothing.
    ///   - proxy: The proxy for the pages' connections; `nil` for the desktop's, if it has one.
    ///   - socketModule: The absolute path of the module for ``WebView/Options/Transport/socket``, in a folder with nothing
    ///     else, because web processes can read this folder; `nil` for `libDrawbridgePageSocket.so` in `web-process` next to
    ///     the program, or in `../lib/drawbridge`.
    public convenience init(
        name: ProfileName? = nil, proxy: WebProxy? = nil, socketModule: String? = nil
    ) {
        self.init(name: name, network: nil, proxy: proxy, socketModule: socketModule)
    }

    /// Creates a profile; tests can set the network, and let its views use one web process, one after the other
    /// (``reset()``).
    package init(
        name: ProfileName? = nil, network: TestNetwork?, proxy: WebProxy? = nil, socketModule: String? = nil,
        sharesProcess: Bool = false
    ) {
        SandboxProbe.shared.begin()
        let manager = name.map(Self.dataManager) ?? Ref(taking: webkit_website_data_manager_new_ephemeral())
        context = Ref(taking: webkit_web_context_new_with_website_data_manager(manager.pointer))
        module = socketModule.map { SocketModule($0) } ?? .beside
        onions = OnionFilter(folder: "\(String(cString: g_get_user_cache_dir()))/drawbridge/filters")
        // Before WebKit starts a process: later, the paths of the sandbox cannot be changed.
        module.load(into: context.pointer)
        network?.apply(to: context.pointer, manager.pointer)
        self.proxy = proxy
        if let proxy { WebProxy.apply(proxy, to: manager.pointer) }
        webkit_web_context_set_sandbox_enabled(context.pointer, WebSandbox.isWaived ? 0 : 1)
        let data = webkit_web_context_get_website_data_manager(context.pointer)
        webkit_website_data_manager_set_tls_errors_policy(data, WEBKIT_TLS_ERRORS_POLICY_FAIL)
        refuseDownloads()
        guard sharesProcess else { return }
        let view: UnsafeMutablePointer<GtkWidget> = drawbridge_web_view_new(context.pointer, nil, nil)
        shared = Ref(retaining: view.cast())
    }

    isolated deinit {
        guard let shared else { return }
        webkit_web_view_terminate_web_process(shared.pointer)
        gtk_widget_destroy(shared.pointer.cast())
    }

    /// A view without a document, whose web process the others use; `nil` if each has its own.
    private(set) var shared: Ref<WebKitWebView>?

    /// What a new view is related to, which starts the web process of both: only where the sandbox is known to work.
    var related: Ref<WebKitWebView>? { SandboxProbe.shared.works ? shared : nil }

    /// The module that the web processes load.
    let module: SocketModule

    /// Keeps pages from loading anything from onion services without a SOCKS5 proxy.
    let onions: OnionFilter

    /// The proxy for the pages' connections; `nil` for the desktop's.
    private(set) var proxy: WebProxy?

    /// Whether the reason for which there is no module has been logged.
    var hasLoggedModule = false

    /// Makes pages use `proxy` from now on, or the desktop's if `nil`; current loads are aborted.
    public func use(_ proxy: WebProxy?) {
        self.proxy = proxy
        for view in views { view.view?.filterOnions() }
        WebProxy.apply(proxy, to: webkit_web_context_get_website_data_manager(context.pointer))
    }

    private var views: [WeakView] = []

    private struct WeakView {
        weak var view: WebView?
    }

    /// Handles the downloads that the pages of `view` request.
    func follow(_ view: WebView) {
        views.removeAll { $0.view == nil }
        views.append(WeakView(view: view))
    }

    private func refuseDownloads() {
        Signal.connect(context.pointer, "download-started") { [weak self] (download: gpointer?) -> Void in
            guard let download = download?.assumingMemoryBound(to: WebKitDownload.self) else { return }
            let request = webkit_download_get_request(download)
            let url = webkit_uri_request_get_uri(request).map { String(cString: $0) } ?? ""
            let requester = webkit_download_get_web_view(download)
            webkit_download_cancel(download)
            guard let view = self?.views.first(where: { $0.view?.widget.pointer == requester })?.view else { return }
            view.refuse(localized("A download from \(view.named(url), as: "address") was blocked."))
        }
    }

    private static func dataManager(for name: ProfileName) -> Ref<WebKitWebsiteDataManager> {
        let folder = "\(String(cString: g_get_user_data_dir()))/drawbridge/profiles/\(name.text)"
        let cache = "\(String(cString: g_get_user_cache_dir()))/drawbridge/profiles/\(name.text)"
        for path in [folder, cache] { g_mkdir_with_parents(path, 0o700) }
        let manager = Ref<WebKitWebsiteDataManager>(
            taking: drawbridge_website_data_manager_new(folder, cache))
        let cookies = webkit_website_data_manager_get_cookie_manager(manager.pointer)
        webkit_cookie_manager_set_persistent_storage(
            cookies, "\(folder)/cookies.sqlite", WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE)
        return manager
    }
}

/// The name of a profile, safe to use as the name of a folder.
public struct ProfileName: Hashable, Sendable {
    /// The name.
    public let text: String

    /// Creates a name of 1 to 64 ASCII letters, digits, `-` and `_`; `nil` for any other text.
    public init?(_ text: String) {
        let isAllowed = text.utf8.allSatisfy { byte in
            byte &- 0x30 < 10 || byte | 0x20 &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isAllowed, (1...64).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}
