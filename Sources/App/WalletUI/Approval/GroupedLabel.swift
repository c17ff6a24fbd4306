import CWebKit
import GLibKit
import WebHost

/// A label whose lines can end only at certain places.
///
/// Attributes that forbid breaks (`pango_attr_allow_breaks_new`) do not survive in a GtkLabel 3.24: it merges adjacent
/// ones, so that no place is left where a line could end. This subclass sets them on its layout itself, before it
/// measures and before it draws.
@MainActor enum GroupedLabel {
    private nonisolated static let key = "drawbridge-attributes"

    /// Creates an empty label that is drawn with `attributes`, a Pango list that the label takes ownership of.
    static func make(_ attributes: OpaquePointer?) -> UnsafeMutablePointer<GtkWidget> {
        let object: UnsafeMutablePointer<GObject> = g_object_new_with_properties(type, 0, nil, nil).cast()
        g_object_set_data_full(object, key, attributes.map { UnsafeMutableRawPointer($0) }) { list in
            pango_attr_list_unref(list.map { OpaquePointer($0) })
        }
        return UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
    }

    private static let type: GType = g_type_register_static_simple(
        gtk_label_get_type(), "DrawbridgeGroupedLabel", guint(MemoryLayout<GtkLabelClass>.size),
        { klass, _ in
            guard let klass = klass?.assumingMemoryBound(to: GtkWidgetClass.self) else { return }
            klass.pointee.get_preferred_width = { widget, least, natural in
                guard let widget else { return }
                let width = measure(widget, width: nil).width
                natural?.pointee = width
                least?.pointee = min(width, leastWidth(of: widget))
            }
            klass.pointee.get_preferred_height_for_width = { widget, width, least, natural in
                guard let widget else { return }
                let height = measure(widget, width: width).height
                least?.pointee = height
                natural?.pointee = height
            }
            klass.pointee.get_preferred_height_and_baseline_for_width = {
                widget, width, least, natural, leastBaseline, naturalBaseline in
                guard let widget else { return }
                let height = measure(widget, width: width).height
                least?.pointee = height
                natural?.pointee = height
                leastBaseline?.pointee = -1
                naturalBaseline?.pointee = -1
            }
            klass.pointee.draw = { widget, context in
                guard let widget else { return 0 }
                if let layout = layout(of: widget) { pango_layout_set_attributes(layout, attributes(of: widget)) }
                let parent = g_type_class_peek(gtk_label_get_type())?.assumingMemoryBound(to: GtkWidgetClass.self)
                return parent?.pointee.draw?(widget, context) ?? 0
            }
        }, guint(MemoryLayout<GtkLabel>.size), nil, GTypeFlags(rawValue: 0))

    private nonisolated static func layout(of widget: UnsafeMutablePointer<GtkWidget>) -> OpaquePointer? {
        gtk_label_get_layout(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkLabel.self))
    }

    private nonisolated static func attributes(of widget: UnsafeMutablePointer<GtkWidget>) -> OpaquePointer? {
        let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
        return g_object_get_data(object, key).map { OpaquePointer($0) }
    }

    /// The size of the text in lines of `width` pixels, or in one line.
    private nonisolated static func measure(
        _ widget: UnsafeMutablePointer<GtkWidget>, width: gint?
    ) -> (width: gint, height: gint) {
        guard let shown = layout(of: widget), let layout = pango_layout_copy(shown) else { return (0, 0) }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        pango_layout_set_attributes(layout, attributes(of: widget))
        pango_layout_set_width(layout, width.map { max(1, $0) * PANGO_SCALE } ?? -1)
        var size = (width: gint(0), height: gint(0))
        pango_layout_get_pixel_size(layout, &size.width, &size.height)
        return size
    }

    /// The minimum width of a line: a few characters.
    private nonisolated static func leastWidth(of widget: UnsafeMutablePointer<GtkWidget>) -> gint {
        let context = gtk_widget_get_pango_context(widget)
        guard let metrics = pango_context_get_metrics(context, nil, nil) else { return 100 }
        defer { pango_font_metrics_unref(metrics) }
        return 14 * pango_font_metrics_get_approximate_char_width(metrics) / PANGO_SCALE
    }
}
