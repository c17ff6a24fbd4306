public import Bridge
import CWebKit

/// Puts the questions of one window's pages to the user, each in a dialog of that window.
///
/// A dialog never takes the focus from another window: where the user is elsewhere, it asks for attention.
@MainActor public final class ApprovalPresenter: Approver {
    private let parent: Ref<GtkWindow>
    private let notice: String?
    private let mark: PhraseMark?
    private let time: Timekeeper
    private var dialogs: [ObjectIdentifier: ApprovalDialog] = [:]
    private var isGone = false

    /// Those for whom there is no room on the screen yet.
    private var queue: [CheckedContinuation<Void, Never>] = []

    /// How many dialogs are on the screen at most.
    static let mostDialogs = 4

    /// Creates a presenter for the pages of `parent`.
    ///
    /// - Parameters:
    ///   - parent: The window that the dialogs belong to and close with.
    ///   - notice: A sentence that every dialog shows, such as “demo keys, no value”.
    ///   - mark: The user's security phrase, which every dialog shows.
    ///   - time: The clock that arms the approving button.
    public convenience init(
        parent: BrowserWindow, notice: String?, mark: PhraseMark? = nil, time: Timekeeper = .system
    ) {
        self.init(window: parent.window.pointer, notice: notice, mark: mark, time: time)
    }

    /// Creates a presenter for what is done in `parent`.
    public convenience init(
        parent: StepWindow, notice: String?, mark: PhraseMark? = nil, time: Timekeeper = .system
    ) {
        self.init(window: parent.window.pointer, notice: notice, mark: mark, time: time)
    }

    init(window: UnsafeMutablePointer<GtkWindow>, notice: String?, mark: PhraseMark?, time: Timekeeper = .system) {
        parent = Ref(retaining: window)
        self.notice = notice
        self.mark = mark
        self.time = time
        Signal.connect(window, "destroy") { [weak self] () -> Void in
            self?.isGone = true
            self?.makeRoom()
        }
    }

    /// Shows a dialog and waits for the decision; a window that is gone answers no.
    public func decide(_ question: Question) async -> Decision {
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

    private func open(_ question: Question) -> ApprovalDialog {
        let dialog = ApprovalDialog(question, over: parent.pointer, notice: notice, mark: mark, time: time)
        dialogs[ObjectIdentifier(question)] = dialog
        // One that was closed while nobody listened is kept until its no was heard.
        dialog.onClose = { [weak self] isHeard in
            if isHeard { self?.dialogs[ObjectIdentifier(question)] = nil }
            self?.makeRoom()
        }
        return dialog
    }

    /// Closes dialogs that have nothing to decide any more, and waits until there is room for one more.
    ///
    /// A new question takes the place of outcomes.
    private func waitForRoom(_ question: Question) async {
        for dialog in onScreen where dialog.isOver && dialog.question.outcome != nil { dialog.close() }
        while !isGone, !Task.isCancelled, !question.isWithdrawn, onScreen.count >= Self.mostDialogs {
            if let waiting = onScreen.first(where: \.isOver) {
                waiting.close()
            } else {
                await room()
            }
        }
    }

    /// The dialogs that can be seen; one whose rejection nobody has heard yet is kept longer.
    private var onScreen: [ApprovalDialog] { dialogs.values.filter { !$0.isClosed } }

    private func room() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { queue.append($0) }
        } onCancel: {
            Task { @MainActor in self.makeRoom() }
        }
    }

    /// Lets all look again whether there is room.
    private func makeRoom() {
        let waiting = queue
        queue = []
        for continuation in waiting { continuation.resume() }
    }

    /// Whether the user looks at the window, or at another dialog of it.
    private var isUserHere: Bool {
        gtk_window_is_active(parent.pointer) != 0 || dialogs.values.contains(where: \.isActive)
    }
}
