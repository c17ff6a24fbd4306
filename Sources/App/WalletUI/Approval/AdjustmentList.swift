import Bridge
import CWebKit
import WebHost

/// The editors of all values of an approval that the user can change.
@MainActor final class AdjustmentList {
    /// Called with all values when the user changes one.
    var onAdjust: (@MainActor ([String: String]) -> Void)?

    /// Called when a field gets or loses a value that is not applied.
    var onEdit: (@MainActor () -> Void)?

    /// Called when an editor opens or closes.
    var onOpen: (@MainActor () -> Void)?

    /// One editor for each value.
    let editors: [AdjustmentEditor]

    /// Creates editors for `adjustments`; those in `open` start open.
    init(_ adjustments: [Adjustment], open: Set<String> = []) {
        editors = adjustments.map { AdjustmentEditor($0, isOpen: open.contains($0.id)) }
        for editor in editors {
            editor.onChoose = { [weak self] in self?.adjust() }
            editor.onOpen = { [weak self] in self?.onOpen?() }
            editor.onEdit = { [weak self] in self?.onEdit?() }
        }
    }

    /// The IDs of the open editors.
    var open: Set<String> { Set(editors.filter(\.isOpen).map(\.id)) }

    /// Whether a field has a value that is not applied yet.
    var isEdited: Bool { editors.contains(where: \.isEdited) }

    /// The ID of the editor that has the focus.
    var focused: String? { editors.first(where: \.hasFocus)?.id }

    /// Restores the focus.
    func focus(_ id: String) {
        editors.first { $0.id == id }?.grabFocus()
    }

    private func adjust() {
        onAdjust?(Dictionary(editors.map { ($0.id, $0.wanted) }, uniquingKeysWith: { first, _ in first }))
    }
}
