import Bridge
import CWebKit
import GLibKit
import WebHost

/// Reads a window's content and simulates keys, for tests.
extension BrowserWindow {
    /// The text of the address field, and the icon next to it.
    package var addressField: (text: String, mark: AddressEntry.Mark) { tools.address.shown }

    /// Whether the address field has the focus within the window.
    package var isInAddressField: Bool { gtk_widget_is_focus(tools.address.entry.cast()) != 0 }

    /// The notice about a site whose name resembles another site's.
    package var lookalikeNotice: String? { lookalikeBar.sentence }

    /// The loading status.
    package var loadStatus: String? { status.text }

    /// The window's title.
    package var title: String { gtk_window_get_title(window.pointer).map { String(cString: $0) } ?? "" }

    /// Whether the address field is shown.
    package var showsAddress: Bool { tools.showsAddress }

    /// The width and height of the window with its header bar, and whether the user can change them.
    package var shape: (width: Int, height: Int, isResizable: Bool) {
        var (width, height): (gint, gint) = (0, 0)
        gtk_window_get_size(window.pointer, &width, &height)
        return (Int(width), Int(height), gtk_window_get_resizable(window.pointer) != 0)
    }

    /// The text of the page's notice bar; `nil` if it is hidden.
    package var notice: String? { bar.sentence }

    /// Whether the page's notice bar shows an error.
    package var isNoticeError: Bool { bar.kind == GTK_MESSAGE_ERROR }

    /// The question before something opens in another program, or `nil`.
    package var question: String? { questions.said }

    /// The notice about a request from outside.
    package var reported: String? { reports.sentence }

    /// Replaces the text in the address field by `text`.
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

    /// Moves the focus from the address field into the page.
    package func focusPage() {
        guard let view else { return }
        gtk_widget_grab_focus(view.widget.pointer.cast())
    }
}
