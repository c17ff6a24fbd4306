import Bridge
import CWebKit

/// The values of an approval that the user may change, wherever in it they stand.
@MainActor final class AdjustmentList {
    /// Called with all values when the user wants others.
    var onAdjust: (@MainActor ([String: String]) -> Void)?

    /// Called when a field holds something that was not applied yet, or not any more.
    var onEdit: (@MainActor () -> Void)?

    /// Called when one was opened or closed.
    var onOpen: (@MainActor () -> Void)?

    /// One editor for each value.
    let editors: [AdjustmentEditor]

    /// Makes editors for `adjustments`; those in `open` are open.
    init(_ adjustments: [Adjustment], open: Set<String> = []) {
        editors = adjustments.map { AdjustmentEditor($0, isOpen: open.contains($0.id)) }
        for editor in editors {
            editor.onChoose = { [weak self] in self?.adjust() }
            editor.onOpen = { [weak self] in self?.onOpen?() }
            editor.onEdit = { [weak self] in self?.onEdit?() }
        }
    }

    /// Those that are open, by their id.
    var open: Set<String> { Set(editors.filter(\.isOpen).map(\.id)) }

    /// Whether a field holds something that was not applied.
    var isEdited: Bool { editors.contains(where: \.isEdited) }

    /// The one whose field or choices have the focus.
    var focused: String? { editors.first(where: \.hasFocus)?.id }

    /// Puts the focus back to where it was.
    func focus(_ id: String) {
        editors.first { $0.id == id }?.grabFocus()
    }

    private func adjust() {
        onAdjust?(Dictionary(editors.map { ($0.id, $0.wanted) }, uniquingKeysWith: { first, _ in first }))
    }
}
