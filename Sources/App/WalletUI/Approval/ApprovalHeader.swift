import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// The requester: its real origin first, then its own name for itself.
@MainActor enum ApprovalHeader {
    /// The kind of requester, as its badge shows it.
    enum Kind {
        case website, paymentService, session, wallet

        var label: String {
            switch self {
            case .website: localized("Website")
            case .paymentService: localized("Payment service")
            case .session: localized("WalletConnect")
            case .wallet: localized("This wallet")
            }
        }
    }

    static func draw(_ question: PendingApproval, mark: PhraseMark?) -> Widget {
        let origin = question.peer.origin
        let header = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6, class: "approval-header")
        switch question.peer {
        case .page: Draw.add(line(origin, kind: .website), to: header)
        case .payment: Draw.add(line(origin, kind: .paymentService), to: header)
        case .session:
            let icon = Draw.icon("network-workgroup-symbolic", name: localized("An app elsewhere"))
            Draw.add(line(icon, localized("A WalletConnect session"), kind: .session), to: header)
        case .wallet:
            let icon = Draw.icon("avatar-default-symbolic", name: localized("You"))
            Draw.add(line(icon, localized("You, in this wallet"), kind: .wallet), to: header)
        }
        if let below = second(question.claim.map(claimLine), mark) { Draw.add(below, to: header) }
        if let session = question.peer.session {
            for line in lines(about: session) { Draw.add(line, to: header) }
        }
        for widget in concerns(about: origin) + [SandboxMark.draw(), mark?.drawExplanation()].compactMap(\.self) {
            Draw.add(widget, to: header)
        }
        return header
    }

    /// The real origin, and the kind of requester.
    static func line(_ origin: Origin, kind: Kind) -> Widget {
        let text = origin.description
        let domain = HostEmphasis.ranges(of: origin, registeredDomain: PublicSuffix.registeredDomain).domain
        let attributes =
            text.hasPrefix("\(origin.scheme)://\(origin.host)")
            ? HostEmphasis.attributes(domain, length: text.utf8.count) : nil
        defer { attributes.map { pango_attr_list_unref($0) } }
        return line(lock(origin), text, attributes, kind: kind)
    }

    private static func line(
        _ icon: Widget, _ text: String, _ attributes: OpaquePointer? = nil, kind: Kind
    ) -> Widget {
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 9)
        Draw.add(icon, to: line)
        let name = Draw.value(text, class: "approval-origin")
        if let attributes {
            gtk_label_set_attributes(name.cast(), attributes)
        } else {
            Draw.style(name, "approval-own")
        }
        Draw.describe(name, localized("Where the request comes from"))
        Draw.add(name, to: line, expands: true)
        let mark = Draw.label(kind.label, class: "approval-kind")
        Draw.describe(mark, localized("Kind of requester"))
        gtk_label_set_line_wrap(mark.cast(), 0)
        gtk_widget_set_valign(mark, GTK_ALIGN_START)
        Draw.add(mark, to: line)
        return line
    }

    /// The second line: the requester's name for itself on the left, the user's security phrase on the right.
    static func second(_ claim: Widget?, _ mark: PhraseMark?) -> Widget? {
        guard claim != nil || mark != nil else { return nil }
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
        if let claim { Draw.add(claim, to: line, expands: true) }
        if let mark { gtk_box_pack_end(line.cast(), mark.draw(), 0, 1, 0) }
        return line
    }

    private static func lock(_ origin: Origin) -> Widget {
        if origin.isExposed { return Draw.icon("channel-insecure-symbolic", name: localized("Not encrypted")) }
        return origin.isLoopback
            ? Draw.icon("computer-symbolic", name: localized("On this computer"))
            : Draw.icon("channel-secure-symbolic", name: localized("Encrypted"))
    }

    private static func claimLine(_ claim: SiteClaim) -> Widget {
        self.claim(localized("Calls itself:"), "“\(VisibleText.of(claim.title))”")
    }

    /// The address that an app gives itself, and whether its messages come from there.
    private static func lines(about session: SessionPeer) -> [Widget] {
        var lines: [Widget] = []
        if !session.url.isEmpty {
            lines.append(claim(localized("Says it is at:"), Quotation.of(address: session.url, limit: 120)))
        }
        let (icon, text): (String, String) =
            switch session.verification {
            case .verified: ("channel-secure-symbolic", localized("Verified: the request comes from this address."))
            case .mismatch: ("dialog-warning-symbolic", localized("The request comes from another address."))
            case .scam: ("dialog-error-symbolic", localized("The site behind the request is known as a scam."))
            case .unknown:
                ("dialog-question-symbolic", localized("Not verified: anyone can give this name and address."))
            }
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        Draw.add(Draw.icon(icon, name: localized("Verification")), to: line)
        let label = Draw.label(text, class: "approval-small")
        Draw.add(label, to: line, expands: true)
        return lines + [line]
    }

    /// A claim of the requester about itself, in quotation marks, on one line.
    private static func claim(_ label: String, _ text: String) -> Widget {
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        let trusted = Draw.label(label, class: "approval-small")
        Draw.style(trusted, "approval-dim")
        let untrusted = Draw.label(text, class: "approval-theirs")
        Draw.style(untrusted, "approval-small")
        gtk_label_set_line_wrap(untrusted.cast(), 0)
        gtk_label_set_ellipsize(untrusted.cast(), PANGO_ELLIPSIZE_END)
        gtk_widget_set_tooltip_text(untrusted, text)
        Draw.add(trusted, to: line)
        Draw.add(untrusted, to: line, expands: true)
        return line
    }

    static func concerns(about origin: Origin) -> [Widget] {
        var widgets: [Widget] = []
        let name = HostName(origin.host)
        if let own = name.inItsOwnScript {
            let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
            let trusted = Draw.label(localized("Unicode form:"), class: "approval-small")
            gtk_label_set_line_wrap(trusted.cast(), 0)
            Draw.style(trusted, "approval-dim")
            let untrusted = Draw.value("“\(own)”", class: "approval-theirs")
            Draw.add(trusted, to: line)
            Draw.add(untrusted, to: line, expands: true)
            widgets.append(line)
        }
        let exposure = localized("Not encrypted: others on the network can read and change this page’s requests.")
        let sentences = (origin.isExposed ? [exposure] : []) + name.concerns.map(sentence)
        return widgets + sentences.map { WarningRow.draw(Approval.Warning(.caution, $0)) }
    }

    private static func sentence(for concern: HostName.Concern) -> String {
        switch concern {
        case .resembles(let other):
            localized("This name looks like \(other, as: "site"), but it is another site.")
        case .mixedScripts:
            localized("This name mixes letters of different scripts. It may imitate another site.")
        case .lookalike:
            localized("This name is written in letters that only look like Latin ones. It may imitate another site.")
        case .unreadable:
            localized("Part of this domain name is invalid Punycode.")
        }
    }
}
