/// How a question's approval is made anew while the user looks at it.
///
/// One revision runs at a time: a new wish ends the one before, and the end of the question ends the last.
@MainActor final class Revision {
    /// Makes the approval for the values that the user wants.
    typealias Body = @MainActor ([String: String]) async throws(RPCError) -> Approval

    private let question: Question
    private let body: Body
    private var task: Task<Void, Never>?

    init(of question: Question, _ body: @escaping Body) {
        self.question = question
        self.body = body
    }

    /// Begins to make the approval for `values`, in the place of one that is being made.
    func begin(_ values: [String: String]) {
        task?.cancel()
        question.isRevising = true
        question.trouble = nil
        task = Task { [question, body] in
            do throws(RPCError) {
                let approval = try await body(values)
                guard !Task.isCancelled else { return }
                question.approval = approval
            } catch {
                guard !Task.isCancelled else { return }
                question.trouble = error.message
            }
            question.isRevising = false
        }
    }

    /// Waits until the one that is being made is there.
    func settle() async {
        guard let task else { return }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Ends the one that is being made: nobody waits for it.
    func end() {
        task?.cancel()
    }
}
