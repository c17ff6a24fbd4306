import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// A warning with an icon, a word and a sentence, so that it does not depend on its colour.
@MainActor enum WarningRow {
    static func draw(_ warning: Approval.Warning) -> Widget {
        let look = look(of: warning.level)
        let row = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, class: look.style)
        let sign = Draw.label(look.sign, class: "approval-sign")
        gtk_widget_set_valign(sign, GTK_ALIGN_START)
        let texts = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 2)
        Draw.add(Draw.label(look.word, class: "approval-heading"), to: texts)
        Draw.add(Draw.label(warning.text), to: texts)
        Draw.add(sign, to: row)
        Draw.add(texts, to: row, expands: true)
        Draw.name(row, localized("\(look.word, as: "label"): \(VisibleText.of(warning.text), as: "text")"))
        Draw.role(row, look.role)
        return row
    }

    private static func look(
        of level: Approval.Warning.Level
    ) -> (sign: String, word: String, style: String, role: AtkRole) {
        switch level {
        case .plain: ("●", localized("Note"), "approval-info", ATK_ROLE_NOTIFICATION)
        case .caution: ("▲", localized("Caution"), "approval-caution", ATK_ROLE_ALERT)
        case .danger: ("✖", localized("Danger"), "approval-danger", ATK_ROLE_ALERT)
        }
    }
}
