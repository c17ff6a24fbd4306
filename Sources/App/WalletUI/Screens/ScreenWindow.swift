public import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// A window of the wallet that shows one ``Screen`` after another.
@MainActor public final class ScreenWindow {
    /// Called with the action of the pressed button or the selected choice, and the values of the fields.
    public var onPress: (@MainActor (_ action: ScreenAction, _ values: [FieldID: String]) -> Void)?

    /// Called when the user wants to close the window, which stays open until ``close()``; not while it asks a question.
    public var onClose: (@MainActor () -> Void)?

    /// Called once, when the window is closed, by itself or with the window that it belongs to.
    public var onGone: (@MainActor () -> Void)?

    /// Whether the window is closed.
    public private(set) var isClosed = false

    let window: Ref<GtkWindow>
    private let mark: PhraseMark?
    private let all = Draw.box(GTK_ORIENTATION_VERTICAL)
    private let size: DialogSize
    private var shown: (step: Screen, pane: Pane?)?
    private var sheet: ScreenSheet?
    private let presses: PressWatch
    private var hasPaid = false

    /// Whether one of its screens had a secret, which the user may have copied.
    private var hasHadSecret = false

    /// The state of its question.
    var question = ScreenQuestion()

    /// Creates a window that is not on the screen yet.
    ///
    /// - Parameters:
    ///   - parent: The window that it belongs to; it closes with that window.
    ///   - notice: A sentence that is always visible, such as “demo keys, no value”; without it, that of `mark`.
    ///   - mark: The user's security phrase; `nil` if there is no wallet behind the window.
    ///   - time: The clock that enables the button that may cost something.
    public init(
        over parent: BrowserWindow? = nil, notice: String? = nil, mark: PhraseMark? = nil, time: TimeSource = .system
    ) {
        ApprovalStyle.load()
        self.mark = mark
        presses = PressWatch(time: time)
        // A key that was already held when the window appeared must not submit anything.
        presses.stopsReturn = true
        let widget: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
        window = Ref(retaining: widget.cast())
        size = DialogSize(over: parent?.window.pointer ?? window.pointer)
        if let parent {
            gtk_window_set_transient_for(window.pointer, parent.window.pointer)
            gtk_window_set_destroy_with_parent(window.pointer, 1)
            gtk_window_set_position(window.pointer, GTK_WIN_POS_CENTER_ON_PARENT)
        } else {
            gtk_window_set_position(window.pointer, GTK_WIN_POS_CENTER)
        }
        gtk_window_set_type_hint(window.pointer, GDK_WINDOW_TYPE_HINT_DIALOG)
        atk_object_set_role(gtk_widget_get_accessible(widget), ATK_ROLE_DIALOG)
        if let notice = notice ?? mark?.notice { Draw.add(Draw.label(notice, class: "approval-notice"), to: all) }
        // GTK does not let a window be lower than its content at its minimum width.
        gtk_widget_set_size_request(all, Self.leastWidth, -1)
        gtk_container_add(widget.cast(), all)
        gtk_widget_show_all(all)
        connect(widget)
    }

    /// Replaces the current step with `step`, with `pane` inside it.
    ///
    /// A step that differs only in its clock, its current operation or the problems of its fields does not interrupt
    /// the user; any other step must be visible for a moment before the user can pay.
    public func show(_ step: Screen, pane: Pane? = nil) {
        guard !isClosed else { return }
        let isSamePane = shown?.pane?.widget.pointer == pane?.widget.pointer
        if let shown, let sheet, isSamePane, step.isAnotherMoment(of: shown.step) {
            self.shown = (step, pane)
            if sheet.update(step) { grow() }
            return
        }
        draw(step, pane)
    }

    /// Whether the user's theme is dark.
    public var isDark: Bool {
        var ground = GdkRGBA()
        let context = gtk_widget_get_style_context(window.pointer.cast())
        guard gtk_style_context_lookup_color(context, "theme_bg_color", &ground) != 0 else { return false }
        // The weights of the colours in the luminance (ITU-R BT.709, section 3).
        return 0.2126 * ground.red + 0.7152 * ground.green + 0.0722 * ground.blue < 0.5
    }

    /// Brings the window to the front; while the user is typing in another one, only for a question of the user's own.
    public func present() {
        guard !isClosed else { return }
        guard isQuestionOfUser else { return DialogWindows.present(window.pointer.cast()) }
        gtk_window_present(window.pointer)
    }

