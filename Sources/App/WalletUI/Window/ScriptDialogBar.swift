import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// A bar above a page that shows the page's `alert`, `confirm`, `prompt` and `beforeunload` dialogs.
///
/// It does not take the focus or block the window: the toolbar remains usable, and leaving the page closes it.
@MainActor final class ScriptDialogBar {
    let widget: Widget
    private let heading = Draw.label("")
    private let text = Draw.label("", class: "approval-theirs")
    private let scroller: Widget = gtk_scrolled_window_new(nil, nil)
    private let entry: Widget = gtk_entry_new()
    private let stop: Widget
    private let cancel: Widget
    private let agree: Widget
    private var dialog: ScriptDialog?
    private var onStop: (@MainActor () -> Void)?
    private weak var view: WebView?

    init() {
        ApprovalStyle.load()
        widget = gtk_info_bar_new()
        gtk_info_bar_set_message_type(widget.cast(), GTK_MESSAGE_OTHER)
        stop = gtk_info_bar_add_button(widget.cast(), localized("Stop this page’s dialogs"), Self.stopResponse)
        cancel = gtk_info_bar_add_button(widget.cast(), localized("Cancel"), GTK_RESPONSE_CLOSE.rawValue)
        agree = gtk_info_bar_add_button(widget.cast(), localized("OK"), GTK_RESPONSE_ACCEPT.rawValue)
        gtk_scrolled_window_set_policy(scroller.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        // GTK may draw the indicators that lie over the content after it has destroyed them.
        gtk_scrolled_window_set_overlay_scrolling(scroller.cast(), 0)
        gtk_scrolled_window_set_propagate_natural_height(scroller.cast(), 1)
        gtk_scrolled_window_set_max_content_height(scroller.cast(), 140)
        gtk_container_add(scroller.cast(), text)
        let words = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6)
        for part in [heading, scroller, entry] { Draw.add(part, to: words) }
        gtk_box_pack_start(gtk_info_bar_get_content_area(widget.cast()).cast(), words, 1, 1, 0)
        gtk_widget_show_all(widget)
        gtk_widget_hide(widget)
        gtk_widget_set_no_show_all(widget, 1)
        Draw.name(entry, localized("Answer to the page"))
        Signal.connect(entry, "activate") { [weak self] () -> Void in self?.answer(true) }
        Signal.connect(widget, "response") { [weak self] (response: Int32) -> Void in
            if response == Self.stopResponse {
                self?.onStop?()
            } else {
                self?.answer(response == GTK_RESPONSE_ACCEPT.rawValue)
            }
        }
    }

    private static let stopResponse: Int32 = 1

    /// Shows the dialogs of `view`'s pages from now on.
    func serve(_ view: WebView) {
        self.view = view
        view.dialogPresenter = DialogPresenter(
            canShow: { [weak self] in self?.canShow ?? false },
            show: { [weak self] dialog, offersStop, onStop in self?.show(dialog, offersStop, onStop) },
            hide: { [weak self] in self?.hide() })
    }

    /// Answers the dialog as Escape does; returns whether there was one.
    func escape() -> Bool {
        guard dialog != nil else { return false }
        answer(false)
        return true
    }

    /// Whether the user can see a dialog: the window is visible, and no window of the wallet is in front of it.
    private var canShow: Bool {
        guard let window = gtk_widget_get_toplevel(widget), gtk_widget_get_mapped(window) != 0,
            let surface = gtk_widget_get_window(window)
        else { return false }
        let isIconified = gdk_window_get_state(surface).rawValue & GDK_WINDOW_STATE_ICONIFIED.rawValue != 0
        return !isIconified && !DialogWindows.isOneShown(beside: window)
    }

    private func show(_ dialog: ScriptDialog, _ offersStop: Bool, _ onStop: @escaping @MainActor () -> Void) {
        self.dialog = dialog
        self.onStop = onStop
        if case .prompt(let initial) = dialog.kind { gtk_entry_set_text(entry.cast(), initial) }
        gtk_label_set_text(heading.cast(), VisibleText.of(Self.heading(of: dialog)))
        // WebKit's own text for `beforeunload` is not shown.
        let quotation = dialog.kind == .leave ? "" : dialog.text
        gtk_label_set_text(text.cast(), quotation.isEmpty ? "" : "“\(VisibleText.of(quotation))”")
        Draw.show(scroller, !quotation.isEmpty)
        if case .prompt = dialog.kind { Draw.show(entry, true) } else { Draw.show(entry, false) }
        gtk_button_set_label(agree.cast(), dialog.kind == .leave ? localized("Leave") : localized("OK"))
        gtk_button_set_label(cancel.cast(), dialog.kind == .leave ? localized("Stay") : localized("Cancel"))
        Draw.show(cancel, dialog.kind != .alert)
        Draw.show(stop, offersStop)
        gtk_widget_show(widget)
    }

    private static func heading(of dialog: ScriptDialog) -> String {
        guard let page = dialog.origin?.shortened else {
            return switch dialog.kind {
            case .alert: localized("This page says:")
            case .confirm: localized("This page asks:")
            case .prompt: localized("This page asks for input:")
            case .leave: localized("Leave this page? What you entered there may be lost.")
            }
        }
        return switch dialog.kind {
        case .alert: localized("\(page, as: "site") says:")
        case .confirm: localized("\(page, as: "site") asks:")
        case .prompt: localized("\(page, as: "site") asks for input:")
        case .leave: localized("Leave \(page, as: "site")? What you entered there may be lost.")
        }
    }

    private func answer(_ agrees: Bool) {
        let typed = gtk_entry_get_text(entry.cast()).map { String(cString: $0) }
        let view = view
        dialog?.answer(agrees, typed: typed)
        if let view { gtk_widget_grab_focus(view.widget.pointer.cast()) }
    }

    private func hide() {
        dialog = nil
        onStop = nil
        gtk_entry_set_text(entry.cast(), "")
        gtk_widget_hide(widget)
    }
}
