import Bridge

/// A user whose decisions the test makes.
@MainActor final class PatientUser: Approver {
    /// Every question that was put, in order.
    private(set) var questions: [Question] = []
    private var waiting: [(question: Question, continuation: CheckedContinuation<Decision, Never>)] = []

    /// The questions that are open.
    var open: [Question] { waiting.map(\.question) }

    func decide(_ question: Question) async -> Decision {
        questions.append(question)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: .rejected)
                } else {
                    waiting.append((question, continuation))
                }
            }
        } onCancel: {
            Task { @MainActor in self.close(question) }
        }
    }

    /// Decides the question that is open for the longest time.
    func answer(_ decision: Decision) {
        guard !waiting.isEmpty else { return }
        waiting.removeFirst().continuation.resume(returning: decision)
    }

    private func close(_ question: Question) {
        guard let place = waiting.firstIndex(where: { $0.question === question }) else { return }
        waiting.remove(at: place).continuation.resume(returning: .rejected)
    }
}
