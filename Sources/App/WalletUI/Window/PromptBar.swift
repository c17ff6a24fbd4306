import Bridge
import CWebKit
import GLibKit
import WebHost

/// A bar above the page with a question of the wallet.
///
/// It is outside the page's area, so a page cannot imitate it. A question is never replaced: while one is open, other
/// questions are answered with no. The affirmative answer is protected by a ``PressWatch``.
@MainActor final class PromptBar {
    /// A question.
    struct Question {
        /// What the user must decide; text of the wallet itself.
        var sentence: SiteSentence

        /// Untrusted text that the question is about, such as a quoted address; shown in full.
        var quotation: String?

        /// The label of the affirmative button.
        let yes: String

        /// The label of the button that changes nothing.
        let no: String

        /// Whether the affirmative answer is dangerous; the bar is red then.
        var isDangerous = false
    }

    let widget: Widget
    private let text: Widget
    private let quotation: Widget
    private let hint = Draw.label("", class: "approval-small")
    private let scroller: Widget = gtk_scrolled_window_new(nil, nil)
    private let yes: Widget
    private let no: Widget
    private let presses: PressWatch
    private var answer: (@MainActor (Bool?) -> Void)?

    /// Creates a bar without a question.
    ///
    /// - Parameters:
    ///   - period: How long the question must be visible before a press counts.
    ///   - time: The clock.
    init(_ period: Duration = PressProtection.forDecisions, time: TimeSource = .system) {
        ApprovalStyle.load()
        widget = gtk_info_bar_new()
        gtk_info_bar_set_message_type(widget.cast(), GTK_MESSAGE_QUESTION)
        text = Draw.label("")
        quotation = Draw.value("", class: "approval-theirs")
        presses = PressWatch(period, time: time)
        yes = gtk_info_bar_add_button(widget.cast(), "", GTK_RESPONSE_ACCEPT.rawValue)
        no = gtk_info_bar_add_button(widget.cast(), "", GTK_RESPONSE_CLOSE.rawValue)
        gtk_label_set_selectable(quotation.cast(), 1)
        gtk_widget_set_can_focus(quotation, 0)
        gtk_scrolled_window_set_policy(scroller.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.cast(), 1)
        gtk_scrolled_window_set_max_content_height(scroller.cast(), 140)
        gtk_scrolled_window_set_overlay_scrolling(scroller.cast(), 0)
        gtk_container_add(scroller.cast(), quotation)
        let words = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6)
        Draw.add(text, to: words)
        Draw.add(scroller, to: words)
        Draw.add(hint, to: words)
        gtk_box_pack_start(gtk_info_bar_get_content_area(widget.cast()).cast(), words, 1, 1, 0)
        gtk_widget_show_all(widget)
        gtk_widget_hide(widget)
        gtk_widget_set_no_show_all(widget, 1)
        Signal.connect(widget, "response") { [weak self] (response: Int32) -> Void in
            self?.respond(response == GTK_RESPONSE_ACCEPT.rawValue)
        }
        Signal.connect(widget, "destroy") { [weak self] () -> Void in self?.withdraw() }
        presses.onChange = { [weak self] in self?.refresh() }
        presses.watchPlace(of: widget)
    }

    /// Whether a question is open.
    var isAsking: Bool { answer != nil }

    /// The text of the question with its quotation; `nil` if none is open.
    var said: String? {
        guard isAsking else { return nil }
        return [text, quotation].compactMap { gtk_label_get_text($0.cast()).map { String(cString: $0) } }
            .joined(separator: "\n")
    }

    /// Asks the question and waits for the answer; returns false immediately if another question is open.
    func ask(_ question: Question) async -> Bool {
        guard !isAsking else { return false }
        return await withCheckedContinuation { continuation in
            ask(question) { continuation.resume(returning: $0 ?? false) }
        }
    }

    /// Asks the question and calls `answer` once: with the user's answer, or `nil` if the user does not answer.
    func ask(_ question: Question, _ answer: @escaping @MainActor (Bool?) -> Void) {
        guard !isAsking else { return answer(nil) }
        self.answer = answer
        gtk_info_bar_set_message_type(
            widget.cast(), question.isDangerous ? GTK_MESSAGE_ERROR : GTK_MESSAGE_QUESTION)
        gtk_button_set_label(yes.cast(), question.yes)
        gtk_button_set_label(no.cast(), question.no)
        draw(question)
        gtk_widget_show(widget)
        if let window = gtk_widget_get_toplevel(widget) { presses.watch(window) }
        presses.begin()
        refresh()
    }

    /// Withdraws the question without an answer.
    func withdraw() {
        settle(nil)
    }

    private func draw(_ question: Question) {
        HostEmphasis.show(question.sentence, in: text)
        gtk_label_set_text(quotation.cast(), VisibleText.of(question.quotation ?? ""))
        Draw.show(scroller, question.quotation != nil)
    }

    private func refresh() {
        gtk_widget_set_sensitive(yes, presses.isOver ? 1 : 0)
        gtk_label_set_text(hint.cast(), presses.wasIgnored ? PressWatch.ignoredSentence : "")
        Draw.show(hint, presses.wasIgnored)
    }

    private func respond(_ isYes: Bool) {
        guard !isYes || presses.isOver else { return }
        settle(isYes)
    }

    private func settle(_ isYes: Bool?) {
        guard let answer else { return }
        self.answer = nil
        presses.end()
        gtk_widget_hide(widget)
        answer(isYes)
    }
}
