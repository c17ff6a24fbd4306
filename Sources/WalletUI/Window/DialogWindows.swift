import CWebKit
import GLibKit
import WebHost

/// The windows of the wallet that appear over a page: approvals, steps and forms.
@MainActor enum DialogWindows {
    private static var shown: Set<Widget> = []

    /// Registers `window`: after it closes in any way, keys are kept from pages for a while.
    static func follow(_ window: Widget) {
        Signal.connect(window, "map") { () -> Void in shown.insert(window) }
        Signal.connect(window, "unmap") { () -> Void in leave(window) }
        Signal.connect(window, "destroy") { () -> Void in leave(window) }
        Signal.connect(window, "focus-in-event") { (_: gpointer?) -> Bool in
            gtk_window_set_urgency_hint(window.cast(), 0)
            return false
        }
    }

    /// Whether any of them except `window` is visible.
    static func isOneShown(beside window: Widget? = nil) -> Bool {
        shown.contains { $0 != window }
    }

    /// Brings `window` to the front; without taking the focus if the user is typing in another one.
    static func present(_ window: Widget) {
        if isTypedElsewhere(than: window) {
            gtk_window_set_urgency_hint(window.cast(), 1)
        } else {
            gtk_window_present(window.cast())
        }
    }

    /// Shows `window` for the first time; without taking the focus if the user is typing in another one.
    static func show(_ window: Widget) {
        let isTyped = isTypedElsewhere(than: window)
        gtk_window_set_focus_on_map(window.cast(), isTyped ? 0 : 1)
        gtk_window_set_urgency_hint(window.cast(), isTyped ? 1 : 0)
        gtk_widget_show(window)
    }

    /// Whether the user is typing, or may have started to, in something outside `window`.
    static func isTypedElsewhere(than window: Widget) -> Bool {
        guard gtk_window_is_active(window.cast()) == 0 else { return false }
        return InputWatch.isTyping || shown.contains { $0 != window && holdsTypedText($0) }
    }

    /// Whether `window` is active and the focus is in a field with text.
    private static func holdsTypedText(_ window: Widget) -> Bool {
        guard gtk_window_is_active(window.cast()) != 0, let focus = gtk_window_get_focus(window.cast()),
            g_type_check_instance_is_a(focus.cast(), gtk_entry_get_type()) != 0
        else { return false }
        return gtk_entry_get_text_length(focus.cast()) > 0
    }

    private static func leave(_ window: Widget) {
        if shown.remove(window) != nil { PageInputGuard.block() }
    }
}
