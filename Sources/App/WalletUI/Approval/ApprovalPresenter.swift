public import Bridge
import CWebKit
import GLibKit
import WebHost

/// Shows the questions of one window's pages, each in a dialog of that window.
///
/// A dialog never takes the focus from another window: if the user is elsewhere, the dialog requests attention.
@MainActor public final class ApprovalPresenter: Approver {
    private let parent: Ref<GtkWindow>
    private let notice: String?
    private let mark: PhraseMark?
    private let time: TimeSource
    private var dialogs: [ObjectIdentifier: ApprovalDialog] = [:]
    private var isGone = false

    /// A caution for the approval of a page's request, such as one about the web engine; called once for each dialog.
    package var pageCaution: (@MainActor () -> String?)?

    /// Questions that wait for space on the screen.
    private var queue: [CheckedContinuation<Void, Never>] = []

    /// The maximum number of dialogs on the screen.
    static let mostDialogs = 4

    /// Creates a presenter for the pages of `parent`.
    ///
    /// - Parameters:
    ///   - parent: The window of the dialogs; they close with it.
    ///   - notice: A sentence for every dialog, such as “demo keys, no value”.
    ///   - mark: The user's security phrase, which every dialog shows.
    ///   - time: The clock for the approve button.
    public convenience init(
        parent: BrowserWindow, notice: String?, mark: PhraseMark? = nil, time: TimeSource = .system
    ) {
        self.init(window: parent.window.pointer, notice: notice, mark: mark, time: time)
    }

    /// Creates a presenter for `parent`.
    public convenience init(
        parent: ScreenWindow, notice: String?, mark: PhraseMark? = nil, time: TimeSource = .system
    ) {
        self.init(window: parent.window.pointer, notice: notice, mark: mark, time: time)
    }

    init(window: UnsafeMutablePointer<GtkWindow>, notice: String?, mark: PhraseMark?, time: TimeSource = .system) {
        parent = Ref(retaining: window)
        self.notice = notice
        self.mark = mark
        self.time = time
        Signal.connect(window, "destroy") { [weak self] () -> Void in
            self?.isGone = true
            self?.makeRoom()
        }
    }

    /// Shows a dialog and waits for the decision; a closed window rejects.
    public func decide(_ question: PendingApproval) async -> Decision {
        if dialogs[ObjectIdentifier(question)] == nil {
            await waitForRoom(question)
            guard !Task.isCancelled, !question.isWithdrawn else { return .rejected }
        }
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

    private func open(_ question: PendingApproval) -> ApprovalDialog {
        var caution: String?
        if case .page = question.peer { caution = pageCaution?() }
        let dialog = ApprovalDialog(
            question, over: parent.pointer, notice: notice, mark: mark, caution: caution, time: time)
        dialogs[ObjectIdentifier(question)] = dialog
        // Keep a dialog that was closed before anything listened until its rejection is delivered.
        dialog.onClose = { [weak self] isDelivered in
            if isDelivered { self?.dialogs[ObjectIdentifier(question)] = nil }
            self?.makeRoom()
        }
        return dialog
    }

    /// Closes dialogs whose question is decided, and waits until there is space for one more.
    ///
    /// A new question replaces the dialogs that only show an outcome.
    private func waitForRoom(_ question: PendingApproval) async {
        for dialog in visible where dialog.isShowingOutcome { dialog.close() }
        while !isGone, !Task.isCancelled, !question.isWithdrawn, visible.count >= Self.mostDialogs {
            if let waiting = visible.first(where: \.isOver) {
                waiting.close()
            } else {
                await room()
            }
        }
    }

    /// The visible dialogs; a closed one whose rejection is not delivered yet is kept longer.
    private var visible: [ApprovalDialog] { dialogs.values.filter { !$0.isClosed } }

    private func room() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { queue.append($0) }
        } onCancel: {
            Task { @MainActor in self.makeRoom() }
        }
    }

    /// Lets all waiting questions check again for space.
    private func makeRoom() {
        let waiting = queue
        queue = []
        for continuation in waiting { continuation.resume() }
    }

    /// Whether one of its dialogs has the focus, or requests it from the window manager; for tests, which have none.
    package var takesFocus: Bool { visible.contains { $0.isActive || $0.takesFocus } }

    /// Whether the user is in the window or in another dialog of it, or returns to it from a form that has ended.
    private var isUserHere: Bool {
        gtk_window_is_active(parent.pointer) != 0 || dialogs.values.contains(where: \.isActive)
            || DialogWindows.isReturning(to: parent.pointer.cast())
    }
}
