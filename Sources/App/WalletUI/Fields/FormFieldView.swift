import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The widgets of a form field: its label, the field, a hint, and the problem with the answer.
@MainActor final class FormFieldView {
    let widget: Widget

    /// Called when Enter is pressed in a field of one line.
    var onActivate: (@MainActor () -> Void)?

    private let field: FormField
    private let problem = Draw.label("", class: "approval-problem")
    private var control: Widget?
    private var words: [Widget] { wordEntries?.entries ?? [] }
    private var wordEntries: WordEntries?
    private var file: FileEntry?
    private var choices: [(id: String, button: Widget)] = []
    private var hasProblem = false

    init(_ field: FormField) {
        self.field = field
        widget = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 4)
        if case .checkbox = field.kind {
        } else {
            Draw.add(drawLabel(class: "approval-heading"), to: widget)
        }
        draw()
        if let hint = field.hint {
            let label = Draw.label(hint, class: "approval-small")
            Draw.style(label, "approval-dim")
            Draw.add(label, to: widget)
        }
        Draw.add(problem, to: widget)
    }

    var id: FieldID { field.id }

    /// Hides the problem until there is one.
    func settle() { Draw.show(problem, false) }

    /// Puts the focus into it, or into one of its words, counted from one; false if it cannot have the focus.
    func grabFocus(word: Int = 1) -> Bool {
        let target = words.indices.contains(word - 1) ? words[word - 1] : nil
        guard let target = target ?? chosen?.button ?? control, gtk_widget_get_can_focus(target) != 0 else {
            return false
        }
        gtk_widget_grab_focus(target)
        return true
    }

    /// Whether the user is typing into it.
    var isFocused: Bool { control.map { gtk_widget_has_focus($0) != 0 } ?? false }

    /// Focuses the field so that typing continues at the end of its text.
    func resume() {
        guard grabFocus(), case .text = field.kind, let control else { return }
        gtk_editable_set_position(OpaquePointer(control), -1)
    }

    /// Shows what is wrong with the answer, or with one of its words, counted from one; `nil` removes it.
    func show(problem sentence: String?, word: Int = 1) {
        hasProblem = sentence != nil
        gtk_label_set_text(problem.cast(), sentence.map { "▲ \(VisibleText.of($0))" } ?? "")
        Draw.show(problem, sentence != nil)
        if let control { Draw.describe(control, sentence ?? field.hint ?? "") }
        for (number, entry) in zip(1..., words) {
            Draw.describe(entry, sentence.flatMap { number == word ? $0 : nil } ?? field.hint ?? "")
        }
    }

    /// Removes the problem when `signal` of `part` says that the answer has changed: it was about the old one.
    private func follow(_ part: UnsafeMutableRawPointer, _ signal: String) {
        Signal.connect(part, signal) { [weak self] () -> Void in
            if let self, hasProblem { show(problem: nil) }
        }
    }

    /// Whether it has an answer from the start, so that the user starts with another field.
    var isAnswered: Bool { if case .choice = field.kind { true } else { false } }

    /// The answer, if it is not a secret.
    var value: String? {
        switch field.kind {
        case .text, .date, .file: control.flatMap { gtk_entry_get_text($0.cast()) }.map { String(cString: $0) }
        case .lines: control.map { LinesEntry.text(of: $0) }
        case .choice(_, let selected): chosen?.id ?? selected
        case .checkbox: control.map { gtk_toggle_button_get_active($0.cast()) != 0 ? "true" : "false" }
        case .secret, .shownWords, .typedWords: nil
        }
    }

    /// The problem that the field itself finds in its answer.
    var ownProblem: String? { value.flatMap { field.problem(with: $0) } }

    /// The answer, if it is a secret, in memory that the caller must wipe and free; a passphrase is wiped from the
    /// field.
    func secret() -> UnsafeMutableRawBufferPointer? {
        switch field.kind {
        case .secret:
            let secret = Self.copy(control.map { [$0] } ?? [])
            wipe()
            reveal(false)
            return secret
        case .typedWords: return Self.copy(words)
        default: return nil
        }
    }

    /// Wipes the typed text if it is a secret.
    ///
    /// GTK's entry buffer overwrites its memory when a text is taken out of it or grows.
    func wipe() {
        if case .secret = field.kind, let control { gtk_entry_set_text(control.cast(), "") }
        for word in words { gtk_entry_set_text(word.cast(), "") }
    }

    /// Joins the texts of `entries` with spaces, without leaving unwiped copies.
    private static func copy(_ entries: [Widget]) -> UnsafeMutableRawBufferPointer {
        let buffers = entries.compactMap { gtk_entry_get_buffer($0.cast()) }
        let sizes = buffers.map { Int(gtk_entry_buffer_get_bytes($0)) }
        let joined = UnsafeMutableRawBufferPointer.allocate(
            byteCount: sizes.reduce(0, +) + max(0, sizes.count - 1), alignment: 1)
        var end = 0
        for (index, (buffer, size)) in zip(buffers, sizes).enumerated() {
            if index > 0 {
                joined[end] = UInt8(ascii: " ")
                end += 1
            }
            if let text = gtk_entry_buffer_get_text(buffer), let start = joined.baseAddress {
                (start + end).copyMemory(from: text, byteCount: size)
            }
            end += size
        }
        return joined
    }

    private var chosen: (id: String, button: Widget)? {
        choices.first { gtk_toggle_button_get_active($0.button.cast()) != 0 }
    }
}

