import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The summary rows: a label, a complete value, a note, and an editor.
@MainActor final class RowList {
    let box: GradualBox
    var widget: Widget { box.widget }

    /// The boxes of long texts.
    private(set) var boxes: [TextBox] = []

    private var lines: [RowLine] = []
    private let columns: Int
    private let labels = Ref(taking: gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL))
    /// The width of all labels; `nil` if they are in a group of GTK, which takes time for each of them whenever one changes.
    private var labelWidth: gint?

    /// The number of times that each label was drawn, so that no two buttons have the same name.
    private var counts: [String: Int] = [:]

    /// Draws `rows`; each editor is next to the first row of its role, or in its own line at the end.
    ///
    /// The network is in the account's line if there is one of each.
    init(_ rows: [Approval.Row], editors: [AdjustmentEditor] = [], columns: Int) {
        (self.columns, box) = (columns, GradualBox(spacing: 9))
        var rest = editors
        let network = Self.network(in: rows)
        for row in rows where row != network {
            let place = rest.firstIndex { $0.adjustment.role != nil && $0.adjustment.role == row.role }
            let editor = place.map { rest.remove(at: $0) }
            add(row, network: row.role == .account ? network : nil, editor: editor)
        }
        for editor in rest { add(editor.row, network: nil, editor: editor) }
    }

    /// Draws `rows`; of very many, the last ones later.
    init(gradually rows: [Approval.Row], columns: Int, time: TimeSource) {
        (self.columns, box) = (columns, GradualBox(spacing: 9, time: time))
        let network = Self.network(in: rows)
        let all: [GradualBox.Row] = rows.filter { $0 != network }.map { row in
            { [weak self] in
                guard let self else { return }
                add(row, network: row.role == .account ? network : nil, editor: nil)
                if let line = lines.last { gtk_widget_show_all(line.widget) }
            }
        }
        // A window gets the height of what is drawn at first.
        guard all.count > Self.mostAtOnce else {
            for row in all { row() }
            return
        }
        labelWidth = Self.width(of: rows)
        box.draw(all)
    }

    /// The width of the widest label of `rows`, in pixels: of the ones with the most letters.
    private static func width(of rows: [Approval.Row]) -> gint {
        let longest = Set(rows.map(\.label)).sorted { $0.utf8.count > $1.utf8.count }.prefix(mostMeasured)
        return longest.reduce(0) { most, text in
            let label = Ref(retaining: draw(label: text))
            var width: gint = 0
            gtk_widget_get_preferred_width(label.pointer, nil, &width)
            return max(most, width)
        }
    }

    private static let mostMeasured = 16

    private static func draw(label text: String) -> Widget {
        let label = Draw.label(text, class: "approval-dim")
        gtk_label_set_line_wrap(label.cast(), 0)
        return label
    }

    private static let mostAtOnce = 24

    /// Puts values below their labels if there is no space next to them.
    func set(narrow isNarrow: Bool) {
        for line in lines { line.set(narrow: isNarrow) }
    }

    private static func network(in rows: [Approval.Row]) -> Approval.Row? {
        let networks = rows.filter { $0.role == .network }
        guard rows.count(where: { $0.role == .account }) == 1, networks.count == 1, let network = networks.first,
            network.note == nil, case .trusted(let name) = network.value,
            VisibleText.of(name).count <= pillLengths.upperBound
        else { return nil }
        return network
    }

    private func add(_ row: Approval.Row, network: Approval.Row?, editor: AdjustmentEditor?) {
        let label = Self.draw(label: row.label)
        if let labelWidth {
            gtk_widget_set_size_request(label, labelWidth, -1)
        } else {
            gtk_size_group_add_widget(labels.pointer, label)
        }
        if case .untrusted = row.value { gtk_widget_set_margin_top(label, 5) }
        let extras = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        gtk_widget_set_valign(extras, GTK_ALIGN_START)
        if case .exact(let text) = row.value { Draw.add(copy(text, of: row.label), to: extras) }
        let hasName = row.role == .account && row.note != nil
        if let note = row.note, !hasName { Draw.add(pill(note, about: row.label), to: extras) }
        if let network { Draw.add(pill(network.value.text, about: network.label), to: extras) }
        if let editor { Draw.add(editor.toggle, to: extras) }
        let line = RowLine(label: label, value: value(row, name: hasName ? row.note : nil), extras: extras)
        lines.append(line)
        Draw.add(line.widget, to: widget)
        if let editor { Draw.add(editor.widget, to: widget) }
    }

    /// The number of characters of a note that are never truncated, and the maximum shown.
    private static let pillLengths = 12...24

    private func pill(_ text: String, about label: String) -> Widget {
        let note = Draw.label(text, class: "approval-note")
        gtk_label_set_line_wrap(note.cast(), 0)
        gtk_label_set_ellipsize(note.cast(), PANGO_ELLIPSIZE_END)
        let length = VisibleText.of(text).count
        gtk_label_set_width_chars(note.cast(), gint(min(length, Self.pillLengths.lowerBound)))
        gtk_label_set_xalign(note.cast(), 0.5)
        gtk_label_set_max_width_chars(note.cast(), gint(Self.pillLengths.upperBound))
        gtk_widget_set_valign(note, GTK_ALIGN_CENTER)
        Draw.describe(note, VisibleText.of(label))
        return note
    }

    /// The value; below `name` if the user has named it.
    private func value(_ row: Approval.Row, name: String?) -> Widget {
        let value = value(row)
        guard let name else { return value }
        let box = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 2)
        let heading = Draw.label(name, class: "approval-heading")
        Draw.describe(heading, VisibleText.of(row.label))
        Draw.add(heading, to: box)
        Draw.add(value, to: box)
        return box
    }

    private func value(_ row: Approval.Row) -> Widget {
        switch row.value {
        case .trusted(let text):
            return described(Draw.label(text), row)
        case .exact(let text):
            let value = ExactText.draw(text)
            gtk_label_set_selectable(value.cast(), 1)
            return described(value, row)
        case .untrusted(let text) where text.utf8.count > 300 || text.unicodeScalars.contains("\n"):
            let box = FieldList.draw(text, name: row.label, columns: columns)
            boxes.append(box)
            return box.widget
        case .untrusted(let text):
            return described(Draw.value("“\(text)”", class: "approval-quote"), row)
        }
    }

    private func described(_ value: Widget, _ row: Approval.Row) -> Widget {
        Draw.describe(value, VisibleText.of(row.label))
        return value
    }

    private func copy(_ text: String, of label: String) -> Widget {
        counts[label, default: 0] += 1
        let number = counts[label, default: 1]
        let name =
            number == 1
            ? localized("Copy \(label, as: "value")")
            : localized("Copy \(label, as: "value") (\(number, as: "number"))")
        return CopyButton.draw(text, name: name)
    }
}
