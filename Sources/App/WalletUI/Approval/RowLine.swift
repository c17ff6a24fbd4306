import CWebKit
import GLibKit
import WebHost

/// A label, its value, and a widget at the end of the line; in one line or in two.
@MainActor final class RowLine {
    let widget: Widget
    private let label: Ref<GtkWidget>
    private let value: Ref<GtkWidget>
    private let extras: Ref<GtkWidget>
    private var isNarrow: Bool?

    init(label: Widget, value: Widget, extras: Widget) {
        self.label = Ref(retaining: label)
        self.value = Ref(retaining: value)
        self.extras = Ref(retaining: extras)
        widget = gtk_grid_new()
        gtk_grid_set_column_spacing(widget.cast(), 12)
        gtk_grid_set_row_spacing(widget.cast(), 2)
        gtk_widget_set_hexpand(value, 1)
        gtk_widget_set_halign(extras, GTK_ALIGN_END)
        set(narrow: false)
    }

    /// Puts the value below the label, or next to it.
    ///
    /// Screen readers read the widget that was attached last first, so the order is the reverse of the reading order.
    func set(narrow isNarrow: Bool) {
        // Otherwise GTK would lay out all texts again.
        guard isNarrow != self.isNarrow else { return }
        self.isNarrow = isNarrow
        let grid: UnsafeMutablePointer<GtkGrid> = widget.cast()
        for child in [label, value, extras] where gtk_widget_get_parent(child.pointer) == widget {
            gtk_container_remove(widget.cast(), child.pointer)
        }
        if isNarrow {
            gtk_grid_attach(grid, value.pointer, 0, 1, 2, 1)
            gtk_grid_attach(grid, extras.pointer, 1, 0, 1, 1)
        } else {
            gtk_grid_attach(grid, extras.pointer, 2, 0, 1, 1)
            gtk_grid_attach(grid, value.pointer, 1, 0, 1, 1)
        }
        gtk_grid_attach(grid, label.pointer, 0, 0, 1, 1)
    }
}