extension FormFieldView {
    private func draw() {
        switch field.kind {
        case .text(let initial): drawEntry(initial)
        case .lines(let initial):
            let entry = LinesEntry(initial)
            follow(UnsafeMutableRawPointer(gtk_text_view_get_buffer(entry.view.cast())), "changed")
            add(entry.view, in: entry.widget)
        case .date(let initial):
            let entry = drawEntry(initial)
            gtk_entry_set_placeholder_text(entry.cast(), localized("YYYY-MM-DD"))
            gtk_entry_set_width_chars(entry.cast(), 12)
            gtk_widget_set_halign(entry, GTK_ALIGN_START)
        case .secret:
            let entry = drawEntry("")
            gtk_entry_set_visibility(entry.cast(), 0)
            gtk_entry_set_input_purpose(entry.cast(), GTK_INPUT_PURPOSE_PASSWORD)
            gtk_entry_set_input_hints(entry.cast(), GTK_INPUT_HINT_NO_SPELLCHECK)
            Self.limitCopies(of: entry)
            offerToReveal(entry)
        case .file(let initial, let saves):
            let file = FileEntry(field.shownLabel, initial: initial, saves: saves)
            Signal.connect(file.entry, "activate") { [weak self] () -> Void in self?.onActivate?() }
            follow(file.entry, "changed")
            self.file = file
            add(file.entry, in: file.widget)
        case .checkbox(let initial):
            let check: Widget = gtk_check_button_new()
            gtk_container_add(check.cast(), drawLabel())
            gtk_toggle_button_set_active(check.cast(), initial ? 1 : 0)
            follow(check, "toggled")
            add(check)
        case .choice(let choices, let selected): draw(choices, selected)
        case .shownWords(let words) where words.count == 1: drawOnly(words[0])
        case .shownWords(let words): drawGrid(words.map { Self.word($0) }, isTyped: false)
        case .typedWords(let count, let lists):
            let entries = WordEntries(count: count, lists: lists)
            entries.onActivate = { [weak self] in self?.onActivate?() }
            for entry in entries.entries {
                Self.limitCopies(of: entry)
                follow(entry, "changed")
            }
            wordEntries = entries
            drawGrid(entries.entries, isTyped: true)
            let hint = Draw.label(localized("A space moves to the next word."), class: "approval-small")
            Draw.style(hint, "approval-dim")
            Draw.add(hint, to: widget)
        }
    }

    @discardableResult private func drawEntry(_ initial: String) -> Widget {
        let entry: Widget = gtk_entry_new()
        gtk_entry_set_text(entry.cast(), initial)
        Signal.connect(entry, "activate") { [weak self] () -> Void in self?.onActivate?() }
        follow(entry, "changed")
        add(entry)
        return entry
    }

    private func drawLabel(class name: String? = nil) -> Widget {
        Draw.label(field.shownLabel, class: field.isTheirs ? "approval-theirs" : name)
    }

    private func offerToReveal(_ entry: Widget) {
        reveal(false)
        Signal.connect(entry, "icon-press") { [weak self] (_: Int32, _: gpointer?) -> Void in
            self?.reveal(gtk_entry_get_visibility(entry.cast()) == 0)
        }
    }

    /// Shows or hides the typed secret.
    private func reveal(_ isReadable: Bool) {
        guard case .secret = field.kind, let entry = control else { return }
        gtk_entry_set_visibility(entry.cast(), isReadable ? 1 : 0)
        gtk_entry_set_icon_from_icon_name(
            entry.cast(), GTK_ENTRY_ICON_SECONDARY, isReadable ? "view-conceal-symbolic" : "view-reveal-symbolic")
        gtk_entry_set_icon_tooltip_text(
            entry.cast(), GTK_ENTRY_ICON_SECONDARY, isReadable ? localized("Hide") : localized("Show"))
    }

