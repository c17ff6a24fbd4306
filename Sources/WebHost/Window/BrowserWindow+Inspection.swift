import Bridge
import CWebKit

/// What a window shows, and what keys do in it, for tests.
extension BrowserWindow {
    /// The text of the address field, and the sign beside it.
    package var addressField: (text: String, mark: AddressEntry.Mark) { tools.address.shown }

    /// Whether the address field has the keyboard within the window.
    package var isInAddressField: Bool { gtk_widget_is_focus(tools.address.entry.cast()) != 0 }

    /// What the window says of a site whose name looks like another's.
    package var lookalikeNotice: String? { lookalikeBar.sentence }

    /// What the window says is on its way.
    package var loadStatus: String? { status.text }

    /// The window's title.
    package var title: String { gtk_window_get_title(window.pointer).map { String(cString: $0) } ?? "" }

    /// What the page's bar says; `nil` where it says nothing.
    package var notice: String? { bar.sentence }

    /// What the window asks before it opens something elsewhere; `nil` where it asks nothing.
    package var question: String? { questions.said }

    /// What a stranger wanted, as the window says it.
    package var reported: String? { reports.sentence }

    /// Types `text` into the address field, in place of what stands there.
    package func typeAddress(_ text: String) {
        tools.address.focus()
        tools.address.type(text)
    }

    /// Presses Enter in the address field.
    package func pressEnter() {
        gtk_widget_activate(tools.address.entry.cast())
    }

    /// Presses Escape in the address field.
    package func pressEscape() {
        guard let event = gdk_event_new(GDK_KEY_PRESS) else { return }
        defer { gdk_event_free(event) }
        event.pointee.key.keyval = guint(GDK_KEY_Escape)
        event.pointee.key.window = gtk_widget_get_window(tools.address.entry.cast())
        g_object_ref(UnsafeMutableRawPointer(event.pointee.key.window))
        _ = gtk_widget_event(tools.address.entry.cast(), event)
    }

    /// Moves the keyboard from the address field into the page.
    package func focusPage() {
        guard let view else { return }
        gtk_widget_grab_focus(view.widget.pointer.cast())
    }
}
