import Bridge
import CWebKit
import GLibKit
import WebHost

/// The widgets of a form: heading, sentences, fields, buttons.
@MainActor final class FormSheet {
    let widget: Widget

    /// Called when its preferred height has changed.
    var onChange: (@MainActor () -> Void)?

    private let form: Form
    private let tell: @MainActor (FormAnswers?) -> Void
    private let body = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 12)
    private var isScrolled = false
    private let buttons = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
    private let progress = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 9)
    private let note = Draw.label("", class: "approval-small")
    private let status = Draw.label("", class: "approval-small")
    private let spinner: Widget = gtk_spinner_new()
    private let offer: Widget = gtk_button_new_with_label("")
    private var onOffer: (@MainActor () -> Void)?
    private let fields: [FormFieldView]
    /// The problems that are shown below the form: field IDs, and those that no field has.
    private var problems: [String: String] = [:]
    private var choices: [Widget] = []
    private let verb: Widget

    /// Draws `form`; `tell` gets the answers, or `nil` if the user does not want to answer.
    init(_ form: Form, mark: PhraseMark?, tell: @escaping @MainActor (FormAnswers?) -> Void) {
        self.form = form
        self.tell = tell
        widget = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 18, class: "approval-content")
        fields = form.fields.map { FormFieldView($0) }
        verb = gtk_button_new_with_label(form.verb)
        Draw.style(verb, "suggested-action")
        if let notice = mark?.notice { Draw.add(Draw.label(notice, class: "approval-notice"), to: widget) }
        Draw.add(Self.top(form, mark), to: widget)
        if let explanation = mark?.drawExplanation() { Draw.add(explanation, to: body) }
        if let text = form.note {
            // It is always one line, so that a change does not move the fields in which the user types.
            gtk_label_set_line_wrap(note.cast(), 0)
            gtk_label_set_ellipsize(note.cast(), PANGO_ELLIPSIZE_MIDDLE)
            show(note: text)
            Draw.add(note, to: body)
        }
        for paragraph in form.paragraphs { Draw.add(Self.draw(paragraph), to: body) }
        for field in fields { Draw.add(field.widget, to: body) }
        drawChoices()
        Draw.add(body, to: widget, expands: true)
        Draw.add(spinner, to: progress)
        Draw.add(status, to: progress, expands: true)
        Draw.add(offer, to: progress)
        gtk_widget_set_valign(status, GTK_ALIGN_CENTER)
        Signal.connect(offer, "clicked") { [weak self] () -> Void in self?.onOffer?() }
        Draw.add(progress, to: widget)
        lay()
        gtk_widget_show_all(widget)
        Draw.show(progress, false)
        for field in fields { field.settle() }
    }

    /// The heading, and next to it the user's security phrase.
    private static func top(_ form: Form, _ mark: PhraseMark?) -> Widget {
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
        Draw.add(Draw.heading(form.heading, class: "approval-sentence"), to: line, expands: true)
        if let mark { Draw.add(mark.draw(), to: line) }
        return line
    }

    /// Draws the other actions with a detail as large buttons below the text.
    private func drawChoices() {
        let list = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 9)
        for other in form.others {
            guard let detail = other.detail else { continue }
            let choice = Screen.Choice(other.id, label: .trusted(other.label), detail: .trusted(detail))
            let row = ChoiceRow.draw(choice) { [weak self] in self?.submit(other: other.id) }
            choices.append(row)
            Draw.add(row, to: list)
        }
        if !choices.isEmpty { Draw.add(list, to: body) }
    }

    private func lay() {
        if !form.refusal.isEmpty {
            Draw.add(Draw.button(form.refusal) { [tell] in tell(nil) }, to: buttons)
        }
        for other in form.others where other.detail == nil {
            Draw.add(Draw.button(other.label) { [weak self] in self?.submit(other: other.id) }, to: buttons)
        }
        if !form.verb.isEmpty { gtk_box_pack_end(buttons.cast(), verb, 0, 1, 0) }
        Signal.connect(verb, "clicked") { [weak self] () -> Void in self?.submit() }
        for field in fields {
            field.onActivate = { [weak self] in self?.submit() }
            field.onEdit = { [weak self, id = field.id] in self?.forgetProblem(of: id) }
        }
        Draw.add(buttons, to: widget)
    }

    /// The preferred height in pixels for a width, at most `limit`; content that does not fit is scrolled.
    func height(for width: gint, limit: gint) -> gint {
        // GTK does not let a window be lower than its content at the minimum width.
        gtk_widget_set_size_request(widget, width, -1)
        var height: gint = 0
        gtk_widget_get_preferred_height_for_width(widget, width, &height, nil)
        if height > limit { scroll() }
        return isScrolled ? limit : height
    }

    /// Puts content that is too high for the screen into a part that scrolls; the buttons stay visible.
    private func scroll() {
        guard !isScrolled else { return }
        isScrolled = true
        let held = Ref(retaining: body)
        let scroller: Widget = gtk_scrolled_window_new(nil, nil)
        gtk_scrolled_window_set_policy(scroller.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_overlay_scrolling(scroller.cast(), 0)
        gtk_container_remove(widget.cast(), held.pointer)
        gtk_container_add(scroller.cast(), held.pointer)
        Draw.add(scroller, to: widget, expands: true)
        gtk_box_reorder_child(widget.cast(), scroller, 1)
        gtk_widget_show(scroller)
    }

    /// Focuses the field in which the user starts.
    func begin() {
        if let first = choices.first { return gtk_widget_grab_focus(first) }
        gtk_widget_set_can_default(verb, 1)
        gtk_widget_grab_default(verb)
        let order = fields.filter { !$0.isAnswered } + fields.filter(\.isAnswered)
        if !order.contains(where: { $0.grabFocus() }) { gtk_widget_grab_focus(verb) }
    }

    /// Changes the form's note.
    func show(note text: String) {
        gtk_label_set_text(note.cast(), VisibleText.of(text))
    }

    /// Shows what is wrong, below the fields and for screen readers, and lets the user try again.
    func complain(_ problems: [String: String]) {
        work(nil)
        var rest = problems
        var first: (field: FormFieldView, word: Int)?
        for field in fields {
            let place = rest.keys.filter { $0 == field.id || $0.hasPrefix("\(field.id)/") }.min()
            let word = place.flatMap { Int($0.dropFirst(field.id.count + 1)) } ?? 1
            field.show(problem: place.flatMap { rest.removeValue(forKey: $0) }, word: word)
            if first == nil, place != nil { first = (field, word) }
        }
        say(rest)
        // First the layout, then the focus, because moving a part of the window loses the focus.
        onChange?()
        // The text next to a field may be scrolled out of view.
        if isScrolled { say(problems) }
        if let first { _ = first.field.grabFocus(word: first.word) }
    }

    /// Removes the problem of a field from the text below the form, because the user has changed the answer.
    private func forgetProblem(of field: String) {
        let rest = problems.filter { $0.key != field && !$0.key.hasPrefix("\(field)/") }
        if rest.count < problems.count { say(rest) }
    }

    private func say(_ problems: [String: String]) {
        self.problems = problems
        gtk_label_set_text(status.cast(), VisibleText.of(problems.values.sorted().joined(separator: " ")))
        Draw.show(progress, !problems.isEmpty)
        Draw.show(spinner, false)
        Draw.show(offer, false)
    }

    /// Disables the form and shows what is being done, optionally with a button; `nil` lets the user continue.
    func work(_ sentence: String?, button: String? = nil, _ press: (@MainActor () -> Void)? = nil) {
        onOffer = press
        problems = [:]
        gtk_button_set_label(offer.cast(), button ?? "")
        defer { Draw.show(offer, button != nil) }
        for part in [body, buttons] { gtk_widget_set_sensitive(part, sentence == nil ? 1 : 0) }
        gtk_label_set_text(status.cast(), sentence ?? "")
        Draw.show(progress, sentence != nil)
        Draw.show(spinner, sentence != nil)
        if sentence != nil { gtk_spinner_start(spinner.cast()) } else { gtk_spinner_stop(spinner.cast()) }
        onChange?()
    }

    /// Wipes the text in fields for secrets, and what was copied from them.
    func wipe() {
        SecretClipboard.clear()
        for field in fields { field.wipe() }
    }

    /// Submits the answers, unless one of them is not valid; for another action instead of the submit button, without
    /// secrets.
    private func submit(other: String? = nil) {
        let problems = other == nil ? fields.compactMap { field in field.ownProblem.map { (field.id, $0) } } : []
        guard problems.isEmpty else { return complain(Dictionary(problems) { first, _ in first }) }
        var values: [String: String] = [:]
        var secrets: [String: UnsafeMutableRawBufferPointer] = [:]
        for field in fields {
            if other == nil, let secret = field.secret() { secrets[field.id] = secret }
            if let value = field.value { values[field.id] = value }
            field.show(problem: nil)
        }
        for part in [body, buttons] { gtk_widget_set_sensitive(part, 0) }
        tell(FormAnswers(other: other, values: values, secrets: secrets))
    }

    static func draw(_ paragraph: Screen.Paragraph) -> Widget {
        switch paragraph.tone {
        case .plain: Draw.label(paragraph.text)
        case .caution: WarningRow.draw(Approval.Warning(.caution, paragraph.text))
        case .danger: WarningRow.draw(Approval.Warning(.danger, paragraph.text))
        }
    }
}
