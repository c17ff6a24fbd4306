import CWebKit
import GLibKit
import Glibc

/// Keeps pages from loading anything from onion services, such as images and scripts: without a SOCKS5 proxy, the name
/// servers of the system or a web proxy would learn the names (RFC 7686).
///
/// WebKit compiles the rule once and keeps it in a folder. No page is loaded before ``isReady``.
@MainActor final class OnionFilter {
    /// Whether the rule can be used, or cannot be made at all.
    private(set) var isReady = false

    private var rule: OpaquePointer?
    private var waiting: [@MainActor () -> Void] = []
    private let store: Ref<WebKitUserContentFilterStore>

    /// Any URL whose host ends in `.onion`, also with a user name, a final dot or a port.
    private static let source = """
        [{"trigger": {"url-filter": "^[a-z]+://([^/]*@)?[^/:]*[.]onion[.]?[/:]"}, "action": {"type": "block"}}]
        """

    /// Compiles the rule in `folder`, which is made if it is not there.
    init(folder: String) {
        g_mkdir_with_parents(folder, 0o700)
        store = Ref(taking: webkit_user_content_filter_store_new(folder))
        let bytes = Self.source.withCString { g_bytes_new($0, gsize(strlen($0))) }
        defer { g_bytes_unref(bytes) }
        AsyncCall.start {
            webkit_user_content_filter_store_save(store.pointer, "onion", bytes, nil, $0, $1)
        } _: { result in
            self.finish(result)
        }
    }

    isolated deinit {
        if let rule { webkit_user_content_filter_unref(rule) }
    }

    private func finish(_ result: OpaquePointer?) {
        rule = webkit_user_content_filter_store_save_finish(store.pointer, result, nil)
        isReady = true
        let work = waiting
        waiting = []
        for each in work { each() }
    }

    /// Runs `work` once the rule can be used: now, or later.
    func whenReady(_ work: @escaping @MainActor () -> Void) {
        if isReady { work() } else { waiting.append(work) }
    }

    /// Blocks onion services for the pages of `manager`, or allows them.
    func apply(_ blocks: Bool, to manager: UnsafeMutablePointer<WebKitUserContentManager>) {
        guard let rule else { return }
        if blocks {
            webkit_user_content_manager_add_filter(manager, rule)
        } else {
            webkit_user_content_manager_remove_filter(manager, rule)
        }
    }
}
