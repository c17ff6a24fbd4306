import Synchronization

/// What the user decides about, and its next version while it is made.
///
/// The subject and what is on the screen change in the same step, so a consent is always to what was shown. One revision
/// runs at a time: a new one cancels the one before, and the end of the question cancels the last.
@MainActor final class Revision<Subject: Approvable> {
    /// Makes the subject with the values that the user wants.
    typealias Body = @MainActor (Subject, [String: String]) async throws(RPCError) -> Subject

    /// What is on the screen.
    private(set) var subject: Subject

    private let question: Question
    private let body: Body?
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(of subject: Subject, on question: Question, _ body: Body?) {
        self.subject = subject
        self.question = question
        self.body = body
    }

    /// Begins to make the subject with `values`, in place of one that is being made.
    func begin(_ values: [String: String]) {
        guard let body else { return }
        end()
        question.isRevising = true
        question.trouble = nil
        let task = Task { [question, subject] in
            do throws(RPCError) {
                let revised = try await body(subject, values)
                guard !Task.isCancelled else { return }
                self.subject = revised
                question.approval = revised.shown
            } catch {
                guard !Task.isCancelled else { return }
                question.trouble = error.message
            }
            question.isRevising = false
        }
        self.task.withLock { $0 = task }
    }

    /// Waits until the one that is being made is finished.
    func settle() async {
        await task.withLock(\.self)?.value
    }

    /// Cancels the one that is being made.
    nonisolated func end() {
        task.withLock(\.self)?.cancel()
    }
}
