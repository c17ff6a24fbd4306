import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// A window with only a data-collection form, for wallets without their own payment window.
@MainActor public final class CollectionWindow {
    /// What the window shows.
    public let pane: CollectionPane

    private let window: Ref<GtkWindow>

    /// Puts `pane` into a window, and the window on the screen; closing it asks for a confirmation, like the pane's own
    /// button.
    public init(_ pane: CollectionPane, width: Int = 720, height: Int = 760) {
        self.pane = pane
        let widget: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
        window = Ref(retaining: widget.cast())
        let title = localized("Form from \(pane.form.address.origin.site, as: "site")")
        gtk_window_set_title(window.pointer, title)
        Draw.name(widget, title)
        gtk_window_set_default_size(window.pointer, gint(width), gint(height))
        gtk_container_add(window.pointer.cast(), pane.widget.pointer)
        Signal.connect(widget, "delete-event") { [weak self] (_: gpointer?) -> Bool in
            self?.pane.close()
            return true
        }
        gtk_widget_show(widget)
    }

    /// Removes the window and the form, without a confirmation.
    public func close() {
        pane.dismiss()
        gtk_widget_destroy(window.pointer.cast())
    }
}
