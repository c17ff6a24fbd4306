import Bridge
import CWebKit

/// The address of the document that is shown.
///
/// WebKit's own word for the address is that of a load as soon as one is asked for, before anything of it is shown. So it
/// counts when a document is committed, and while no load is asked for or on its way; else the history says where a
/// fragment or the page's script has led the same document.
extension WebView {
    var currentURI: String {
        webkit_web_view_get_uri(widget.pointer).map { String(cString: $0) } ?? ""
    }

    func followAddress() {
        Signal.connect(widget.pointer, "notify::uri") { [weak self] (_: gpointer?) -> Void in self?.follow() }
        Signal.connect(widget.pointer, "notify::is-loading") { [weak self] (_: gpointer?) -> Void in self?.follow() }
        guard let list = webkit_web_view_get_back_forward_list(widget.pointer) else { return }
        Signal.connect(list, "changed") { [weak self] (_: gpointer?, _: gpointer?) -> Void in self?.follow() }
    }

    /// A load begins, or is led to another address.
    func beginLoad() {
        if !progress.isProvisional { watchAddress() }
        progress.begin()
        let url = currentURI
        if !url.isEmpty { onEvent?(.loading(url: url)) }
    }

    /// What was on its way does not come, where anything was.
    func endLoad() {
        guard progress.end() else { return }
        follow()
        onEvent?(.kept)
    }

    /// WebKit does not tell of `history.replaceState()` while a load is on its way, so it is asked then.
    private func watchAddress() {
        Task { [weak self] in
            repeat {
                try? await Task.sleep(for: .milliseconds(100))
                self?.follow()
            } while self?.progress.isProvisional == true
        }
    }

    /// Asks where the document is.
    private func follow() {
        if webkit_web_view_is_loading(widget.pointer) == 0, !progress.isProvisional { progress.rest() }
        guard let url = committedURI, progress.move(to: url) else { return }
        move(to: url)
    }

    private var committedURI: String? {
        guard progress.isUncertain else { return currentURI }
        guard !progress.isHistoric, let list = webkit_web_view_get_back_forward_list(widget.pointer),
            let item = webkit_back_forward_list_get_current_item(list),
            let uri = webkit_back_forward_list_item_get_uri(item)
        else { return nil }
        return String(cString: uri)
    }
}
