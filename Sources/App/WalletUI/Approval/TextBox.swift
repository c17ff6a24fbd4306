import Bridge
import CWebKit
import GLibKit
import WebHost

/// A scrolled box for untrusted text of any length.
///
/// A long text is added in many idle callbacks, so that a megabyte does not block the window. ``onEnd`` is called when
/// the end has been in view, and only after the whole text was added and laid out.
@MainActor final class TextBox {
    let widget: Widget

    /// Called once, when the end has been in view.
    var onEnd: (@MainActor () -> Void)?

    /// Called when the user scrolls beyond an end of the box.
    var onOverscroll: (@MainActor (UnsafeMutablePointer<GdkEvent>) -> Void)?

    // An idle callback may run after the window is destroyed but before this box: keep a reference to what it uses.
    private let frame: Ref<GtkWidget>
    private let view: Ref<GtkWidget>
    private let buffer: Ref<GtkTextBuffer>
    private let tags: Tags
    private var passages: AnyIterator<Passage>
    private var isComplete = false
    private var isEndSeen = false
    private var isLooking = false

    /// Creates a box.
    ///
    /// - Parameters:
    ///   - name: The name for screen readers.
    ///   - passages: The content, generated on demand.
    ///   - rows: The height in lines of text.
    ///   - gaps: The number of lines with space above them.
    init(name: String, _ passages: some Sequence<Passage>, rows: Int, gaps: Int = 0) {
        self.passages = AnyIterator(passages.makeIterator())
        tags = Tags()
        buffer = Ref(taking: gtk_text_buffer_new(tags.table.pointer))
        view = Ref(retaining: gtk_text_view_new_with_buffer(buffer.pointer))
        widget = gtk_scrolled_window_new(nil, nil)
        frame = Ref(retaining: widget)
        Draw.style(widget, "approval-box")
        let scroller: UnsafeMutablePointer<GtkScrolledWindow> = widget.cast()
        // A long word wraps: it must not widen the dialog.
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_overlay_scrolling(scroller, 0)
        let height = gint(rows) * Draw.lineHeight(in: view.pointer) + gint(gaps) * 6 + 20
        gtk_scrolled_window_set_min_content_height(scroller, height)
        gtk_container_add(widget.cast(), view.pointer)
        configure(name)
        if feed() { Idle.run { [weak self] in self?.feed() ?? false } }
        watch(gtk_scrolled_window_get_vadjustment(scroller))
    }

    private func configure(_ name: String) {
        let text: UnsafeMutablePointer<GtkTextView> = view.pointer.cast()
        gtk_text_view_set_editable(text, 0)
        gtk_text_view_set_cursor_visible(text, 0)
        gtk_text_view_set_accepts_tab(text, 0)
        gtk_text_view_set_wrap_mode(text, GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_left_margin(text, 10)
        gtk_text_view_set_right_margin(text, 10)
        gtk_text_view_set_top_margin(text, 8)
        gtk_text_view_set_bottom_margin(text, 8)
        gtk_widget_set_direction(view.pointer, GTK_TEXT_DIR_LTR)
        Draw.name(view.pointer, name)
        Signal.connect(widget, "scroll-event") { [weak self] (event: gpointer?) -> Bool in
            self?.passOn(event) ?? false
        }
    }

    /// The number of bytes added in one idle callback: few enough to lay out within a frame.
    private static let mouthful = 8_192

    /// Adds the next lines; returns whether there are more.
    private func feed() -> Bool {
        var rest = Self.mouthful
        while rest > 0 {
            guard let passage = passages.next() else {
                isComplete = true
                look()
                return false
            }
            append(passage)
            rest -= passage.text.utf8.count + 32
        }
        return true
    }

    private func append(_ passage: Passage) {
        var end = GtkTextIter()
        gtk_text_buffer_get_end_iter(buffer.pointer, &end)
        let offset = gtk_text_iter_get_offset(&end)
        gtk_text_buffer_insert(buffer.pointer, &end, passage.text, gint(passage.text.utf8.count))
        var start = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer.pointer, &start, offset)
        gtk_text_buffer_get_end_iter(buffer.pointer, &end)
        gtk_text_buffer_apply_tag_by_name(buffer.pointer, passage.style.rawValue, &start, &end)
    }
}

extension TextBox {
    private func watch(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
        Signal.connect(adjustment, "changed") { [weak self] () -> Void in self?.look() }
        Signal.connect(adjustment, "value-changed") { [weak self] () -> Void in self?.look() }
        Signal.connect(view.pointer, "map") { [weak self] () -> Void in self?.look() }
    }

    /// Checks, once the layout is stable, whether the end is in view.
    private func look() {
        guard isComplete, !isEndSeen, !isLooking else { return }
        isLooking = true
        Idle.run(.last) { [weak self] in
            self?.lookNow()
            return false
        }
    }

    private func lookNow() {
        isLooking = false
        guard !isEndSeen, gtk_widget_get_mapped(view.pointer) != 0 else { return }
        let adjustment = gtk_scrolled_window_get_vadjustment(widget.cast())
        let bottom = gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment)
        guard gtk_adjustment_get_page_size(adjustment) > 1, bottom >= gtk_adjustment_get_upper(adjustment) - 2 else {
            return
        }
        isEndSeen = true
        onEnd?()
    }

    /// Passes a scroll event to the parent if the box cannot scroll further; returns whether it did.
    private func passOn(_ event: gpointer?) -> Bool {
        guard let event = event?.assumingMemoryBound(to: GdkEvent.self), let onOverscroll else { return false }
        var (x, y) = (0.0, 0.0)
        var direction = GDK_SCROLL_SMOOTH
        if gdk_event_get_scroll_deltas(event, &x, &y) == 0, gdk_event_get_scroll_direction(event, &direction) != 0 {
            y = direction == GDK_SCROLL_DOWN ? 1 : direction == GDK_SCROLL_UP ? -1 : 0
        }
        let adjustment = gtk_scrolled_window_get_vadjustment(widget.cast())
        let value = gtk_adjustment_get_value(adjustment)
        let last = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
        guard y < 0 && value <= 0 || y > 0 && value >= last - 1 else { return false }
        onOverscroll(event)
        return true
    }
}
