import Synchronization

/// The current subject of a question, and the next one while it is being made.
///
/// The subject and the content of the screen change in the same step, so a consent always matches what was shown. Only
/// one revision runs at a time: a new one cancels the previous one, and the end of the question cancels the last.
@MainActor final class Revision<Subject: Approvable> {
    /// Makes a subject with the values that the user wants.
    typealias Body = @MainActor (Subject, [String: String]) async throws(RPCError) -> Subject

    /// The subject on the screen.
    private(set) var subject: Subject

    private let question: PendingApproval
    private let body: Body?
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(of subject: Subject, on question: PendingApproval, _ body: Body?) {
        self.subject = subject
        self.question = question
        self.body = body
    }

    /// Starts to make a subject with `values`, and cancels a running revision.
    func begin(_ values: [String: String]) {
        guard let body else { return }
        end()
        question.isRevising = true
        question.problem = nil
        let task = Task { [question, subject] in
            do throws(RPCError) {
                let revised = try await body(subject, values)
                guard !Task.isCancelled else { return }
                self.subject = revised
                question.approval = revised.shown
            } catch {
                guard !Task.isCancelled else { return }
                question.problem = error.sentence
            }
            question.isRevising = false
        }
        self.task.withLock { $0 = task }
    }

    /// Waits until the running revision has finished.
    func settle() async {
        await task.withLock(\.self)?.value
    }

    /// Cancels the running revision.
    nonisolated func end() {
        task.withLock(\.self)?.cancel()
    }
}
