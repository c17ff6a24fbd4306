public import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// Draws the user's security phrase in the windows of the wallet.
///
/// All windows share one mark, so a changed phrase appears in the next window that opens.
@MainActor public final class PhraseMark {
    /// The phrase.
    public var phrase: SecurityPhrase

    /// Whether the user sees it for the first time: then a sentence next to it explains it.
    public var isNew: Bool

    /// A sentence for every form, such as “demo keys, no value”; `nil` if there is none.
    public let notice: String?

    /// Creates a mark.
    public init(_ phrase: SecurityPhrase, isNew: Bool = false, notice: String? = nil) {
        self.phrase = phrase
        self.notice = notice
        self.isNew = isNew
    }

    /// The explanation of the phrase.
    public static let explanation =
        localized(
            """
            This is your security phrase. Only this wallet knows it: do not trust a window that shows a \
            different phrase or none.
            """)

    /// Draws the phrase in its full width.
    func draw() -> Widget {
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        Draw.add(Draw.icon("dialog-password-symbolic", name: localized("Security phrase")), to: line)
        let label = Draw.label(phrase.text, class: "approval-phrase")
        gtk_label_set_width_chars(label.cast(), gint(min(phrase.text.count, 16)))
        gtk_label_set_max_width_chars(label.cast(), gint(SecurityPhrase.lengths.upperBound))
        gtk_label_set_xalign(label.cast(), 1)
        Draw.describe(label, localized("Your security phrase"))
        gtk_widget_set_tooltip_text(line, Self.explanation)
        Draw.add(label, to: line)
        gtk_widget_set_halign(line, GTK_ALIGN_END)
        gtk_widget_set_valign(line, GTK_ALIGN_START)
        return line
    }

    /// The explanation, if the user sees the phrase for the first time.
    func drawExplanation() -> Widget? {
        guard isNew else { return nil }
        let label = Draw.label(Self.explanation, class: "approval-small")
        Draw.style(label, "approval-info")
        return label
    }
}
