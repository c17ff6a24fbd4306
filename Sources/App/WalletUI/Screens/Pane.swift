import CWebKit
import GLibKit
import WebHost

/// A widget of the host that a ``ScreenWindow`` shows inside a step, such as a web form.
@MainActor public struct Pane {
    let widget: Ref<GtkWidget>

    /// Moves the focus into it; returns false if it has no text field.
    let grabFocus: @MainActor () -> Bool

    /// Creates a pane of `widget`, which must not have a parent.
    init(_ widget: Widget, grabFocus: @escaping @MainActor () -> Bool) {
        self.widget = Ref(retaining: widget)
        self.grabFocus = grabFocus
    }
}

extension CollectionPane {
    /// The pane for a step.
    public var pane: Pane {
        Pane(widget.pointer) { [weak self] in self?.grabFocus() ?? false }
    }
}
