package import Bridge
import CWebKit

/// An `alert`, `confirm`, `prompt` or `beforeunload` dialog of a page.
///
/// The page's script is blocked until the dialog is answered, which happens once.
@MainActor package final class ScriptDialog {
    /// The kind of dialog.
    package enum Kind: Hashable, Sendable {
        /// Shows a message.
        case alert
        /// Asks for yes or no.
        case confirm
        /// Asks for a line of text, with an initial value.
        case prompt(initial: String)
        /// Asks whether to leave the page.
        case leave
    }

    /// The maximum length of the page's text.
    static let longestText = 1_000

    package let kind: Kind

    /// The text of the page, truncated; never displayed as text of the wallet.
    package let text: String

    /// The page in the window.
    package let origin: Origin?

    /// Called once, when it is answered.
    package var onAnswer: (@MainActor () -> Void)?

    private var dialog: OpaquePointer?

    /// Creates a dialog from WebKit's, which is blocked from now on.
    init(_ dialog: OpaquePointer, origin: Origin?) {
        self.dialog = webkit_script_dialog_ref(dialog)
        self.origin = origin
        kind =
            switch webkit_script_dialog_get_dialog_type(dialog) {
            case WEBKIT_SCRIPT_DIALOG_CONFIRM: .confirm
            case WEBKIT_SCRIPT_DIALOG_PROMPT:
                .prompt(initial: Self.text(webkit_script_dialog_prompt_get_default_text(dialog)))
            case WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM: .leave
            default: .alert
            }
        text = Self.text(webkit_script_dialog_get_message(dialog))
    }

    /// Whether it was answered.
    package var isOver: Bool { dialog == nil }

    /// Answers in a later main loop iteration than WebKit's signal: confirms, optionally with the typed text, or
    /// cancels.
    package func answer(_ agrees: Bool, typed: String? = nil) {
        guard let dialog = take(agrees, typed: typed) else { return }
        webkit_script_dialog_close(dialog)
        webkit_script_dialog_unref(dialog)
        onAnswer?()
        onAnswer = nil
    }

    /// Answers as if the user were absent: nothing is confirmed, and leaving the page is allowed.
    func dismiss() {
        answer(kind == .leave)
    }

    /// The same during WebKit's signal: WebKit closes the dialog itself when the signal returns, and would access one
    /// that was closed before (WebKit 2.50, `webkitWebViewRunJavaScriptAlert`).
    func dismissAtOnce() {
        guard let dialog = take(kind == .leave, typed: nil) else { return }
        webkit_script_dialog_unref(dialog)
    }

    private func take(_ agrees: Bool, typed: String?) -> OpaquePointer? {
        guard let dialog else { return nil }
        self.dialog = nil
        switch kind {
        case .alert: break
        case .confirm, .leave: webkit_script_dialog_confirm_set_confirmed(dialog, agrees ? 1 : 0)
        case .prompt: if agrees { webkit_script_dialog_prompt_set_text(dialog, typed ?? "") }
        }
        return dialog
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0).prefix(scalars: longestText) } ?? ""
    }

    isolated deinit {
        dismiss()
    }
}
