import Bridge
import CWebKit

/// The values that the user may change: each as a row that opens to its choices, or to a field.
@MainActor final class AdjustmentList {
    let widget: Widget

    /// Called with all values when the user wants others.
    var onAdjust: (@MainActor ([String: String]) -> Void)?

    /// Called when a field holds something that was not applied yet, or not any more.
    var onEdit: (@MainActor () -> Void)?

    /// Called when one was opened or closed.
    var onOpen: (@MainActor () -> Void)?

    private var rows: [AdjustmentRow] = []

    /// Draws `adjustments`; those in `open` stand open.
    init(_ adjustments: [Adjustment], open: Set<String> = []) {
        widget = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 9)
        let labels = Ref(taking: gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL))
        for adjustment in adjustments {
            let row = AdjustmentRow(adjustment, labels: labels, isOpen: open.contains(adjustment.id))
            row.onChoose = { [weak self] in self?.adjust() }
            row.onOpen = { [weak self] in self?.onOpen?() }
            row.onEdit = { [weak self] in self?.onEdit?() }
            rows.append(row)
            Draw.add(row.widget, to: widget)
        }
    }

    /// Those that stand open, by their id.
    var open: Set<String> { Set(rows.filter(\.isOpen).map(\.id)) }

    /// Whether a field holds something that was not applied.
    var isEdited: Bool { rows.contains(where: \.isEdited) }

    /// The one whose field or choices have the focus.
    var focused: String? { rows.first(where: \.hasFocus)?.id }

    /// Puts the focus back to where it was.
    func focus(_ id: String) {
        rows.first { $0.id == id }?.grabFocus()
    }

    private func adjust() {
        onAdjust?(Dictionary(rows.map { ($0.id, $0.wanted) }, uniquingKeysWith: { first, _ in first }))
    }
}
