import Bridge
import CWebKit
import GLibKit
import WebHost

/// The origin behind a step, in the same place as the requester in an approval.
@MainActor enum ScreenHeader {
    static func draw(_ source: Screen.Source?, mark: PhraseMark?) -> Widget? {
        guard source != nil || mark != nil else { return nil }
        let header = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6, class: "approval-header")
        if let source { Draw.add(ApprovalHeader.line(source.origin, kind: kind(source)), to: header) }
        if let below = ApprovalHeader.second(nil, mark) { Draw.add(below, to: header) }
        let concerns = source.map { ApprovalHeader.concerns(about: $0.origin) } ?? []
        for widget in concerns + [mark?.drawExplanation()].compactMap(\.self) { Draw.add(widget, to: header) }
        return header
    }

    private static func kind(_ source: Screen.Source) -> ApprovalHeader.Kind {
        switch source.kind {
        case .website: .website
        case .paymentService: .paymentService
        }
    }
}