    /// Closes the window.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        presses.end()
        takeOutPane()
        sheet?.wipe()
        if hasHadSecret { SecretClipboard.clear() }
        gtk_widget_destroy(window.pointer.cast())
        sheet = nil
        onPress = nil
        onClose = nil
        question.settle(nil)
        onGone?()
        onGone = nil
    }

    /// Updates the parts of the screen that may change while the user reads.
    func change(_ body: (inout Screen) -> Void) {
        guard let (shown, pane) = shown else { return }
        var step = shown
        body(&step)
        show(step, pane: pane)
    }

    /// Disables the screen, and shows what is being done.
    func showWork(_ sentence: String) {
        sheet?.work(sentence)
        grow()
    }

    /// Lets the user answer again.
    func endWork() { sheet?.work(nil) }

    func draw(_ step: Screen, _ pane: Pane?) {
        takeOutPane()
        let old = sheet
        let sheet = ScreenSheet(
            step, pane: pane, mark: mark, columns: size.columns, onPress: { [weak self] in self?.press($0) },
            onChoose: { [weak self] in self?.take($0, withSecrets: false) })
        old?.leave()
        self.sheet = sheet
        shown = (step, pane)
        if step.fields.contains(where: \.isSecret) { hasHadSecret = true }
        Draw.add(sheet.widget, to: all, expands: true)
        gtk_window_set_title(window.pointer, VisibleText.of(step.title))
        Draw.name(
            window.pointer.cast(),
            VisibleText.of(localized("\(step.title, as: "label"): \(step.heading, as: "text")")))
        fit(sheet, hasPane: pane != nil)
        if gtk_widget_get_visible(window.pointer.cast()) == 0 { appear() }
        // A form that the user is filling in keeps the focus.
        if pane?.grabFocus() != true { sheet.grabFocus() }
        if isQuestionOfUser { sheet.footer.grabDefault() }
        disturb()
    }

    /// Whether it asks a question that the user has opened, and not a page: the user types the answer next.
    private var isQuestionOfUser: Bool { question.isAsking && !question.isOfPage }

    /// Puts the window on the screen.
    private func appear() {
        guard isQuestionOfUser else { return DialogWindows.show(window.pointer.cast()) }
        gtk_widget_show(window.pointer.cast())
        gtk_window_present(window.pointer)
    }

    /// Removes the pane, which can outlive the step that shows it.
    private func takeOutPane() {
        guard let widget = shown?.pane?.widget.pointer, let parent = gtk_widget_get_parent(widget) else { return }
        gtk_container_remove(parent.cast(), widget)
    }

    /// Gives the window the size that its step needs, as far as there is space.
    private func fit(_ sheet: ScreenSheet, hasPane: Bool) {
        var (least, height) = (gint(0), gint(0))
        gtk_widget_get_preferred_width(all, &least, nil)
        let width = max(least, min(hasPane ? Self.paneSize.width : Self.width, size.limit.width))
        gtk_widget_get_preferred_height_for_width(all, width, nil, &height)
        let wanted = hasPane ? Self.paneSize.height : height + sheet.missingHeight(for: width)
        gtk_window_resize(window.pointer, width, max(1, min(wanted, size.limit.height)))
    }

    /// Makes space for the texts next to the fields.
    private func grow() {
        guard let sheet, shown?.pane == nil else { return }
        size.grow(window.pointer) { sheet.missingHeight(for: $0) }
    }

    private static let leastWidth: gint = 340
    private static let width: gint = 600
    private static let paneSize: (width: gint, height: gint) = (720, 820)

    private func press(_ button: Screen.Button) {
        guard button.kind != .paying || (presses.isOver && !hasPaid) else { return }
        if button.kind != .plain, sheet?.checkFields() == false { return grow() }
        if button.kind == .paying {
            // Only the first press counts, even if a second click is very fast.
            hasPaid = true
            sheet?.footer.arm(false)
        }
        take(button.action, withSecrets: button.kind != .plain)
    }

    /// Delivers an action to the caller of ``ask(_:)``, or to ``onPress`` if no question is open.
    private func take(_ action: ScreenAction, withSecrets: Bool) {
        guard let sheet else { return }
        if question.waiting == nil, let onPress { return onPress(action, sheet.values) }
        guard action != ScreenAction(Screen.Answer.cancel) else { return close() }
        let answers = sheet.answers(action, withSecrets: withSecrets)
        sheet.enable(false)
        shown?.step.problems = [:]
        if question.waiting == nil { question.undelivered = answers } else { question.settle(answers) }
    }

    /// The user wants to close the window.
    private func leave() {
        guard question.isAsking else {
            onClose?()
            return
        }
        if !question.isWorking { close() }
    }
}

extension ScreenWindow {
    private func connect(_ widget: Widget) {
        Signal.connect(widget, "destroy") { [weak self] () -> Void in self?.close() }
        Signal.connect(widget, "delete-event") { [weak self] (_: gpointer?) -> Bool in
            self?.leave()
            return true
        }
        DialogWindows.follow(widget)
        presses.onChange = { [weak self] in self?.refresh() }
        presses.onEscape = { [weak self] in self?.leave() }
        presses.watch(widget)
    }

    /// Restarts the protection of the buttons after another screen is shown.
    private func disturb() {
        guard !isClosed, let sheet else { return }
        hasPaid = false
        if sheet.footer.hasPaying { presses.begin() } else { presses.end() }
        refresh()
    }

    private func refresh() {
        guard !isClosed, let sheet else { return }
        sheet.footer.arm(presses.isOver && !hasPaid, isIgnored: presses.wasIgnored && !hasPaid)
    }
}
