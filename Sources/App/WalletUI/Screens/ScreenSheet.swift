import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The widgets of a step: source, heading, facts, choices, fields, remaining time, and the buttons below.
@MainActor final class ScreenSheet {
    let widget = Draw.box(GTK_ORIENTATION_VERTICAL)
    let footer: ScreenFooter
    private let body = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 18, class: "approval-content")
    private let clock = Draw.label("", class: "step-clock")
    private let note = Draw.label("", class: "approval-small")
    /// Problems that belong to no field.
    private let status = Draw.label("", class: "approval-problem")
    private let busy = Draw.label("")
    private let progress = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
    private lazy var scroller: Widget = gtk_scrolled_window_new(nil, nil)
    private var fields: [FormFieldView] = []
    private let fieldBox: GradualBox
    private let choiceBox: GradualBox
    /// Boxes to check that are not drawn yet.
    private var later: ArraySlice<FormField> = []
    private let rows: RowList?
    private let animated: AnimatedImage?
    private var choices: [Widget] = []
    private let choiceActions: [ScreenAction]
    private let focus: ScreenAction?
    /// The place of the choice that gets the focus when it is drawn.
    private var nextChoice: Int?
    private var problems: [FieldID: String] = [:]
    /// Whether the user has submitted the answers since ``problems`` were shown.
    private var isSubmitted = false
    /// What to scroll to after the next layout; positions are not known before.
    private var goal: Goal?

    /// A part to scroll to.
    private enum Goal {
        /// The first field whose answer has a problem, with the sentence below it.
        case problem
        /// The choice at this place.
        case choice(Int)
        /// A position of the scroll bar.
        case position(gdouble)
    }

    init(
        _ step: Screen, pane: Pane?, mark: PhraseMark?, columns: Int, time: TimeSource = .system,
        onPress: @escaping @MainActor (Screen.Button) -> Void,
        onChoose: @escaping @MainActor (ScreenAction) -> Void
    ) {
        rows = step.rows.isEmpty ? nil : RowList(gradually: step.rows, columns: columns, time: time)
        (fieldBox, choiceBox) = (GradualBox(spacing: 18, time: time), GradualBox(spacing: 9, time: time))
        animated = step.animation.map { AnimatedImage($0, time: time) }
        (choiceActions, focus) = (step.choices.map(\.action), step.focus)
        footer = ScreenFooter(step.buttons, onPress: onPress)
        if let header = ScreenHeader.draw(step.source, mark: mark) { Draw.add(header, to: widget) }
        lay(step, onPress: onPress, onChoose: onChoose)
        if let pane {
            // The content above the pane gets the space that it needs, and the pane gets the rest.
            Draw.add(body, to: widget)
            Draw.add(pane.widget.pointer, to: widget, expands: true)
        } else {
            Draw.add(scrolling(body), to: widget, expands: true)
        }
        if !step.buttons.isEmpty { Draw.add(footer.widget, to: widget) }
        gtk_widget_show_all(widget)
        for field in fields { field.settle() }
        for part in [status, progress] { Draw.show(part, false) }
        Signal.connect(body, "size-allocate") { [weak self] (_: gpointer?) -> Void in self?.scrollToGoal() }
        update(step)
    }

    /// Updates the parts that may change while the user reads.
    ///
    /// - Returns: Whether the texts next to the fields have changed.
    @discardableResult func update(_ step: Screen) -> Bool {
        set(clock, step.clock?.text ?? "")
        let context = gtk_widget_get_style_context(clock)
        if step.clock?.isUrgent == true {
            gtk_style_context_add_class(context, "step-urgent")
        } else {
            gtk_style_context_remove_class(context, "step-urgent")
        }
        set(note, step.note.map { VisibleText.of($0) } ?? "")
        if let sentence = step.busy { show(work: sentence) }
        // Problems that the fields found themselves stay until there is another message. The same answer, submitted
        // again, has the same problem.
        guard step.problems != problems || isSubmitted && !problems.isEmpty else { return false }
        problems = step.problems
        isSubmitted = false
        var rest = problems
        for field in fields {
            let problem = problem(of: field)
            field.show(problem: problem?.sentence, word: problem?.word ?? 1)
            rest = rest.filter { !Self.concerns(field, $0.key) }
        }
        gtk_label_set_text(status.cast(), VisibleText.of(rest.values.sorted().joined(separator: " ")))
        Draw.show(status, !rest.isEmpty)
        if focusProblem() { scroll(to: .problem) }
        return true
    }

    /// The first field whose answer has a problem.
    private var firstProblem: FormFieldView? { fields.first { problem(of: $0) != nil } }

    /// Moves the focus to the first field with a problem.
    ///
    /// - Returns: False if no field has one.
    private func focusProblem() -> Bool {
        guard let field = firstProblem else { return false }
        return field.grabFocus(word: problem(of: field)?.word ?? 1)
    }

    /// Whether a problem is about a field, or about one of its words.
    private static func concerns(_ field: FormFieldView, _ id: FieldID) -> Bool {
        id == field.id || id.position(in: field.id) != nil
    }

    /// The problem with the answer of a field, and the number of the word that it is about.
    private func problem(of field: FormFieldView) -> (sentence: String, word: Int)? {
        problems.filter { Self.concerns(field, $0.key) }
            .map { ($0.value, $0.key.position(in: field.id) ?? 1) }.min { $0.1 < $1.1 }
    }

    /// Disables the screen and shows what is being done; `nil` lets the user continue.
    func work(_ sentence: String?) {
        enable(sentence == nil)
        show(work: sentence)
    }

    private func show(work sentence: String?) {
        set(busy, sentence ?? "")
        Draw.show(progress, sentence != nil)
    }

    /// Enables or disables the fields, the choices and the buttons.
    func enable(_ isEnabled: Bool) {
        for part in [fieldBox.widget, choiceBox.widget, footer.widget] {
            gtk_widget_set_sensitive(part, isEnabled ? 1 : 0)
        }
    }

    /// Collects the answers, and removes passphrases and keys from their fields.
    func answers(_ action: ScreenAction, withSecrets: Bool) -> ScreenAnswers {
        var secrets: [FieldID: UnsafeMutableRawBufferPointer] = [:]
        if withSecrets { for field in fields { secrets[field.id] = field.secret() } }
        return ScreenAnswers(action, values: values, secrets: secrets)
    }

    /// Wipes the text in fields for secrets.
    func wipe() {
        for field in fields { field.wipe() }
    }

    private func set(_ label: Widget, _ text: String) {
        if gtk_label_get_text(label.cast()).map({ String(cString: $0) }) != text {
            gtk_label_set_text(label.cast(), text)
        }
    }

    /// The values of the fields, by field ID.
    var values: [FieldID: String] {
        var values: [FieldID: String] = fields.reduce(into: [:]) { values, field in values[field.id] = field.value }
        for field in later { if case .checkbox(let initial) = field.kind { values[field.id] = "\(initial)" } }
        return values
    }

    /// Whether the answers of all fields are valid; shows what is wrong with those that are not.
    func checkFields() -> Bool {
        var isRight = true
        for field in fields {
            let problem = field.ownProblem
            field.show(problem: problem)
            if problem != nil, isRight {
                isRight = false
                _ = field.grabFocus()
            }
        }
        isSubmitted = isRight
        return isRight
    }

    /// Focuses the widget with which the user starts.
    func grabFocus() {
        if focusProblem() { return }
        if let place = focus.flatMap({ choiceActions.firstIndex(of: $0) }) {
            grabFocus(ofChoice: place)
            return scroll(to: .choice(place))
        }
        if let first = choices.first { return gtk_widget_grab_focus(first) }
        let order = fields.filter { !$0.isAnswered } + fields.filter(\.isAnswered)
        if !order.contains(where: { $0.grabFocus() }) { footer.grabFocus() }
    }

    /// The height that the step needs in addition to its minimum height to show everything without scrolling, in a
    /// window of `width` pixels.
    func missingHeight(for width: gint) -> gint {
        var height: gint = 0
        gtk_widget_get_preferred_height_for_width(body, width, nil, &height)
        return max(0, height - Self.leastHeight)
    }

    /// The parts that can be long.
    private var boxes: [GradualBox] { [choiceBox, fieldBox] + (rows.map { [$0.box] } ?? []) }

    /// Takes the sheet out of its window and destroys it; many rows in later turns of the main loop.
    func leave() {
        let boxes = boxes
        guard boxes.contains(where: \.isLong), let parent = gtk_widget_get_parent(widget) else {
            return gtk_widget_destroy(widget)
        }
        let rest = Ref(retaining: widget)
        gtk_container_remove(parent.cast(), widget)
        Idle.run {
            if boxes.contains(where: { $0.removeSome() }) { return true }
            gtk_widget_destroy(rest.pointer)
            return false
        }
    }

    private func grabFocus(ofChoice place: Int) {
        if place < choices.count { gtk_widget_grab_focus(choices[place]) } else { nextChoice = place }
    }

    /// Where the user is in a step.
    struct Place {
        /// The action of the choice with the focus, and its place among the choices.
        let choice: (action: ScreenAction, place: Int)?

        /// Whether that choice has to be scrolled to.
        let isChoiceWanted: Bool

        /// The ID of the field with the focus.
        let field: FieldID?

        /// The action of the button with the focus.
        let button: ScreenAction?

        /// How far the user has scrolled.
        let scroll: gdouble
    }

    /// Where the user is.
    var place: Place {
        // The window can be inactive, because a form over it was closed just now.
        let place = nextChoice ?? choices.firstIndex { gtk_widget_is_focus($0) != 0 }
        var (isChoiceWanted, scroll) = (
            false, gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(scroller.cast()))
        )
        switch goal {
        case .choice?: isChoiceWanted = true
        case .position(let position)?: scroll = position
        case .problem?, nil: break
        }
        return Place(
            choice: place.flatMap { choiceActions.indices.contains($0) ? (choiceActions[$0], $0) : nil },
            isChoiceWanted: isChoiceWanted, field: fields.first(where: \.isFocused)?.id,
            button: footer.focused, scroll: scroll)
    }

    /// Goes to a place of a step that looked the same; to the beginning if it has other rows because of a search.
    func restore(_ place: Place, isSearched: Bool = false) {
        let field = fields.first { $0.id == place.field }
        field?.resume()
        if isSearched {
            if field == nil { grabFocus() }
            return scroll(to: .position(0))
        }
        if let button = place.button { footer.grabFocus(on: button) }
        guard let (action, old) = place.choice, !choiceActions.isEmpty else {
            return scroll(to: .position(place.scroll))
        }
        let new = choiceActions.firstIndex(of: action)
        grabFocus(ofChoice: new ?? min(old, choiceActions.count - 1))
        let isMoved = new.map { $0 != old } ?? false
        scroll(to: isMoved || place.isChoiceWanted ? .choice(new ?? old) : .position(place.scroll))
    }

    private func scroll(to goal: Goal) {
        self.goal = goal
        gtk_widget_queue_resize(body)
    }

    private func scrollToGoal() {
        guard let goal, let adjustment = gtk_scrolled_window_get_vadjustment(scroller.cast()) else { return }
        switch goal {
        case .position, .choice:
            guard boxes.allSatisfy(\.isComplete) else { return }
        case .problem: break
        }
        self.goal = nil
        switch goal {
        case .position(let position): gtk_adjustment_set_value(adjustment, position)
        case .choice(let place): if choices.indices.contains(place) { show(choices[place], in: adjustment) }
        case .problem: if let field = firstProblem?.widget { show(field, in: adjustment) }
        }
    }

    /// Scrolls as far as necessary to have a part in view.
    private func show(_ part: Widget, in adjustment: UnsafeMutablePointer<GtkAdjustment>) {
        var (left, top) = (gint(0), gint(0))
        gtk_widget_translate_coordinates(part, body, 0, 0, &left, &top)
        let end = top + gtk_widget_get_allocated_height(part)
        gtk_adjustment_clamp_page(adjustment, gdouble(top), gdouble(end))
    }

    private func scrolling(_ content: Widget) -> Widget {
        gtk_scrolled_window_set_policy(scroller.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        // GTK may draw the indicators that lie over the content after it has destroyed them.
        gtk_scrolled_window_set_overlay_scrolling(scroller.cast(), 0)
        gtk_scrolled_window_set_min_content_height(scroller.cast(), Self.leastHeight)
        gtk_container_add(scroller.cast(), content)
        return scroller
    }

    private static let leastHeight: gint = 60

    private func lay(
        _ step: Screen, onPress: @escaping @MainActor (Screen.Button) -> Void,
        onChoose: @escaping @MainActor (ScreenAction) -> Void
    ) {
        Draw.add(heading(step), to: body)
        if step.note != nil {
            // It is always one line, so that a change does not move the fields in which the user types.
            gtk_label_set_line_wrap(note.cast(), 0)
            gtk_label_set_ellipsize(note.cast(), PANGO_ELLIPSIZE_MIDDLE)
            Draw.add(note, to: body)
        }
        for paragraph in step.paragraphs { Draw.add(Self.draw(paragraph), to: body) }
        if let rows { Draw.add(rows.widget, to: body) }
        if let image = step.image { Draw.add(Self.draw(image), to: body) }
        if let animated { Draw.add(animated.widget, to: body) }
        // Fields above a list are its filter.
        if !step.fields.isEmpty {
            Draw.add(fieldBox.widget, to: body)
            draw(step.fields) { [buttons = step.buttons] in
                if let next = buttons.first(where: { $0.kind == .next }) { onPress(next) }
            }
        }
        if !step.choices.isEmpty {
            Draw.add(choiceBox.widget, to: body)
            draw(step.choices, onChoose)
        }
        Draw.add(status, to: body)
        let spinner: Widget = gtk_spinner_new()
        gtk_spinner_start(spinner.cast())
        Draw.add(spinner, to: progress)
        Draw.add(busy, to: progress, expands: true)
        Draw.add(progress, to: body)
        if step.clock != nil { Draw.add(clock, to: body) }
    }

    /// Draws the fields; of many boxes to check, the last ones later.
    private func draw(_ all: [FormField], onActivate: @escaping @MainActor () -> Void) {
        let isLong = all.allSatisfy { if case .checkbox = $0.kind { !$0.isRequired } else { false } }
        later = all[...]
        let rows: [GradualBox.Row] = all.map { field in
            { [weak self] in
                guard let self else { return }
                later = later.dropFirst()
                let view = FormFieldView(field)
                view.onActivate = onActivate
                fields.append(view)
                Draw.add(view.widget, to: fieldBox.widget)
                gtk_widget_show_all(view.widget)
                view.settle()
            }
        }
        if isLong { fieldBox.draw(rows) } else { for row in rows { row() } }
    }

    /// Draws the choices, below the names of their groups; of many, the last ones later.
    private func draw(_ all: [Screen.Choice], _ onChoose: @escaping @MainActor (ScreenAction) -> Void) {
        let groups = [nil] + all.map(\.group)
        choiceBox.draw(
            zip(all, groups).map { choice, last -> GradualBox.Row in
                { [weak self] in
                    guard let self else { return }
                    if let name = choice.group, name != last {
                        let heading = Draw.heading(VisibleText.of(name), class: "step-group")
                        Draw.add(heading, to: choiceBox.widget)
                        gtk_widget_show_all(heading)
                    }
                    let row = ChoiceRow.draw(choice) { onChoose(choice.action) }
                    choices.append(row)
                    Draw.add(row, to: choiceBox.widget)
                    gtk_widget_show_all(row)
                    if nextChoice == choices.count - 1 {
                        nextChoice = nil
                        gtk_widget_grab_focus(row)
                    }
                }
            })
    }

    private func heading(_ step: Screen) -> Widget {
        let sentence = Draw.heading(step.heading, class: "approval-sentence")
        guard let mark = step.mark else { return sentence }
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
        let (sign, word, look) =
            switch mark {
            case .done: ("✓", localized("Done"), "step-done")
            case .stopped: ("✗", localized("Not done"), "step-stopped")
            case .open: ("…", localized("Not known yet"), "step-open")
            }
        let label = Draw.label(sign, class: "step-mark")
        Draw.style(label, look)
        Draw.name(label, word)
        Draw.add(label, to: line)
        gtk_widget_set_valign(sentence, GTK_ALIGN_CENTER)
        Draw.add(sentence, to: line, expands: true)
        return line
    }

    private static func draw(_ paragraph: Screen.Paragraph) -> Widget {
        switch paragraph.tone {
        case .plain: Draw.label(paragraph.text)
        case .caution: WarningRow.draw(Approval.Warning(.caution, paragraph.text))
        case .danger: WarningRow.draw(Approval.Warning(.danger, paragraph.text))
        }
    }

    private static func draw(_ image: Screen.Image) -> Widget {
        let pixels = image.pixbuf(width: 220)
        defer { if let pixels { g_object_unref(UnsafeMutableRawPointer(pixels)) } }
        let view: Widget = gtk_image_new_from_pixbuf(pixels)
        gtk_widget_set_halign(view, GTK_ALIGN_CENTER)
        Draw.name(view, VisibleText.of(image.description))
        return view
    }
}
