import Bridge
import CWebKit

/// One `alert`, `confirm`, `prompt` or question of `beforeunload` of a page.
///
/// The page's script stands still until it is answered, which happens once.
@MainActor final class ScriptDialog {
    /// What the page wants to know.
    enum Kind: Hashable, Sendable {
        /// Nothing: it says something.
        case alert
        /// Yes or no.
        case confirm
        /// A line of text, with a proposal.
        case prompt(initial: String)
        /// Whether the user really leaves the page.
        case leave
    }

    /// How much of a page's text is shown.
    static let longestText = 1_000

    let kind: Kind

    /// What the page says, bounded; never in the wallet's voice.
    let text: String

    /// The page that the window shows.
    let origin: Origin?

    /// Called once, when it is answered.
    var onAnswer: (@MainActor () -> Void)?

    private var dialog: OpaquePointer?

    /// Takes a dialog of WebKit's, which waits from now on.
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
    var isOver: Bool { dialog == nil }

    /// Answers, in a later turn than WebKit has asked: by agreeing, with what was typed, or not.
    func answer(_ agrees: Bool, typed: String? = nil) {
        guard let dialog = take(agrees, typed: typed) else { return }
        webkit_script_dialog_close(dialog)
        webkit_script_dialog_unref(dialog)
        onAnswer?()
        onAnswer = nil
    }

    /// Answers as if the user had not been there: nothing is agreed to, and nobody is kept on a page.
    func dismiss() {
        answer(kind == .leave)
    }

    /// The same in the turn in which WebKit asks: it closes the dialog itself when its signal returns, and would look
    /// for one that was closed before (WebKit 2.50, `webkitWebViewRunJavaScriptAlert`).
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
        text.map { String(String(cString: $0).prefix(longestText)) } ?? ""
    }

    isolated deinit {
        dismiss()
    }
}
