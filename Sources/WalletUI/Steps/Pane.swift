import CWebKit
import GLibKit
import WebHost

/// Something of the host that a ``StepWindow`` shows inside a step, such as a web form.
@MainActor public struct Pane {
    let widget: Ref<GtkWidget>

    /// Creates a pane of `widget`, which must not have a parent.
    init(_ widget: Widget) {
        self.widget = Ref(retaining: widget)
    }
}

extension CollectionPane {
    /// The pane for a step.
    public var pane: Pane { Pane(widget.pointer) }
}