    private func add(_ control: Widget, in box: Widget? = nil) {
        self.control = control
        Draw.name(control, VisibleText.of(field.shownLabel))
        if let hint = field.hint { Draw.describe(control, hint) }
        Draw.add(box ?? control, to: widget)
    }

    private func draw(_ choices: [FormField.Choice], _ selected: String) {
        var group: UnsafeMutablePointer<GSList>?
        for choice in choices {
            let button: Widget = gtk_radio_button_new(group)
            group = gtk_radio_button_get_group(button.cast())
            gtk_container_add(button.cast(), Draw.label(choice.label))
            Draw.name(
                button, localized("\(field.label, as: "label"): \(VisibleText.of(choice.label), as: "text")"))
            if choice.id == selected { gtk_toggle_button_set_active(button.cast(), 1) }
            follow(button, "toggled")
            self.choices.append((choice.id, button))
            Draw.add(button, to: widget)
        }
    }

    /// A single one is not a list: it has no number, and may be copied, by a button only: a selection would stay in the
    /// desktop's clipboard.
    private func drawOnly(_ text: String) {
        let label = Draw.value(text, class: "approval-theirs")
        // A key is split into two lines of the same length, so that its last digit is not alone in a line.
        if text.count > 48 { gtk_label_set_max_width_chars(label.cast(), gint(text.count + 1) / 2) }
        gtk_widget_set_halign(label, GTK_ALIGN_START)
        Draw.describe(label, field.label)
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 9)
        Draw.add(label, to: line)
        Draw.add(CopyButton.draw(secret: text, name: localized("Copy")), to: line)
        Draw.add(line, to: widget)
        let note = localized("A copy stays in the clipboard for one minute, or until this window is closed.")
        Draw.add(Draw.label(note, class: "approval-small"), to: widget)
    }

    /// Makes what is copied from a field with a readable secret expire, too.
    private static func limitCopies(of entry: Widget) {
        for (signal, cuts) in [("copy-clipboard", false), ("cut-clipboard", true)] {
            Signal.connect(entry, signal) { () -> Void in
                g_signal_stop_emission_by_name(entry, signal)
                var (start, end) = (gint(0), gint(0))
                guard gtk_entry_get_visibility(entry.cast()) != 0,
                    gtk_editable_get_selection_bounds(OpaquePointer(entry), &start, &end) != 0,
                    let text = gtk_editable_get_chars(OpaquePointer(entry), start, end)
                else { return }
                let bytes = UnsafeMutableRawBufferPointer(start: text, count: strlen(text))
                SecretClipboard.copy(UnsafeRawBufferPointer(bytes))
                WalletUI.wipe(bytes)
                g_free(text)
                if cuts { gtk_editable_delete_text(OpaquePointer(entry), start, end) }
            }
        }
    }

    private static func word(_ text: String) -> Widget {
        let label = Draw.label(text, class: "approval-heading")
        gtk_label_set_line_wrap(label.cast(), 0)
        return label
    }

    /// Arranges numbered words in columns, which are read and navigated with the keyboard from top to bottom.
    private func drawGrid(_ cells: [Widget], isTyped: Bool) {
        let columns = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 9)
        let rows = (cells.count + 2) / 3
        for start in stride(from: 0, to: cells.count, by: rows) {
            let grid: Widget = gtk_grid_new()
            gtk_grid_set_column_spacing(grid.cast(), 9)
            gtk_grid_set_row_spacing(grid.cast(), 6)
            // GTK reports the last one to screen readers first.
            for index in (start..<min(start + rows, cells.count)).reversed() {
                let number = Draw.label("\(index + 1)", class: "approval-dim")
                gtk_label_set_xalign(number.cast(), 1)
                gtk_label_set_yalign(number.cast(), 0.5)
                gtk_widget_set_hexpand(cells[index], 1)
                gtk_grid_attach(grid.cast(), cells[index], 1, gint(index - start), 1, 1)
                gtk_grid_attach(grid.cast(), number, 0, gint(index - start), 1, 1)
                configure(cells[index], number: index + 1, isTyped: isTyped)
            }
            Draw.add(grid, to: columns, expands: true)
        }
        Draw.add(columns, to: widget)
    }

    private func configure(_ word: Widget, number: Int, isTyped: Bool) {
        let name = localized("Word \(number, as: "number")")
        if isTyped { Draw.name(word, name) } else { Draw.describe(word, name) }
    }
}
