public import Bridge
import CWebKit
import GLibKit
import WebHost

/// Questions: a screen whose answers the caller waits for.
extension ScreenWindow: ScreenPresenter {
    /// Shows `screen` and waits for the answers; `nil` if the user closed the window.
    ///
    /// The window closes by itself if the user wants it, or presses a button with ``Screen/Answer/cancel``. Otherwise, the
    /// screen stays, disabled, until the next one is shown, a problem with the answers is reported, or it is closed.
    ///
    /// A question that the user has opened gets the focus. One that a page has caused begins with a button of the kind
    /// ``Screen/Button/Kind/paying``, and does not take the focus while the user is typing elsewhere.
    public func ask(_ screen: Screen) async -> ScreenAnswers? {
        guard !isClosed else { return nil }
        question.isAsking = true
        question.isOfPage = question.isOfPage || screen.buttons.contains { $0.kind == .paying }
        question.undelivered = nil
        draw(screen, nil)
        return await answer()
    }

    /// Waits for the next answer to the screen that is shown; `nil` if the window was closed.
    public func next() async -> ScreenAnswers? {
        if let answers = question.undelivered {
            question.undelivered = nil
            return answers
        }
        return isClosed ? nil : await answer()
    }

    /// Shows what is wrong with the last answers, by field ID, and waits for new ones; `nil` if the user closed the
    /// window.
    ///
    /// An ID with a slash and a number, such as `words/7`, means one of a field's words.
    public func complain(_ problems: [FieldID: String]) async -> ScreenAnswers? {
        guard !isClosed else { return nil }
        endWork()
        change { $0.problems = problems }
        return await answer()
    }

    /// Shows what is being done with the answers, while the screen is disabled.
    ///
    /// The user cannot close the window meanwhile; otherwise the operation would finish without showing its result.
    public func work(_ sentence: String) { work(sentence, canBeClosed: false) }

    /// Shows what is being done with the answers, while the screen is disabled.
    public func work(_ sentence: String, canBeClosed: Bool) {
        question.isWorking = !canBeClosed
        showWork(sentence)
    }

    /// Changes the note of a screen that has one; nothing else in it changes or moves.
    public func show(note: String) {
        change { screen in
            if screen.note != nil { screen.note = note }
        }
    }

    /// Puts the window above one of another process, which ``handle()`` has named; before the first screen is shown.
    package func attach(to handle: String) {
        gtk_window_set_position(window.pointer, GTK_WIN_POS_CENTER)
        WindowHandle.attach(window.pointer.cast(), to: handle)
    }

    /// The handle by which another process can refer to the window; `nil` if it is not on the screen.
    package func handle() async -> String? {
        isClosed ? nil : await WindowHandle.of(window.pointer.cast())
    }

    private func answer() async -> ScreenAnswers? {
        question.isWorking = false
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                question.settle(nil)
                question.waiting = continuation
                if Task.isCancelled { close() }
            }
        } onCancel: {
            Task { @MainActor in self.close() }
        }
    }
}

/// The state of a question in a window.
@MainActor struct ScreenQuestion {
    /// Whether the window has asked a question; then it closes by itself.
    var isAsking = false

    /// Whether a page has caused it, and not the user.
    var isOfPage = false

    /// Whether an operation runs whose result the user must see.
    var isWorking = false

    /// The caller that waits for the answers.
    var waiting: CheckedContinuation<ScreenAnswers?, Never>?

    /// Answers that have not been delivered yet.
    var undelivered: ScreenAnswers?

    /// Delivers the answers to the caller that waits; `nil` if the user does not want to answer.
    mutating func settle(_ answers: ScreenAnswers?) {
        waiting?.resume(returning: answers)
        waiting = nil
    }
}
