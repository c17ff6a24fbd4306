import Bridge
import WindowTesting

/// A user who follows a script; without one, waits for ever.
@MainActor final class ScriptedUser: Approver {
    /// What the user decides; `nil` leaves the question open.
    var answer: @MainActor (PendingApproval) async -> Decision? = { _ in .approved }

    /// Every question that was put, in order.
    private(set) var questions: [PendingApproval] = []

    /// The questions that are open.
    private(set) var open = 0 {
        didSet { mostOpen = max(mostOpen, open) }
    }

    /// The maximum number of questions that were open at the same time.
    private(set) var mostOpen = 0

    /// The one question that was put.
    var onlyQuestion: PendingApproval {
        get throws(Failure) {
            guard questions.count == 1, let question = questions.first else {
                throw Failure("\(questions.count) questions were put instead of one")
            }
            return question
        }
    }

    func decide(_ question: PendingApproval) async -> Decision {
        questions.append(question)
        open += 1
        defer { open -= 1 }
        if let decision = await answer(question) { return decision }
        try? await Task.sleep(for: .seconds(3_600))
        return .rejected
    }
}
