import Bridge
import GLibKit
import Messages
import WebHost

/// The mark of a run without WebKit's sandbox, in windows with pages and in approvals.
@MainActor enum SandboxMark {
    /// A warning that stays; `nil` if pages run in the sandbox.
    static func draw() -> Widget? {
        guard WebSandbox.isWaived else { return nil }
        ApprovalStyle.load()
        return WarningRow.draw(
            Approval.Warning(
                .danger,
                localized(
                    """
                    WebKit’s sandbox is off in this run. A page that takes over its process can read and change your files.
                    """)))
    }
}
