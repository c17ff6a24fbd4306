import Bridge
import CWebKit

/// Who is behind a step, in the place where an approval says who asks.
@MainActor enum StepHeader {
    static func draw(_ source: Step.Source) -> Widget {
        let header = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6, class: "approval-header")
        Draw.add(ApprovalHeader.line(source.origin, door: source.door), to: header)
        for widget in ApprovalHeader.concerns(about: source.origin) { Draw.add(widget, to: header) }
        return header
    }
}
