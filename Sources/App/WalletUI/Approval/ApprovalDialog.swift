import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The dialog for one question, from the request to its outcome.
@MainActor final class ApprovalDialog {
    /// Called once, when the dialog is closed, with whether its decision was received.
    var onClose: (@MainActor (_ isDelivered: Bool) -> Void)?

    /// Whether the dialog is closed.
    private(set) var isClosed = false

    private var onDecision: (@MainActor (Decision) -> Void)?
    private var undelivered: Decision?
    private var following: Listeners<PendingApproval>.Subscription?
    /// Whether the question is decided.
    private(set) var isOver = false
    /// Whether it only shows the outcome of the request.
    var isShowingOutcome: Bool { isOver && (isRejected || question.outcome != nil) }
    private var isRejected = false

    let question: PendingApproval
    private let time: TimeSource
    private let window: Ref<GtkWindow>
    private let all = Draw.box(GTK_ORIENTATION_VERTICAL)
    private let size: DialogSize
    private var shown: Approval
    private var content: ApprovalContent
    private lazy var footer = makeFooter()
    private var readiness: ApprovalReadiness
    private let presses: PressWatch

    /// Creates a dialog for `parent` that is not on the screen yet.
    init(
        _ question: PendingApproval, over parent: UnsafeMutablePointer<GtkWindow>, notice: String?, mark: PhraseMark?,
        caution: String?, time: TimeSource
    ) {
        ApprovalStyle.load()
        self.question = question
        self.time = time
        let approval = question.approval
        shown = approval
        readiness = ApprovalReadiness(isDangerous: approval.level == .danger, mustBeRead: true)
        presses = PressWatch(time: time)
        let widget: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
        window = Ref(retaining: widget.cast())
        size = DialogSize(over: parent)
        content = ApprovalContent(approval, columns: size.columns, narrowWidth: size.narrowWidth)
        Draw.add(ApprovalHeader.draw(question, mark: mark), to: all)
        if let caution { Draw.add(WarningRow.draw(Approval.Warning(.caution, caution)), to: all) }
        if let notice { Draw.add(Draw.label(notice, class: "approval-notice"), to: all) }
        Draw.add(content.widget, to: all, expands: true)
        gtk_widget_show_all(all)
        Draw.add(footer.widget, to: all)
        gtk_container_add(widget.cast(), all)
        gtk_window_set_transient_for(window.pointer, parent)
        gtk_window_set_destroy_with_parent(window.pointer, 1)
        gtk_window_set_type_hint(window.pointer, GDK_WINDOW_TYPE_HINT_DIALOG)
        gtk_window_set_position(window.pointer, GTK_WIN_POS_CENTER_ON_PARENT)
        gtk_window_set_title(
            window.pointer, localized("Approval – \(Self.shortName(of: question.peer), as: "site")"))
        Draw.name(widget, Self.name(of: approval, from: question.peer))
        atk_object_set_role(gtk_widget_get_accessible(widget), ATK_ROLE_DIALOG)
        connect(widget)
        connectContent()
        refresh()
    }

    static func name(of approval: Approval, from peer: Peer) -> String {
        if case .wallet = peer {
            return localized("Approval of your own request: \(VisibleText.of(approval.sentence), as: "request")")
        }
        let name = peer.session.map { localized("the WalletConnect app \($0.quotedName, as: "app")") }
        return localized(
            """
            Approval for \(name ?? peer.origin.shortened, as: "site"): \
            \(VisibleText.of(approval.sentence), as: "request")
            """)
    }

    private static func shortName(of peer: Peer) -> String {
        peer.session.map { localized("WalletConnect: \($0.quotedName, as: "app")") } ?? peer.origin.shortSite()
    }

    private func makeFooter() -> ApprovalFooter {
        ApprovalFooter(
            question, onReject: { [weak self] in self?.reject() },
            onRejectAll: { [weak self] in self?.rejectAll() }, onApprove: { [weak self] in self?.approve() },
            onAcknowledge: { [weak self] in self?.acknowledge($0) }, onClose: { [weak self] in self?.close() })
    }

    var isActive: Bool { gtk_window_is_active(window.pointer) != 0 }

    /// Whether it gets the focus when it appears.
    var takesFocus: Bool { gtk_window_get_focus_on_map(window.pointer) != 0 }

    /// Calls `tell` once, with the next decision; an undecided dialog that closes rejects.
    func listen(_ tell: @escaping @MainActor (Decision) -> Void) {
        onDecision = tell
        guard let decision = undelivered else { return refresh() }
        undelivered = nil
        decide(decision)
    }

    /// Shows the dialog; without taking the focus if the user is in another window.
    func show(isUserHere: Bool) {
        guard !isClosed, gtk_widget_get_visible(window.pointer.cast()) == 0 else { return }
        let takesFocus = isUserHere && !DialogWindows.isTypedElsewhere(than: window.pointer.cast())
        gtk_window_set_focus_on_map(window.pointer, takesFocus ? 1 : 0)
        size.apply(to: window.pointer) { content.missingHeight(for: $0) }
        gtk_window_set_focus_visible(window.pointer, 1)
        gtk_widget_grab_default(footer.reject)
        if !content.grabFocus() { gtk_widget_grab_focus(footer.reject) }
        gtk_widget_show(window.pointer.cast())
        gtk_window_set_urgency_hint(window.pointer, takesFocus ? 0 : 1)
    }

    /// Removes the question from the screen because its requester is gone.
    func withdraw() {
        guard !isOver else { return }
        close()
    }

