import Bridge
import CWebKit

/// Account, chain, recipient and so on: a label, a value that is shown whole, a note.
@MainActor final class RowList {
    let widget: Widget

    /// The boxes of texts that are too long for a line.
    private(set) var boxes: [TextBox] = []

    private var lines: [RowLine] = []
    private let columns: Int

    init(_ rows: [Approval.Row], columns: Int) {
        self.columns = columns
        widget = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 9)
        let labels = Ref(taking: gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL))
        for row in rows { Draw.add(draw(row, labels: labels), to: widget) }
    }

    /// Puts values below their labels where there is no room beside them.
    func set(narrow isNarrow: Bool) {
        for line in lines { line.set(narrow: isNarrow) }
    }

    private func draw(_ row: Approval.Row, labels: Ref<GtkSizeGroup>) -> Widget {
        let label = Draw.label(row.label, class: "approval-dim")
        gtk_label_set_line_wrap(label.cast(), 0)
        gtk_size_group_add_widget(labels.pointer, label)
        if case .theirs = row.value { gtk_widget_set_margin_top(label, 5) }
        let extras = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        gtk_widget_set_valign(extras, GTK_ALIGN_START)
        if case .exact(let text) = row.value { Draw.add(copy(text, of: row.label), to: extras) }
        if let note = row.note {
            let note = Draw.label(note, class: "approval-note")
            gtk_label_set_line_wrap(note.cast(), 0)
            gtk_label_set_ellipsize(note.cast(), PANGO_ELLIPSIZE_END)
            gtk_label_set_max_width_chars(note.cast(), 24)
            Draw.add(note, to: extras)
        }
        let line = RowLine(label: label, value: value(row), extras: extras)
        lines.append(line)
        return line.widget
    }

    private func value(_ row: Approval.Row) -> Widget {
        switch row.value {
        case .ours(let text):
            return described(Draw.label(text), row)
        case .exact(let text):
            let value = Draw.value(text, class: "approval-exact")
            group(value.cast(), at: Grouping.ends(in: text), of: text.utf8.count)
            gtk_label_set_selectable(value.cast(), 1)
            return described(value, row)
        case .theirs(let text) where text.utf8.count > 300 || text.unicodeScalars.contains("\n"):
            let box = FieldList.draw(text, name: row.label, columns: columns)
            boxes.append(box)
            return box.widget
        case .theirs(let text):
            return described(Draw.value("“\(text)”", class: "approval-quote"), row)
        }
    }

    private func described(_ value: Widget, _ row: Approval.Row) -> Widget {
        Draw.describe(value, row.label)
        return value
    }

    /// Draws every other group fainter; a space would be read out, and selected with the rest.
    private func group(_ label: UnsafeMutablePointer<GtkLabel>, at ends: [Int], of length: Int) {
        let attributes = pango_attr_list_new()
        if let whole = pango_attr_insert_hyphens_new(0) { pango_attr_list_insert(attributes, whole) }
        let borders = [0] + ends.map { $0 + 1 } + [length]
        for (index, (start, end)) in zip(borders, borders.dropFirst()).enumerated() where index % 2 == 1 {
            guard let attribute = pango_attr_foreground_alpha_new(guint16(0.55 * 65_535)) else { continue }
            attribute.pointee.start_index = guint(start)
            attribute.pointee.end_index = guint(end)
            pango_attr_list_insert(attributes, attribute)
        }
        gtk_label_set_attributes(label, attributes)
        pango_attr_list_unref(attributes)
    }

    private func copy(_ text: String, of label: String) -> Widget {
        let button: Widget = gtk_button_new_from_icon_name("edit-copy-symbolic", GTK_ICON_SIZE_BUTTON)
        if let image = gtk_button_get_image(button.cast()) { Draw.fit(image) }
        gtk_button_set_relief(button.cast(), GTK_RELIEF_NONE)
        Draw.style(button, "approval-copy")
        gtk_widget_set_valign(button, GTK_ALIGN_START)
        gtk_widget_set_tooltip_text(button, "Copy")
        Draw.name(button, "Copy \(VisibleText.of(label))")
        Signal.connect(button, "clicked") { () -> Void in
            let clipboard = gtk_clipboard_get(gdk_atom_intern_static_string("CLIPBOARD"))
            gtk_clipboard_set_text(clipboard, text, gint(text.utf8.count))
            gtk_widget_set_tooltip_text(button, "Copied")
            let image: Widget = gtk_image_new_from_icon_name("object-select-symbolic", GTK_ICON_SIZE_BUTTON)
            Draw.fit(image)
            gtk_button_set_image(button.cast(), image)
        }
        return button
    }
}
