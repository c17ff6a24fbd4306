import CWebKit
import GLibKit
import Messages
import WebHost

/// A bar above the page with one sentence, and a button that does no harm if it is pressed by accident.
///
/// It is outside the page's area, so a page cannot imitate it.
@MainActor final class NoticeBar {
    let widget: UnsafeMutablePointer<GtkWidget>
    private let text: UnsafeMutablePointer<GtkLabel>
    private let offer: UnsafeMutablePointer<GtkWidget>
    private var action: (@MainActor () -> Void)?

    init() {
        widget = gtk_info_bar_new()
        text = gtk_label_new("").cast()
        offer = gtk_info_bar_add_button(widget.cast(), "", GTK_RESPONSE_ACCEPT.rawValue)
        gtk_info_bar_add_button(widget.cast(), localized("Close"), GTK_RESPONSE_CLOSE.rawValue)
        gtk_label_set_line_wrap(text, 1)
        gtk_label_set_line_wrap_mode(text, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(text, 0)
        gtk_label_set_selectable(text, 1)
        // The first focus of a window would select the whole sentence, which hides it.
        gtk_widget_set_can_focus(text.cast(), 0)
        gtk_container_add(gtk_info_bar_get_content_area(widget.cast()).cast(), text.cast())
        gtk_widget_show_all(widget)
        gtk_widget_hide(widget)
        gtk_widget_set_no_show_all(widget, 1)
        Signal.connect(widget, "response") { [weak self] (response: Int32) -> Void in
            self?.respond(response == GTK_RESPONSE_ACCEPT.rawValue)
        }
    }

    /// Whether the bar is visible.
    var isShown: Bool { gtk_widget_get_visible(widget) != 0 }

    /// The sentence; `nil` if the bar is hidden.
    var sentence: String? {
        guard isShown, let text = gtk_label_get_text(text) else { return nil }
        return String(cString: text)
    }

    /// Shows a sentence, as information, a warning or an error; an empty one hides the bar.
    func show(
        _ sentence: String, as kind: GtkMessageType = GTK_MESSAGE_INFO, action title: String? = nil,
        _ action: (@MainActor () -> Void)? = nil
    ) {
        self.action = action
        gtk_info_bar_set_message_type(widget.cast(), kind)
        gtk_label_set_text(text, sentence)
        gtk_button_set_label(offer.cast(), title ?? "")
        gtk_widget_set_visible(offer, title == nil ? 0 : 1)
        gtk_widget_set_visible(widget, sentence.isEmpty ? 0 : 1)
    }

    /// What the sentence is shown as.
    var kind: GtkMessageType { gtk_info_bar_get_message_type(widget.cast()) }

    func hide() {
        show("")
    }

    private func respond(_ isTaken: Bool) {
        let action = action
        show("")
        if isTaken { action?() }
    }
}
