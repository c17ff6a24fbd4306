import Bridge
import CWebKit
import GLibKit

/// The address of the current document.
///
/// As soon as a load is requested, WebKit reports the address of that load, before any content is shown. So WebKit's
/// address is used only when a document is committed, and while no load is requested or in progress. Otherwise, the
/// history shows the new address of a document that a fragment or a script has changed.
extension WebView {
    var currentURI: String {
        webkit_web_view_get_uri(widget.pointer).map { String(cString: $0) } ?? ""
    }

    /// Whether there is an earlier document in the history.
    package var canGoBack: Bool { webkit_web_view_can_go_back(widget.pointer) != 0 }

    func followAddress() {
        Signal.connect(widget.pointer, "notify::uri") { [weak self] (_: gpointer?) -> Void in self?.follow() }
        Signal.connect(widget.pointer, "notify::is-loading") { [weak self] (_: gpointer?) -> Void in self?.follow() }
        guard let list = webkit_web_view_get_back_forward_list(widget.pointer) else { return }
        Signal.connect(list, "changed") { [weak self] (_: gpointer?, _: gpointer?) -> Void in self?.follow() }
    }

    /// A load starts, or is redirected.
    func beginLoad() {
        if !progress.isProvisional { watchAddress() }
        progress.begin(at: options.time.now())
        let url = currentURI
        if !url.isEmpty { onEvent?(.loading(url: url)) }
    }

    /// The current load ends without a document, if there was one.
    func endLoad() {
        guard progress.end() else { return }
        follow()
        onEvent?(.kept)
    }

    /// WebKit does not signal `history.replaceState()` during a load, so its state is polled then.
    private func watchAddress() {
        Task { [weak self] in
            repeat {
                try? await Task.sleep(for: .milliseconds(100))
                self?.follow()
            } while self?.progress.isProvisional == true
        }
    }

    /// Updates the address of the document.
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
