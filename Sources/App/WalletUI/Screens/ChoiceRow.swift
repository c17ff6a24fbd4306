import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// A choice, drawn as a large button: its label, a detail below it, and a badge at its end.
@MainActor enum ChoiceRow {
    static func draw(_ choice: Screen.Choice, _ body: @escaping @MainActor () -> Void) -> Widget {
        let button: Widget = gtk_button_new()
        Draw.style(button, "step-choice")
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
        let texts = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 2)
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        Draw.add(label(choice.label, class: "approval-heading"), to: texts)
        if let detail = choice.detail { Draw.add(label(detail, class: "approval-dim"), to: texts) }
        Draw.add(texts, to: line, expands: true)
        if let badge = choice.badge {
            let word = Draw.label(badge, class: "approval-note")
            gtk_label_set_line_wrap(word.cast(), 0)
            gtk_widget_set_valign(word, GTK_ALIGN_CENTER)
            Draw.add(word, to: line)
        }
        let arrow: Widget = gtk_image_new_from_icon_name("go-next-symbolic", GTK_ICON_SIZE_BUTTON)
        Draw.fit(arrow)
        Draw.add(arrow, to: line)
        gtk_container_add(button.cast(), line)
        let words = [spoken(choice.label), choice.group, choice.detail.map(spoken), choice.badge].compactMap(\.self)
        let name = words.dropFirst().reduce(words[0]) { localized("\($0, as: "name"), \($1, as: "detail")") }
        Draw.name(button, name)
        Signal.connect(button, "clicked") { () -> Void in body() }
        return button
    }

    /// Untrusted text stays on one line, truncated if it is long, because it must not determine the height of a row.
    private static func label(_ words: DisplayText, class name: String) -> Widget {
        guard case .untrusted = words else { return Draw.label(words.text, class: name) }
        let label = Draw.label(spoken(words), class: name)
        Draw.style(label, "approval-theirs")
        gtk_label_set_line_wrap(label.cast(), 0)
        gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
        return label
    }

    private static func spoken(_ words: DisplayText) -> String {
        switch words {
        case .trusted(let text), .exact(let text): VisibleText.of(text)
        case .untrusted(let text): Quotation.of(text)
        }
    }
}