    private func reject() {
        guard !isOver else { return }
        isRejected = true
        footer.show(outcome: "✗ \(question.rejectedSentence)")
        closeLater(after: Self.rest)
        decide(.rejected)
    }

    private func rejectAll() {
        guard !isOver else { return }
        decide(.rejectedAll)
        close()
    }

    /// Closes the dialog; this rejects an undecided question.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        presses.end()
        following = nil
        gtk_widget_destroy(window.pointer.cast())
        if !isOver { decide(.rejected) }
        onClose?(undelivered == nil)
        onClose = nil
    }

    private func decide(_ decision: Decision) {
        if case .adjusted = decision {
        } else {
            isOver = true
            readiness.decide()
        }
        guard let tell = onDecision else { return undelivered = decision }
        onDecision = nil
        tell(decision)
    }

    /// Handles that the user changed a value: nothing can be approved until the new approval is shown.
    private func adjust(_ values: [String: String]) {
        guard !isOver else { return }
        decide(.adjusted(values))
        disturb()
    }

    /// Why the content of the dialog cannot be approved, if it is out of date.
    private var problem: String? {
        if let problem = question.problem { return problem }
        if question.isRevising || onDecision == nil || shown != question.approval {
            return localized("Calculating…")
        }
        if shown.hasProblem { return localized("One of the values is invalid.") }
        return content.adjustments.isEdited ? localized("Apply or discard your change first.") : nil
    }

    private func approve() {
        guard problem == nil, readiness.isClear, presses.isOver else { return }
        footer.show(outcome: localized("Approved. Waiting for the result…"))
        decide(.approved(entry: content.typed))
    }

    private func acknowledge(_ isAcknowledged: Bool) {
        readiness.acknowledge(isAcknowledged)
        disturb()
    }
}

extension ApprovalDialog {
    private func connect(_ widget: Widget) {
        Signal.connect(widget, "destroy") { [weak self] () -> Void in self?.close() }
        Signal.connect(widget, "delete-event") { [weak self] (_: gpointer?) -> Bool in
            self?.close()
            return true
        }
        DialogWindows.follow(widget)
        presses.onChange = { [weak self] in self?.refresh() }
        presses.onEscape = { [weak self] in self?.close() }
        presses.stopsReturn = true
        presses.watch(widget)
        presses.begin()
        following = question.changes.subscribe { [weak self] _ in self?.follow() }
    }

    private func connectContent() {
        content.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .read:
                readiness.read()
                refresh()
            case .narrow(let isNarrow): footer.set(narrow: isNarrow)
            case .opened, .adjustment(.opened):
                if !isClosed { size.grow(window.pointer) { self.content.missingHeight(for: $0) } }
            case .adjustment(.chosen): adjust(content.adjustments.values)
            case .adjustment(.edited): disturb()
            }
        }
    }

    /// Draws a new approval in place of the current one: it must be read, and be on the screen for the full period,
    /// like the first.
    private func redraw() {
        shown = question.approval
        let old = (content: content.widget, footer: footer.widget)
        let (open, focused, position) = (content.open, content.adjustments.focused, content.position)
        readiness.renew(isDangerous: shown.level == .danger, mustBeRead: true)
        content = ApprovalContent(shown, columns: size.columns, narrowWidth: size.narrowWidth, open: open)
        footer = makeFooter()
        connectContent()
        gtk_widget_destroy(old.content)
        gtk_widget_destroy(old.footer)
        Draw.add(content.widget, to: all, expands: true)
        gtk_widget_show_all(content.widget)
        Draw.add(footer.widget, to: all)
        size.grow(window.pointer) { content.missingHeight(for: $0) }
        content.scroll(to: position)
        gtk_widget_grab_default(footer.reject)
        if let focused { content.adjustments.focus(focused) } else { gtk_widget_grab_focus(footer.reject) }
        Draw.name(window.pointer.cast(), Self.name(of: shown, from: question.peer))
    }

    /// The content changed: restarts the protection period.
    private func disturb() {
        presses.appear()
        refresh()
    }

    private func refresh() {
        guard !isClosed else { return }
        let problem = problem
        readiness.outdate(problem != nil)
        footer.show(
            readiness.obstacles, isSettled: presses.isOver || problem != nil, isIgnored: presses.wasIgnored,
            problem: problem ?? "")
    }

    /// The question changed: another one is waiting, the outcome is known, or it was withdrawn.
    private func follow() {
        guard !question.isWithdrawn, !question.isContinued else { return close() }
        guard let outcome = question.outcomeText else {
            if shown != question.approval, !isOver { redraw() }
            footer.set(waiting: question.waiting)
            return disturb()
        }
        footer.show(
            outcome: "\(outcome.isSuccess ? "✓" : "✗") \(outcome.sentence)", transaction: outcome.transaction)
        size.grow(window.pointer) { content.missingHeight(for: $0) }
        let rest = !outcome.isSuccess ? Self.restOfFailure : outcome.transaction == nil ? Self.rest : Self.restOfSent
        closeLater(after: rest)
    }

    private func closeLater(after rest: Duration) {
        Task { [weak self, time] in
            try? await time.sleep(rest)
            self?.close()
        }
    }

    /// How long an outcome is shown: for a few words, a transaction ID, and an error sentence.
    private static let rest = Duration.milliseconds(1_500)
    private static let restOfSent = Duration.seconds(6)
    private static let restOfFailure = Duration.seconds(20)
}
