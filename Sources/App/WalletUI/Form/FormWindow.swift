import Bridge
import CWebKit
import GLibKit
import WebHost

/// A window that shows one form after another and waits for the answers.
@MainActor public final class FormWindow {
    private let window: Ref<GtkWindow>
    private var sheet: FormSheet?
    private let limit: (width: gint, height: gint)
    private let mark: PhraseMark?
    private var isWorking = false

    /// No page can open a form, and a form only acts on what the user has typed: so only held keys are blocked.
    private let presses = PressWatch(PressProtection.forOrdinaryQuestions, time: .system)
    private var waiting: CheckedContinuation<FormAnswers?, Never>?

    /// Whether the window is closed.
    public private(set) var isClosed = false

    /// Called once, when the window is closed.
    public var onClose: (@MainActor () -> Void)?

    /// Creates a window that is not on the screen yet.
    ///
    /// - Parameters:
    ///   - parent: The window that it belongs to; it closes with that window.
    ///   - mark: The user's security phrase; `nil` if there is no wallet behind the window.
    public init(over parent: BrowserWindow? = nil, mark: PhraseMark? = nil) {
        ApprovalStyle.load()
        self.mark = mark
        let widget: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
        window = Ref(retaining: widget.cast())
        limit = DialogSize(over: parent?.window.pointer ?? window.pointer).limit
        if let parent {
            gtk_window_set_transient_for(window.pointer, parent.window.pointer)
            gtk_window_set_destroy_with_parent(window.pointer, 1)
            gtk_window_set_position(window.pointer, GTK_WIN_POS_CENTER_ON_PARENT)
        } else {
            gtk_window_set_position(window.pointer, GTK_WIN_POS_CENTER)
        }
        gtk_window_set_type_hint(window.pointer, GDK_WINDOW_TYPE_HINT_DIALOG)
        atk_object_set_role(gtk_widget_get_accessible(widget), ATK_ROLE_DIALOG)
        Signal.connect(widget, "destroy") { [weak self] () -> Void in self?.close() }
        Signal.connect(widget, "delete-event") { [weak self] (_: gpointer?) -> Bool in
            self?.leave()
            return true
        }
        DialogWindows.follow(widget)
        presses.onEscape = { [weak self] in self?.leave() }
        presses.stopsReturn = true
        presses.watch(widget)
    }

    /// Asks `form` and waits for the answers; `nil` if the user closed the window.
    ///
    /// The form stays on the screen, disabled, until the next one is shown, a problem with it is reported, or the
    /// window is closed.
    public func ask(_ form: Form) async -> FormAnswers? {
        guard !isClosed else { return nil }
        let sheet = FormSheet(form, mark: mark) { [weak self] answers in
            // The form's own close button works like that of the window.
            if let answers { self?.settle(answers) } else { self?.close() }
        }
        sheet.onChange = { [weak self] in self?.fit() }
        if let old = gtk_bin_get_child(window.pointer.cast()) { gtk_widget_destroy(old) }
        self.sheet = sheet
        gtk_container_add(window.pointer.cast(), sheet.widget)
        gtk_window_set_title(window.pointer, form.title)
        Draw.name(window.pointer.cast(), form.title)
        fit()
        if gtk_widget_get_visible(window.pointer.cast()) == 0 {
            gtk_widget_show(window.pointer.cast())
            gtk_window_present(window.pointer)
        }
        sheet.begin()
        return await answer()
    }

    /// Shows what is wrong with the last answers, by field ID, and waits for new ones; `nil` if the user closed the
    /// window.
    public func complain(_ problems: [String: String]) async -> FormAnswers? {
        guard !isClosed, let sheet else { return nil }
        sheet.complain(problems)
        return await answer()
    }

    /// Shows what is being done with the answers, while the form is disabled.
    ///
    /// The user cannot close the window meanwhile; otherwise the operation would finish without showing its result.
    public func work(_ sentence: String) {
        isWorking = true
        sheet?.work(sentence)
    }

    /// Shows what the user must do in another window meanwhile, with a button that leads there; the form is disabled
    /// and can be closed.
    public func wait(_ sentence: String, button: String? = nil, _ press: (@MainActor () -> Void)? = nil) {
        sheet?.work(sentence, button: button, press)
        fit()
    }

    /// Puts the window above one of another process, which ``handle()`` has named; before the first form is asked.
    package func attach(to handle: String) {
        gtk_window_set_position(window.pointer, GTK_WIN_POS_CENTER)
        WindowHandle.attach(window.pointer.cast(), to: handle)
    }

    /// The handle by which another process can refer to the window; `nil` if it is not on the screen.
    package func handle() async -> String? {
        isClosed ? nil : await WindowHandle.of(window.pointer.cast())
    }

    /// Changes the note of a form that has one; nothing else in the form changes or moves.
    public func show(note: String) {
        sheet?.show(note: note)
    }

    /// Handles that the user wants to close the window.
    private func leave() {
        if !isWorking { close() }
    }

    /// Fits the height of the window to the form.
    private func fit() {
        guard let sheet else { return }
        let width = min(Self.width, limit.width)
        gtk_window_resize(window.pointer, width, sheet.height(for: width, limit: limit.height))
    }

    private static let width: gint = 560

    /// Closes the window; a pending question gets the answer `nil`.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        sheet?.wipe()
        gtk_widget_destroy(window.pointer.cast())
        sheet = nil
        settle(nil)
        onClose?()
        onClose = nil
    }

    /// Brings the window to the front.
    public func present() {
        if !isClosed { gtk_window_present(window.pointer) }
    }

    private func answer() async -> FormAnswers? {
        isWorking = false
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                settle(nil)
                waiting = continuation
                if Task.isCancelled { close() }
            }
        } onCancel: {
            Task { @MainActor in self.close() }
        }
    }

    private func settle(_ answers: FormAnswers?) {
        waiting?.resume(returning: answers)
        waiting = nil
    }
}
