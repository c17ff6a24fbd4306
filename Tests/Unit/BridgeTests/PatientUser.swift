import Bridge

/// A user whose decisions the test controls.
@MainActor final class PatientUser: Approver {
    /// All questions so far, in order.
    private(set) var questions: [PendingApproval] = []
    private var waiting: [(question: PendingApproval, continuation: CheckedContinuation<Decision, Never>)] = []

    /// The open questions.
    var open: [PendingApproval] { waiting.map(\.question) }

    func decide(_ question: PendingApproval) async -> Decision {
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

    /// Decides the oldest open question.
    func answer(_ decision: Decision) {
        guard !waiting.isEmpty else { return }
        waiting.removeFirst().continuation.resume(returning: decision)
    }

    private func close(_ question: PendingApproval) {
        guard let place = waiting.firstIndex(where: { $0.question === question }) else { return }
        waiting.remove(at: place).continuation.resume(returning: .rejected)
    }
}
