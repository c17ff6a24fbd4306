import Bridge
import CWebKit

/// The dialogs of pages, which never become windows of WebKit's.
extension WebView {
    func followDialogs() {
        Signal.connect(widget.pointer, "script-dialog") { [weak self] (dialog: gpointer?) -> Bool in
            guard let self, let dialog else { return true }
            take(ScriptDialog(OpaquePointer(dialog), origin: origin))
            return true
        }
    }

    private func take(_ dialog: ScriptDialog) {
        let presenter = dismissesDialogs || self.dialog != nil ? nil : dialogPresenter
        guard case .show(let offersStop) = dialogRule.verdict(on: origin, canBeShown: presenter?.canShow() ?? false)
        else { return dialog.dismissAtOnce() }
        self.dialog = dialog
        // Its script stands still, and does not hang.
        heartbeat?.pause()
        dialog.onAnswer = { [weak self] in
            guard let self else { return }
            self.dialog = nil
            heartbeat?.resume()
            dialogPresenter?.hide()
        }
        presenter?.show(dialog, offersStop) { [weak self] in
            self?.dialogRule.stop()
            dialog.dismiss()
        }
    }

    /// The user goes elsewhere: an open dialog does not keep them.
    func leaveDialog() {
        guard let dialog else { return dialogRule.begin() }
        dialogRule.leave()
        dialog.dismiss()
    }

    /// Another document is shown: the dialog of the one before is gone.
    func endDialog(_ origin: Origin?) {
        dialog?.dismiss()
        dialogRule.commit(origin)
    }
}

/// Whoever shows the dialogs of a view's pages.
@MainActor struct DialogPresenter {
    /// Whether somebody would see one now.
    let canShow: @MainActor () -> Bool

    /// Shows one, with an offer to stop all others where the user shall have it.
    let show: @MainActor (_ dialog: ScriptDialog, _ offersStop: Bool, _ onStop: @escaping @MainActor () -> Void) -> Void

    /// Takes it away: it was answered, or its document is gone.
    let hide: @MainActor () -> Void
}
