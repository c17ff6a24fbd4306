import Bridge
import CWebKit

/// Who asks: the real origin first, then what it calls itself.
@MainActor enum ApprovalHeader {
    static func draw(_ question: Question) -> Widget {
        let origin = question.peer.origin
        let header = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6, class: "approval-header")
        if question.peer == .wallet {
            Draw.add(Draw.label("You, in the wallet's own window", class: "approval-origin"), to: header)
            return header
        }
        Draw.add(line(origin, door: question.peer.payment == nil ? "page" : "payment"), to: header)
        if let claim = question.claim { Draw.add(claimLine(claim), to: header) }
        for widget in concerns(about: origin) { Draw.add(widget, to: header) }
        return header
    }

    /// The real origin, and the door that it came through.
    static func line(_ origin: Origin, door word: String) -> Widget {
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 9)
        Draw.add(lock(origin), to: line)
        let name = Draw.value(origin.description, class: "approval-origin")
        Draw.describe(name, "Where the request comes from")
        Draw.add(name, to: line, expands: true)
        let door = Draw.label(word, class: "approval-door")
        gtk_widget_set_valign(door, GTK_ALIGN_START)
        Draw.add(door, to: line)
        return line
    }

    private static func lock(_ origin: Origin) -> Widget {
        if origin.isExposed { return Draw.icon("channel-insecure-symbolic", name: "Not encrypted") }
        return origin.isLoopback
            ? Draw.icon("computer-symbolic", name: "On this machine")
            : Draw.icon("channel-secure-symbolic", name: "Encrypted")
    }

    private static func claimLine(_ claim: SiteClaim) -> Widget {
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        let ours = Draw.label("calls itself", class: "approval-small")
        Draw.style(ours, "approval-dim")
        let text = "“\(VisibleText.of(claim.title))”"
        let theirs = Draw.label(text, class: "approval-theirs")
        Draw.style(theirs, "approval-small")
        gtk_label_set_line_wrap(theirs.cast(), 0)
        gtk_label_set_ellipsize(theirs.cast(), PANGO_ELLIPSIZE_END)
        gtk_widget_set_tooltip_text(theirs, text)
        Draw.add(ours, to: line)
        Draw.add(theirs, to: line, expands: true)
        return line
    }

    static func concerns(about origin: Origin) -> [Widget] {
        var widgets: [Widget] = []
        let name = HostName(origin.host)
        if let own = name.inItsOwnScript {
            let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
            let ours = Draw.label("In its own script:", class: "approval-small")
            gtk_label_set_line_wrap(ours.cast(), 0)
            Draw.style(ours, "approval-dim")
            let theirs = Draw.value("“\(own)”", class: "approval-theirs")
            Draw.add(ours, to: line)
            Draw.add(theirs, to: line, expands: true)
            widgets.append(line)
        }
        let sentences =
            (origin.isExposed ? ["Not encrypted: others on the way can read and change what this page asks."] : [])
            + name.concerns.map(sentence)
        return widgets + sentences.map { WarningRow.draw(Approval.Warning(.caution, $0)) }
    }

    private static func sentence(for concern: HostName.Concern) -> String {
        switch concern {
        case .resembles(let other):
            "This name looks like \(other), but it is another site."
        case .mixedScripts:
            "This name mixes letters of different scripts. It may be made to look like another site's."
        case .lookalike:
            "This name is written in letters that only look like Latin ones. It may be made to look like another site's."
        case .unreadable:
            "A part of this name says that it stands for other letters, and cannot be read."
        }
    }
}
