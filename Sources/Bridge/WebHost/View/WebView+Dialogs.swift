import Bridge
import CWebKit
import GLibKit

/// The dialogs of pages, which never open WebKit's own windows.
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
        // The script is blocked by the dialog, not unresponsive.
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

    /// The user navigates away: an open dialog does not prevent it.
    func leaveDialog() {
        guard let dialog else { return dialogRule.begin() }
        dialogRule.leave()
        dialog.dismiss()
    }

    /// Another document is shown: the dialog of the previous one is gone.
    func endDialog(_ origin: Origin?) {
        dialog?.dismiss()
        dialogRule.commit(origin)
    }
}

/// Shows the dialogs of a view's pages.
@MainActor package struct DialogPresenter {
    /// Whether the user could see a dialog now.
    let canShow: @MainActor () -> Bool

    /// Shows a dialog, optionally with a button that stops all further ones.
    let show: @MainActor (_ dialog: ScriptDialog, _ offersStop: Bool, _ onStop: @escaping @MainActor () -> Void) -> Void

    /// Hides the dialog: it was answered, or its document is gone.
    let hide: @MainActor () -> Void

    /// Creates a presenter from what it does.
    package init(
        canShow: @escaping @MainActor () -> Bool,
        show:
            @escaping @MainActor (
                _ dialog: ScriptDialog, _ offersStop: Bool, _ onStop: @escaping @MainActor () -> Void
            ) -> Void,
        hide: @escaping @MainActor () -> Void
    ) {
        (self.canShow, self.show, self.hide) = (canShow, show, hide)
    }
}
