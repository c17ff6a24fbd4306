import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The fixed part below the content: the number of waiting requests, what is still to do, the buttons, then the
/// outcome.
@MainActor final class ApprovalFooter {
    let widget: Widget
    let reject: Widget
    let approve: Widget
    private let close: Widget

    private let waiting = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, class: "approval-waiting")
    private let waitingLabel = Draw.label("", class: "approval-small")
    private let hints = (
        beside: Draw.label("", class: "approval-small"), above: Draw.label("", class: "approval-small")
    )
    private let check: Widget?
    private let buttons = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
    private let end = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
    private var isOver = false
    private let peer: Peer
    private let outcome = Draw.label("", class: "approval-outcome")

    init(
        _ question: PendingApproval, onReject: @escaping @MainActor () -> Void,
        onRejectAll: @escaping @MainActor () -> Void, onApprove: @escaping @MainActor () -> Void,
        onAcknowledge: @escaping @MainActor (Bool) -> Void, onClose: @escaping @MainActor () -> Void
    ) {
        widget = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 9, class: "approval-footer")
        let isDangerous = question.approval.level == .danger
        peer = question.peer
        reject = Draw.button(localized("Reject"), class: isDangerous ? "suggested-action" : nil, onReject)
        approve = Draw.button(question.approval.verb, class: isDangerous ? nil : "suggested-action", onApprove)
        check = isDangerous ? Self.check(onAcknowledge) : nil
        Draw.style(waitingLabel, "approval-dim")
        gtk_widget_set_valign(waitingLabel, GTK_ALIGN_CENTER)
        Draw.add(waitingLabel, to: waiting, expands: true)
        Draw.add(Draw.button(localized("Reject all"), onRejectAll), to: waiting)
        for hint in [hints.beside, hints.above] { Draw.style(hint, "approval-dim") }
        gtk_widget_set_valign(hints.beside, GTK_ALIGN_CENTER)
        gtk_label_set_xalign(hints.beside.cast(), 0.5)
        // Without a minimum width, a long text makes the window high.
        gtk_label_set_width_chars(hints.beside.cast(), PressWatch.hintColumns)
        for widget in [waiting, check, hints.above, buttons, end].compactMap(\.self) {
            Draw.add(widget, to: self.widget)
        }
        gtk_box_pack_start(buttons.cast(), reject, 0, 1, 0)
        Draw.add(hints.beside, to: buttons, expands: true)
        gtk_box_pack_end(buttons.cast(), approve, 0, 1, 0)
        gtk_widget_set_can_default(reject, 1)
        close = Draw.button(localized("Close"), onClose)
        Draw.role(outcome, ATK_ROLE_STATUSBAR)
        Draw.add(outcome, to: end, expands: true)
        gtk_box_pack_end(end.cast(), close, 0, 1, 0)
        gtk_widget_set_valign(outcome, GTK_ALIGN_CENTER)
        gtk_widget_show_all(widget)
        Draw.show(end, false)
        set(narrow: false)
        set(waiting: question.waiting)
    }

    func set(waiting count: Int) {
        guard !isOver else { return }
        let what =
            switch peer {
            case .session:
                localized(
                    "\(count, as: "count") more request from this app",
                    plural: "\(count, as: "count") more requests from this app", count: count)
            case .page:
                localized(
                    "\(count, as: "count") more request from this site",
                    plural: "\(count, as: "count") more requests from this site", count: count)
            case .payment, .wallet:
                localized(
                    "\(count, as: "count") more request is waiting",
                    plural: "\(count, as: "count") more requests are waiting", count: count)
            }
        gtk_label_set_text(waitingLabel.cast(), what)
        Draw.show(waiting, count > 0)
    }

    /// Puts the text about what is still to do above the buttons if there is no space between them.
    func set(narrow isNarrow: Bool) {
        guard !isOver else { return }
        Draw.show(hints.above, isNarrow)
        Draw.show(hints.beside, !isNarrow)
    }

    /// Shows why the approve button is still disabled.
    ///
    /// It is not shown during the first moment, in which nothing can be pressed anyway, unless something was pressed.
    /// `problem` is the reason why the content is out of date; `nil` if it is not.
    func show(
        _ obstacles: Set<ApprovalReadiness.Obstacle>, isSettled: Bool, isIgnored: Bool, problem: String = ""
    ) {
        guard !isOver else { return }
        let obstacle = isSettled ? Self.sentence(about: obstacles, problem: problem) : ""
        let sentence = obstacle.isEmpty && isIgnored ? PressWatch.ignoredSentence : obstacle
        for hint in [hints.beside, hints.above] { gtk_label_set_text(hint.cast(), sentence) }
        gtk_widget_set_sensitive(approve, isSettled && obstacles.isEmpty ? 1 : 0)
        Draw.describe(approve, sentence)
    }

    private static func sentence(about obstacles: Set<ApprovalReadiness.Obstacle>, problem: String) -> String {
        if obstacles.contains(.outdated) { return VisibleText.of(problem) }
        if obstacles.contains(.unread) { return localized("Scroll down and read to the end first.") }
        return obstacles.contains(.unacknowledged) ? localized("Check the box above to continue.") : ""
    }

    /// Shows the outcome in place of the buttons, and announces it to screen readers.
    func show(outcome sentence: String, transaction: String? = nil) {
        gtk_label_set_text(outcome.cast(), VisibleText.of(sentence))
        if let transaction { show(transaction) }
        guard !isOver else { return }
        isOver = true
        for gone in [buttons, waiting, check, hints.above].compactMap(\.self) { gtk_widget_destroy(gone) }
        Draw.show(end, true)
        gtk_widget_grab_focus(close)
    }

    /// Shows the ID of the sent transaction, above the Close button.
    private func show(_ transaction: String) {
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        let id = ExactText.draw(transaction)
        gtk_label_set_selectable(id.cast(), 1)
        Draw.describe(id, localized("Transaction ID"))
        Draw.add(id, to: line, expands: true)
        Draw.add(CopyButton.draw(transaction, name: localized("Copy transaction ID")), to: line)
        Draw.add(line, to: widget)
        gtk_box_reorder_child(widget.cast(), line, 0)
        gtk_widget_show_all(line)
    }

    private static func check(_ body: @escaping @MainActor (Bool) -> Void) -> Widget {
        let text = localized("I understand the danger and want to continue.")
        let check: Widget = gtk_check_button_new()
        Draw.style(check, "approval-check")
        let label = Draw.label(text)
        gtk_container_add(check.cast(), label)
        Draw.name(check, VisibleText.of(text))
        Signal.connect(check, "toggled") { () -> Void in body(gtk_toggle_button_get_active(check.cast()) != 0) }
        return check
    }
}
