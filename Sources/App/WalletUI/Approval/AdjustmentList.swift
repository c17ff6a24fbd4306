import Bridge
import CWebKit
import WebHost

/// The editors of all values of an approval that the user can change.
@MainActor final class AdjustmentList {
    /// Called with the events of all editors.
    var onEvent: (@MainActor (AdjustmentEditor.Event) -> Void)?

    /// One editor for each value.
    let editors: [AdjustmentEditor]

    /// Creates editors for `adjustments`; those in `open` start open.
    init(_ adjustments: [Adjustment], open: Set<String> = []) {
        editors = adjustments.map { AdjustmentEditor($0, isOpen: open.contains($0.id)) }
        for editor in editors { editor.onEvent = { [weak self] in self?.onEvent?($0) } }
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

    /// The wanted values, by their IDs.
    var values: [String: String] {
        Dictionary(editors.map { ($0.id, $0.wanted) }, uniquingKeysWith: { first, _ in first })
    }
}
