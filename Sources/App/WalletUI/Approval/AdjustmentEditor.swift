import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The editor of one value: a button next to the value, which opens the choices or the text field below it.
@MainActor final class AdjustmentEditor {
    /// The button that opens and closes the editor.
    let toggle: Widget

    /// The part below the value: the problem with it, and the choices or the text field while the editor is open.
    let widget = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6)

    let adjustment: Adjustment

    /// An action of the user in an editor.
    enum Event {
        /// A choice is selected, or the typed text is applied.
        case chosen
        /// The text in the field has changed.
        case edited
        /// The editor has opened or closed.
        case opened
    }

    /// Called with each event.
    var onEvent: (@MainActor (Event) -> Void)?

    private let editor = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6)
    private var entry: Widget?
    /// The problem with the value; `nil` after the user has changed the value.
    private var problem: Widget?
    private var choices: [(value: String, button: Widget)] = []

    init(_ adjustment: Adjustment, isOpen: Bool) {
        self.adjustment = adjustment
        guard !adjustment.isTick else {
            toggle = gtk_check_button_new()
            drawTick()
            return
        }
        toggle = gtk_toggle_button_new_with_label(localized("Edit"))
        Draw.style(toggle, "approval-edit")
        gtk_widget_set_valign(toggle, GTK_ALIGN_START)
        Draw.name(toggle, localized("Edit \(VisibleText.of(adjustment.label), as: "value")"))
        gtk_widget_set_margin_start(editor, 12)
        if adjustment.choices.isEmpty { drawField() } else { drawChoices() }
        gtk_widget_show_all(editor)
        gtk_toggle_button_set_active(toggle.cast(), isOpen ? 1 : 0)
        if let problem = adjustment.problem {
            let row = drawProblem(problem)
            gtk_widget_show_all(row)
            Draw.add(row, to: widget)
            self.problem = row
        }
        Draw.add(editor, to: widget)
        gtk_widget_show(editor)
        gtk_widget_set_no_show_all(widget, 1)
        gtk_widget_show(widget)
        fold()
        Signal.connect(toggle, "toggled") { [weak self] () -> Void in
            guard let self else { return }
            fold()
            if self.isOpen { grabFocus() }
            onEvent?(.opened)
        }
    }

    /// The box takes the place of the button that opens the editor: there is nothing to open.
    private func drawTick() {
        gtk_widget_set_valign(toggle, GTK_ALIGN_START)
        Draw.name(toggle, VisibleText.of(adjustment.label))
        gtk_toggle_button_set_active(toggle.cast(), adjustment.value == "true" ? 1 : 0)
        gtk_widget_set_no_show_all(widget, 1)
        Signal.connect(toggle, "toggled") { [weak self] () -> Void in self?.onEvent?(.chosen) }
    }

    private var isTicked: Bool { gtk_toggle_button_get_active(toggle.cast()) != 0 }

    /// Shows the choices or the field while the editor is open; an empty box takes no space.
    private func fold() {
        Draw.show(editor, isOpen)
        Draw.show(widget, isOpen || problem != nil)
    }

    var id: String { adjustment.id }

    var isOpen: Bool { !adjustment.isTick && gtk_toggle_button_get_active(toggle.cast()) != 0 }

    /// The value that the user selected or typed.
    var wanted: String {
        if adjustment.isTick { return isTicked ? "true" : "false" }
        if let entry { return gtk_entry_get_text(entry.cast()).map { String(cString: $0) } ?? "" }
        return choices.first { gtk_toggle_button_get_active($0.button.cast()) != 0 }?.value ?? adjustment.value
    }

    /// Whether the field has a value that is not applied yet.
    var isEdited: Bool { entry != nil && wanted != adjustment.value }

    var hasFocus: Bool {
        let tick = adjustment.isTick ? toggle : nil
        return ([entry, tick] + choices.map(\.button)).contains { $0.map { gtk_widget_is_focus($0) != 0 } ?? false }
    }

    func grabFocus() {
        let chosen = choices.first { gtk_toggle_button_get_active($0.button.cast()) != 0 } ?? choices.first
        if let widget = adjustment.isTick ? toggle : entry ?? chosen?.button { gtk_widget_grab_focus(widget) }
    }

    /// The row for the value, if the approval has none.
    var row: Approval.Row {
        if adjustment.isTick { return Approval.Row(adjustment.label, .exact(adjustment.note ?? ""), role: .account) }
        let choice = adjustment.choices.first { $0.value == adjustment.value }
        let value = choice?.label ?? adjustment.value
        let words = [value, adjustment.unit].compactMap(\.self).joined(separator: " ")
        return Approval.Row(adjustment.label, .trusted(Self.text(words, note: adjustment.note ?? choice?.note)))
    }

    /// A value and what it means for the user.
    private static func text(_ value: String, note: String?) -> String {
        guard let note else { return value }
        return value.isEmpty ? note : localized("\(value, as: "value") – \(note, as: "note")")
    }

    private func drawChoices() {
        var group: UnsafeMutablePointer<GSList>?
        for choice in adjustment.choices {
            let text = Self.text(choice.label, note: choice.note)
            let button: Widget = gtk_radio_button_new(group)
            group = gtk_radio_button_get_group(button.cast())
            gtk_container_add(button.cast(), Draw.label(text))
            Draw.name(button, VisibleText.of(localized("\(adjustment.label, as: "label"): \(text, as: "text")")))
            if choice.value == adjustment.value { gtk_toggle_button_set_active(button.cast(), 1) }
            choices.append((choice.value, button))
            Draw.add(button, to: editor)
        }
        for (_, button) in choices {
            Signal.connect(button, "toggled") { [weak self] () -> Void in
                // Both the deselected and the selected button emit the signal; only the second counts.
                if gtk_toggle_button_get_active(button.cast()) != 0 { self?.onEvent?(.chosen) }
            }
        }
    }

    private func drawField() {
        let entry: Widget = gtk_entry_new()
        self.entry = entry
        gtk_entry_set_text(entry.cast(), adjustment.value)
        gtk_entry_set_width_chars(entry.cast(), 16)
        Draw.name(entry, VisibleText.of(adjustment.label))
        let apply = Draw.button(localized("Apply")) { [weak self] in self?.onEvent?(.chosen) }
        Draw.name(apply, localized("Apply \(VisibleText.of(adjustment.label), as: "value")"))
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 9)
        Draw.add(entry, to: line)
        if let unit = adjustment.unit {
            let label = Draw.label(unit)
            gtk_widget_set_valign(label, GTK_ALIGN_CENTER)
            Draw.add(label, to: line)
        }
        Draw.add(apply, to: line)
        Draw.add(line, to: editor)
        Signal.connect(entry, "activate") { [weak self] () -> Void in self?.onEvent?(.chosen) }
        Signal.connect(entry, "changed") { [weak self] () -> Void in
            self?.hideProblem()
            self?.onEvent?(.edited)
        }
        if let problem = adjustment.problem { Draw.describe(entry, problem) }
    }

    /// Hides the problem, which was about the old value.
    private func hideProblem() {
        guard let problem, let entry else { return }
        self.problem = nil
        Draw.show(problem, false)
        Draw.describe(entry, "")
    }

    private func drawProblem(_ sentence: String) -> Widget {
        let row = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 9, class: "approval-problem")
        Draw.add(Draw.label("▲"), to: row)
        Draw.add(Draw.label(sentence), to: row, expands: true)
        Draw.name(
            row,
            localized(
                "\(VisibleText.of(adjustment.label), as: "label"): \(VisibleText.of(sentence), as: "text")"))
        return row
    }
}
