public import Bridge
import CWebKit

/// The user's security phrase, as the windows of the wallet show it.
///
/// One mark is shared by all windows of a program, so that a changed phrase is in the next one that opens.
@MainActor public final class PhraseMark {
    /// The phrase.
    public var phrase: SecurityPhrase

    /// Whether the user sees it for the first time: then a sentence beside it says what it is for.
    public var isNew: Bool

    /// Creates a mark.
    public init(_ phrase: SecurityPhrase, isNew: Bool = false) {
        self.phrase = phrase
        self.isNew = isNew
    }

    /// What the phrase is for.
    public static let explanation =
        "This is your security phrase. Only this wallet knows it: do not trust a window that shows another or none."

    /// The phrase, as wide as it is.
    func draw() -> Widget {
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        Draw.add(Draw.icon("dialog-password-symbolic", name: "Security phrase"), to: line)
        let label = Draw.label(phrase.text, class: "approval-phrase")
        gtk_label_set_width_chars(label.cast(), gint(min(phrase.text.count, 16)))
        gtk_label_set_max_width_chars(label.cast(), gint(SecurityPhrase.lengths.upperBound))
        gtk_label_set_xalign(label.cast(), 1)
        Draw.describe(label, "Your security phrase")
        gtk_widget_set_tooltip_text(line, Self.explanation)
        Draw.add(label, to: line)
        gtk_widget_set_halign(line, GTK_ALIGN_END)
        gtk_widget_set_valign(line, GTK_ALIGN_START)
        return line
    }

    /// What the phrase is for, where the user sees it for the first time.
    func drawExplanation() -> Widget? {
        guard isNew else { return nil }
        let label = Draw.label(Self.explanation, class: "approval-small")
        Draw.style(label, "approval-info")
        return label
    }
}
