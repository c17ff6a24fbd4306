import Bridge
import CWebKit
import GLibKit
import WebHost

/// Creates the widgets of an approval.
///
/// Text is set as plain text only, never as markup.
@MainActor enum Draw {
    static func box(_ orientation: GtkOrientation, spacing: gint = 0, class name: String? = nil) -> Widget {
        let box: Widget = gtk_box_new(orientation, spacing)
        if let name { style(box, name) }
        return box
    }

    /// A label that wraps, starts at the left, and makes invisible characters visible.
    static func label(_ text: String, class name: String? = nil) -> Widget {
        let widget: Widget = gtk_label_new(nil)
        fill(widget, text)
        if let name { style(widget, name) }
        return widget
    }

    /// Sets the text of a label in the same way.
    static func fill(_ widget: Widget, _ text: String) {
        let label: UnsafeMutablePointer<GtkLabel> = widget.cast()
        let visible = fromLeft(VisibleText.of(text))
        gtk_label_set_text(label, visible)
        // Without a minimum width, GTK lays the text out with one character in each line, to find the minimum.
        gtk_label_set_width_chars(label, visible.utf8.count > longText ? leastColumns : -1)
        gtk_label_set_line_wrap(label, 1)
        gtk_label_set_line_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label, 0)
        gtk_label_set_yalign(label, 0)
        gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
        takeHyphens(from: label)
    }

    /// The number of bytes from which on a text is certainly wider than ``leastColumns``.
    private static let longText = 24

    /// The minimum number of characters in a line of a longer text.
    private static let leastColumns: gint = 6

    /// A hyphen at a line break could be read as part of the text.
    private static func takeHyphens(from label: UnsafeMutablePointer<GtkLabel>) {
        let attributes = pango_attr_list_new()
        if let whole = pango_attr_insert_hyphens_new(0) { pango_attr_list_insert(attributes, whole) }
        gtk_label_set_attributes(label, attributes)
        pango_attr_list_unref(attributes)
    }

    /// Makes a line with right-to-left letters start at the left, like all other lines of a box.
    static func fromLeft(_ line: String) -> String {
        line.unicodeScalars.contains(where: isFromRight) ? "\u{200E}\(line)" : line
    }

    private static func isFromRight(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    /// A label for a text without words, which can break anywhere.
    static func value(_ text: String, class name: String) -> Widget {
        let widget = label(text, class: name)
        gtk_label_set_line_wrap_mode(widget.cast(), PANGO_WRAP_CHAR)
        return widget
    }

    static func button(_ title: String, class name: String? = nil, _ body: @escaping @MainActor () -> Void) -> Widget {
        let button: Widget = gtk_button_new_with_label(VisibleText.of(title))
        if let label = gtk_bin_get_child(button.cast()) {
            gtk_label_set_line_wrap(label.cast(), 1)
            gtk_label_set_justify(label.cast(), GTK_JUSTIFY_CENTER)
        }
        if let name { style(button, name) }
        Signal.connect(button, "clicked") { () -> Void in body() }
        return button
    }

    static func icon(_ icon: String, name text: String) -> Widget {
        let image: Widget = gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON)
        fit(image)
        gtk_widget_set_tooltip_text(image, text)
        gtk_widget_set_valign(image, GTK_ALIGN_START)
        name(image, text)
        return image
    }

    /// Scales an icon to the size of the text next to it.
    static func fit(_ image: Widget) {
        gtk_image_set_pixel_size(image.cast(), max(16, lineHeight(in: image) - 2))
    }

    /// The height of a line of text in the font of `widget`, in pixels.
    static func lineHeight(in widget: Widget) -> gint {
        guard let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(widget), nil, nil) else { return 18 }
        defer { pango_font_metrics_unref(metrics) }
        return (pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics)) / PANGO_SCALE
    }

    static func style(_ widget: Widget, _ name: String) {
        gtk_style_context_add_class(gtk_widget_get_style_context(widget), name)
    }

    static func name(_ widget: Widget, _ text: String) {
        atk_object_set_name(gtk_widget_get_accessible(widget), text)
    }

    static func describe(_ widget: Widget, _ text: String) {
        atk_object_set_description(gtk_widget_get_accessible(widget), text)
    }

    static func role(_ widget: Widget, _ role: AtkRole) {
        atk_object_set_role(gtk_widget_get_accessible(widget), role)
    }

    /// A heading, marked as such for screen readers.
    static func heading(_ text: String, class name: String = "approval-heading") -> Widget {
        let heading = label(text, class: name)
        role(heading, ATK_ROLE_HEADING)
        return heading
    }

    static func add(_ child: Widget, to box: Widget, expands: Bool = false) {
        gtk_box_pack_start(box.cast(), child, expands ? 1 : 0, 1, 0)
    }

    static func show(_ widget: Widget, _ isVisible: Bool) {
        gtk_widget_set_visible(widget, isVisible ? 1 : 0)
    }
}
