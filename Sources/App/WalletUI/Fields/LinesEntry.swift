import CWebKit
import GLibKit
import WebHost

/// The field for a text of several lines: Enter begins a new one, and Tab leaves the field.
@MainActor struct LinesEntry {
    /// The field with its frame and its scroll bar.
    let widget: Widget

    /// The field itself.
    let view: Widget

    /// The number of lines that are visible without scrolling.
    private static let rows: gint = 4

    init(_ initial: String) {
        view = gtk_text_view_new()
        widget = gtk_scrolled_window_new(nil, nil)
        let text: UnsafeMutablePointer<GtkTextView> = view.cast()
        gtk_text_view_set_accepts_tab(text, 0)
        gtk_text_view_set_wrap_mode(text, GTK_WRAP_WORD_CHAR)
        for set in [gtk_text_view_set_left_margin, gtk_text_view_set_right_margin] { set(text, 8) }
        for set in [gtk_text_view_set_top_margin, gtk_text_view_set_bottom_margin] { set(text, 6) }
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(text), initial, gint(initial.utf8.count))
        let scroller: UnsafeMutablePointer<GtkScrolledWindow> = widget.cast()
        // A long word wraps: it must not widen the window.
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_overlay_scrolling(scroller, 0)
        gtk_scrolled_window_set_shadow_type(scroller, GTK_SHADOW_IN)
        gtk_scrolled_window_set_min_content_height(scroller, Self.rows * Draw.lineHeight(in: view) + 12)
        gtk_container_add(widget.cast(), view)
    }

    /// The text in a field.
    static func text(of view: Widget) -> String {
        let buffer = gtk_text_view_get_buffer(view.cast())
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
