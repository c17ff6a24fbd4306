public import Bridge
import CWebKit
import GLibKit
import Messages
public import WebHost

/// A data-collection form with its frame: the site that it belongs to, the form or the reason why it is not shown, and
/// a button to close it.
@MainActor public final class CollectionPane {
    /// How the use of a form ends.
    public enum Ending: Hashable, Sendable {
        /// The form has ended.
        case form(FormEnding)

        /// The user has closed it, after a confirmation.
        case closed
    }

    /// Called once, when it ends; nothing is called after it.
    public var onEnding: (@MainActor (Ending) -> Void)?

    /// Called with each event, after the pane has shown it.
    public var onEvent: (@MainActor (CollectionEvent) -> Void)?

    /// The form.
    public let form: CollectionView

    let widget: Ref<GtkWidget>
    private let bar = NoticeBar()
    private let closeQuestion = PromptBar(PressProtection.forOrdinaryQuestions)
    private let openQuestion = PromptBar()
    private let dialogs = ScriptDialogBar()
    private let parts: UnsafeMutablePointer<GtkStack>
    private let busy: Widget
    private let problem = Draw.label("")
    private var hasEnded = false

    /// The task that waits to show a loaded form while pages get no keys.
    private var arrival: Task<Void, Never>?

    /// Whether the form is shown and may have been filled in.
    private var isFilled = false

    /// Whether it has a heading and a button to close it.
    private let standsAlone: Bool

    /// Puts `form` into a pane, which starts to load it.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - standsAlone: Whether the pane has a heading and a button to close it; otherwise its container has both.
    public init(_ form: CollectionView, standsAlone: Bool = true) {
        ApprovalStyle.load()
        self.form = form
        self.standsAlone = standsAlone
        widget = Ref(retaining: Draw.box(GTK_ORIENTATION_VERTICAL))
        parts = gtk_stack_new().cast()
        busy = gtk_spinner_new()
        lay()
        form.onEvent = { [weak self] event in self?.follow(event) }
        dialogs.serve(form.view)
        form.mayLeave = { [weak self] navigation in await self?.ask(navigation) ?? false }
        form.load()
    }

    /// Closes the form; if it may have been filled in, only after the user has confirmed it.
    public func close() {
        discard { [weak self] in self?.end(.closed) }
    }

    /// Runs `body`, which removes the form; if it may have been filled in, only after the user has confirmed it.
    public func discard(_ body: @escaping @MainActor () -> Void) {
        guard !hasEnded, isFilled else { return body() }
        Task {
            let isDiscarded = await closeQuestion.ask(
                .init(
                    sentence: SiteSentence(localizable("Discard the form? What you typed into it will be lost.")),
                    yes: localized("Discard form"), no: localized("Keep editing")))
            if isDiscarded { body() }
        }
    }

    /// Removes the form without a confirmation: the payment has ended, or another step is shown.
    public func dismiss() {
        hasEnded = true
        arrival?.cancel()
        onEnding = nil
        onEvent = nil
        for question in [closeQuestion, openQuestion] { question.withdraw() }
        form.close()
    }

    private func lay() {
        let box = widget.pointer
        Draw.add(header(), to: box)
        if let mark = SandboxMark.draw() { Draw.add(mark, to: box) }
        for bar in [closeQuestion.widget, openQuestion.widget, bar.widget, dialogs.widget] {
            Draw.add(bar, to: box)
        }
        gtk_stack_add_named(parts, waiting(), "busy")
        gtk_stack_add_named(parts, form.view.widget.pointer.cast(), "form")
        gtk_stack_add_named(parts, failure(), "problem")
        Draw.add(parts.cast(), to: box, expands: true)
        gtk_widget_show_all(box)
        show("busy")
    }

    private func header() -> Widget {
        let header = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, class: "approval-header")
        let note = localizable(
            """
            What you type here goes to \(form.address.origin.site, as: "site"). The wallet does not see it or \
            keep it.
            """)
        guard standsAlone else {
            Draw.add(emphasized(note, "approval-small"), to: header, expands: true)
            return header
        }
        let words = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 2)
        Draw.add(
            emphasized(localizable("Form from \(form.address.origin.site, as: "site")"), "approval-origin"), to: words)
        Draw.add(emphasized(note, "approval-small"), to: words)
        Draw.add(words, to: header, expands: true)
        let button = Draw.button(localized("Close form")) { [weak self] in self?.close() }
        gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
        gtk_box_pack_end(header.cast(), button, 0, 1, 0)
        return header
    }

    /// A sentence that names the form's site, with the registered domain emphasized.
    private func emphasized(_ sentence: Message, _ style: String) -> Widget {
        let label = Draw.label("", class: style)
        HostEmphasis.show(SiteSentence(sentence, naming: form.address.origin), in: label)
        return label
    }

    private func waiting() -> Widget {
        let box = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 12)
        gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
        gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(busy, 32, 32)
        Draw.add(busy, to: box)
        Draw.add(Draw.label(localized("Loading the form…")), to: box)
        return box
    }

    private func failure() -> Widget {
        let box = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 12, class: "approval-content")
        gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
        Draw.add(Draw.heading(localized("The form could not be loaded"), class: "approval-sentence"), to: box)
        Draw.add(problem, to: box)
        let button = Draw.button(localized("Try again"), class: "suggested-action") { [weak self] in
            self?.form.retry()
        }
        gtk_widget_set_halign(button, GTK_ALIGN_START)
        Draw.add(button, to: box)
        return box
    }

    private func show(_ part: String) {
        gtk_stack_set_visible_child_name(parts, part)
        isFilled = part == "form"
        if part == "busy" { gtk_spinner_start(busy.cast()) } else { gtk_spinner_stop(busy.cast()) }
    }

    private func follow(_ event: CollectionEvent) {
        guard !hasEnded else { return }
        switch event {
        case .loading:
            arrival?.cancel()
            bar.hide()
            show("busy")
        case .loaded:
            return arrive()
        case .failed(let sentence):
            arrival?.cancel()
            gtk_label_set_text(problem.cast(), VisibleText.of(sentence))
            show("problem")
        case .blocked(let sentence):
            bar.show(VisibleText.of(sentence), as: GTK_MESSAGE_WARNING)
        case .ended(let ending):
            return end(.form(ending))
        }
        onEvent?(event)
    }

    /// Shows the form once keys would reach it: for a moment after a window of the wallet closes they do not, and a
    /// field that loses typed text must not look ready.
    private func arrive() {
        arrival?.cancel()
        guard isFilled || !PageInputGuard.isBlocked else {
            arrival = Task { [weak self] in
                await PageInputGuard.untilFree()
                if !Task.isCancelled { self?.appear() }
            }
            return
        }
        appear()
    }

    private func appear() {
        guard !hasEnded else { return }
        show("form")
        grabFocus()
        onEvent?(.loaded)
    }

    /// Moves the focus to the form; returns false if the form is not shown or would not get the keys.
    @discardableResult func grabFocus() -> Bool {
        guard isFilled, !PageInputGuard.isBlocked else { return false }
        gtk_widget_grab_focus(form.view.widget.pointer.cast())
        return true
    }

    private func end(_ ending: Ending) {
        guard !hasEnded else { return }
        let tell = onEnding
        dismiss()
        tell?(ending)
    }

    private func ask(_ navigation: ExternalNavigation) async -> Bool {
        await openQuestion.ask(
            .init(
                sentence: SiteSentence(localizable("The form wants to open this address in your web browser:")),
                quotation: Quotation.of(address: navigation.url, limit: ExternalNavigation.mostShown),
                yes: localized("Open"), no: localized("Don’t open")))
    }
}
