import CWebKit

/// A bar above the page with one sentence, and a question about it or an offer.
///
/// It is outside the page's area, so a page cannot draw one.
@MainActor final class NoticeBar {
    let widget: UnsafeMutablePointer<GtkWidget>
    private let text: UnsafeMutablePointer<GtkLabel>
    private let yes: UnsafeMutablePointer<GtkWidget>
    private let no: UnsafeMutablePointer<GtkWidget>
    private var action: (@MainActor () -> Void)?
    private var question: CheckedContinuation<Bool, Never>?

    init() {
        widget = gtk_info_bar_new()
        text = gtk_label_new("").cast()
        yes = gtk_info_bar_add_button(widget.cast(), "Open", GTK_RESPONSE_ACCEPT.rawValue)
        no = gtk_info_bar_add_button(widget.cast(), "Close", GTK_RESPONSE_CLOSE.rawValue)
        gtk_label_set_line_wrap(text, 1)
        gtk_label_set_line_wrap_mode(text, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(text, 0)
        gtk_label_set_selectable(text, 1)
        gtk_container_add(gtk_info_bar_get_content_area(widget.cast()).cast(), text.cast())
        gtk_widget_show_all(widget)
        gtk_widget_hide(widget)
        gtk_widget_set_no_show_all(widget, 1)
        Signal.connect(widget, "response") { [weak self] (response: Int32) -> Void in
            self?.respond(response == GTK_RESPONSE_ACCEPT.rawValue)
        }
    }

    /// Whether it says something.
    var isShown: Bool { gtk_widget_get_visible(widget) != 0 }

    /// What it says; `nil` for nothing.
    var sentence: String? {
        guard isShown, let text = gtk_label_get_text(text) else { return nil }
        return String(cString: text)
    }

    /// Shows a sentence; an empty one hides the bar.
    ///
    /// An open question is answered with no.
    func show(_ sentence: String, action title: String? = nil, _ action: (@MainActor () -> Void)? = nil) {
        settle(false)
        self.action = action
        draw(sentence, yes: title, no: "Close", type: GTK_MESSAGE_INFO)
    }

    func hide() {
        guard question == nil else { return }
        show("")
    }

    /// Asks, and waits for the answer; another notice in its place counts as no.
    func ask(_ sentence: String, yes: String, no: String) async -> Bool {
        settle(false)
        action = nil
        draw(sentence, yes: yes, no: no, type: GTK_MESSAGE_QUESTION)
        return await withCheckedContinuation { question = $0 }
    }

    private func draw(_ sentence: String, yes title: String?, no: String, type: GtkMessageType) {
        gtk_info_bar_set_message_type(widget.cast(), type)
        gtk_label_set_text(text, sentence)
        gtk_button_set_label(yes.cast(), title ?? "")
        gtk_button_set_label(self.no.cast(), no)
        gtk_widget_set_visible(yes, title == nil ? 0 : 1)
        gtk_widget_set_visible(widget, sentence.isEmpty ? 0 : 1)
    }

    private func respond(_ isYes: Bool) {
        let action = action
        settle(isYes)
        show("")
        if isYes { action?() }
    }

    private func settle(_ isYes: Bool) {
        question?.resume(returning: isYes)
        question = nil
    }
}
