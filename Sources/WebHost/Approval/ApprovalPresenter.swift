public import Bridge
import CWebKit

/// Puts the questions of one window's pages to the user, each in a dialog of that window.
///
/// A dialog never takes the focus from another window: where the user is elsewhere, it asks for attention.
@MainActor public final class ApprovalPresenter: Approver {
    private let parent: Ref<GtkWindow>
    private let notice: String?
    private let time: Timekeeper
    private var dialogs: [ObjectIdentifier: ApprovalDialog] = [:]
    private var isGone = false

    /// Creates a presenter for the pages of `parent`.
    ///
    /// - Parameters:
    ///   - parent: The window that the dialogs belong to and close with.
    ///   - notice: A sentence that every dialog shows, such as “demo keys, no value”.
    ///   - time: The clock that arms the approving button.
    public convenience init(parent: BrowserWindow, notice: String?, time: Timekeeper = .system) {
        self.init(window: parent.window.pointer, notice: notice, time: time)
    }

    /// Creates a presenter for what is done in `parent`.
    public convenience init(parent: StepWindow, notice: String?, time: Timekeeper = .system) {
        self.init(window: parent.window.pointer, notice: notice, time: time)
    }

    init(window: UnsafeMutablePointer<GtkWindow>, notice: String?, time: Timekeeper = .system) {
        parent = Ref(retaining: window)
        self.notice = notice
        self.time = time
        Signal.connect(window, "destroy") { [weak self] () -> Void in self?.isGone = true }
    }

    /// Shows a dialog and waits for the decision; a window that is gone answers no.
    public func decide(_ question: Question) async -> Decision {
        guard !isGone else { return .rejected }
        let dialog = dialogs[ObjectIdentifier(question)] ?? open(question)
        defer { if dialog.isClosed { dialogs[ObjectIdentifier(question)] = nil } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                dialog.listen { continuation.resume(returning: $0) }
                if Task.isCancelled {
                    dialog.close()
                } else {
                    dialog.show(isUserHere: isUserHere)
                }
            }
        } onCancel: {
            Task { @MainActor in dialog.withdraw() }
        }
    }

    private func open(_ question: Question) -> ApprovalDialog {
        let dialog = ApprovalDialog(question, over: parent.pointer, notice: notice, time: time)
        dialogs[ObjectIdentifier(question)] = dialog
        // One that was closed while nobody listened is kept until its no was heard.
        dialog.onClose = { [weak self] isHeard in
            if isHeard { self?.dialogs[ObjectIdentifier(question)] = nil }
        }
        return dialog
    }

    /// Whether the user looks at the window, or at another dialog of it.
    private var isUserHere: Bool {
        gtk_window_is_active(parent.pointer) != 0 || dialogs.values.contains(where: \.isActive)
    }
}
