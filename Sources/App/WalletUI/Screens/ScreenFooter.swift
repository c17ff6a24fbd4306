import Bridge
import CWebKit
import GLibKit
import WebHost

/// The buttons of a step, which stay in view below it.
///
/// The button that may cost something can be pressed only once the step has been visible for a moment, because an
/// earlier press was meant for the previous content.
@MainActor final class ScreenFooter {
    let widget = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, class: "approval-footer")
    private let hint = Draw.label("", class: "approval-small")
    private let buttons: [(button: Screen.Button, widget: Widget)]

    init(_ buttons: [Screen.Button], onPress: @escaping @MainActor (Screen.Button) -> Void) {
        self.buttons = buttons.map { button in
            let look = button.kind == .plain ? nil : "suggested-action"
            return (button, Draw.button(button.label, class: look) { onPress(button) })
        }
        for (button, widget) in self.buttons {
            if button.kind == .plain {
                gtk_box_pack_start(self.widget.cast(), widget, 0, 1, 0)
            } else {
                gtk_box_pack_end(self.widget.cast(), widget, 0, 1, 0)
            }
        }
        gtk_widget_set_valign(hint, GTK_ALIGN_CENTER)
        if hasPaying { gtk_label_set_width_chars(hint.cast(), PressWatch.hintColumns) }
        Draw.add(hint, to: widget, expands: true)
    }

    /// Whether a button of the step may cost something.
    var hasPaying: Bool { buttons.contains { $0.button.kind == .paying } }

    /// Enables or disables the button that may cost something, and says that a press was too early to count.
    func arm(_ isArmed: Bool, isIgnored: Bool = false) {
        gtk_label_set_text(hint.cast(), isIgnored ? PressWatch.ignoredSentence : "")
        for (button, widget) in buttons where button.kind == .paying {
            gtk_widget_set_sensitive(widget, isArmed ? 1 : 0)
        }
    }

    /// The action of the button with the focus.
    var focused: ScreenAction? { buttons.first { gtk_widget_is_focus($0.widget) != 0 }?.button.action }

    /// Focuses the button with an action.
    func grabFocus(on action: ScreenAction) {
        if let widget = buttons.first(where: { $0.button.action == action })?.widget { gtk_widget_grab_focus(widget) }
    }

    /// Lets Return press the button that continues, wherever the focus is.
    func grabDefault() {
        guard let next = buttons.first(where: { $0.button.kind == .next })?.widget else { return }
        gtk_widget_set_can_default(next, 1)
        gtk_widget_grab_default(next)
    }

    /// Focuses the button that does no harm if it is pressed by mistake.
    func grabFocus() {
        let best = buttons.first { $0.button.kind == .next } ?? buttons.first { $0.button.kind == .plain }
        guard let widget = best?.widget else { return }
        gtk_widget_grab_focus(widget)
    }
}
