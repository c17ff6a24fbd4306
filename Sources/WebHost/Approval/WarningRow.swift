import Bridge
import CWebKit

/// One warning: a sign, a word and a sentence, so that its colour says nothing on its own.
@MainActor enum WarningRow {
    static func draw(_ warning: Approval.Warning) -> Widget {
        let row = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, class: look(of: warning.level).style)
        let sign = Draw.label(look(of: warning.level).sign, class: "approval-sign")
        gtk_widget_set_valign(sign, GTK_ALIGN_START)
        let texts = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 2)
        Draw.add(Draw.label(look(of: warning.level).word, class: "approval-heading"), to: texts)
        Draw.add(Draw.label(warning.text), to: texts)
        Draw.add(sign, to: row)
        Draw.add(texts, to: row, expands: true)
        Draw.name(row, "\(look(of: warning.level).word): \(VisibleText.of(warning.text))")
        return row
    }

    private static func look(of level: Approval.Warning.Level) -> (sign: String, word: String, style: String) {
        switch level {
        case .plain: ("●", "Note", "approval-info")
        case .caution: ("▲", "Caution", "approval-caution")
        case .danger: ("✖", "Danger", "approval-danger")
        }
    }
}
