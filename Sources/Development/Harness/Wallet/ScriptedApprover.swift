import Bridge

/// A simulated user who follows the test's script, and rejects everything that the script does not mention.
@MainActor final class ScriptedApprover: Approver {
    /// The questions of this test, including open ones.
    private(set) var questions: [ScriptedQuestion] = []

    private var script = UserScript()
    private var complaints: [String] = []
    private var waiters: [(count: Int, resume: @MainActor () -> Void)] = []
    private var isWatched = false
    private let patience: Duration
    private let time: TimeSource

    /// Creates a user without a script.
    ///
    /// - Parameters:
    ///   - patience: How long a question without an answer stays open, so that a test may answer after the request.
    ///   - time: The clock.
    init(patience: Duration, time: TimeSource = .system) {
        self.patience = patience
        self.time = time
    }

    func decide(_ question: PendingApproval) async -> Decision {
        let entry = ScriptedQuestion(question)
        questions.append(entry)
        wake()
        if let answer = script.take() {
            settle(entry, answer)
        } else if isWatched {
            watch(entry)
        }
        return await withTaskCancellationHandler {
            await entry.decision()
        } onCancel: {
            Task { @MainActor in entry.withdraw() }
        }
    }

    /// Begins a test: the script is empty, and open questions of the page wait for this test's answers.
    func begin() {
        script = UserScript()
        complaints = []
        questions.removeAll { !$0.isOpen }
        isWatched = true
        for question in questions { watch(question) }
    }

    /// Ends a test: open questions are rejected.
    ///
    /// - Returns: The differences from the script, each as sentences: questions without an answer, and answers without a
    ///   question.
    func end() -> (unanswered: [String], unasked: [String]) {
        for question in questions where question.isOpen {
            if !script.isHolding { complain(question) }
            question.settle(.rejected)
        }
        isWatched = false
        for waiter in waiters { waiter.resume() }
        waiters = []
        defer { script = UserScript() }
        return (complaints, script.complaints())
    }

    /// Answers the open questions and the next ones, `count` in total.
    func add(_ answer: UserScript.Answer, times count: Int) {
        let open = questions.filter(\.isOpen).prefix(count)
        for question in open { settle(question, answer) }
        script.add(answer, times: count - open.count)
    }

    /// Answers every question without another scripted answer; `nil` ends that.
    func always(_ answer: UserScript.Answer?) {
        script.always = answer
        guard let answer else { return }
        for question in questions where question.isOpen { settle(question, answer) }
    }

    /// Types `text` when a question asks for text.
    func type(_ text: String) {
        script.type(text)
    }

    /// Leaves questions open until they are answered, or until ``release()``.
    func hold() {
        script.isHolding = true
    }

    /// Ends ``hold()``: open questions are answered by the script again.
    func release() {
        script.isHolding = false
        for question in questions where question.isOpen { watch(question) }
    }

    /// Calls `resume` once this test has had at least `count` questions, or when the test ends.
    func whenAsked(_ count: Int, _ resume: @escaping @MainActor () -> Void) {
        if questions.count >= count { resume() } else { waiters.append((count, resume)) }
    }

    private func wake() {
        let ready = waiters.filter { questions.count >= $0.count }
        waiters.removeAll { questions.count >= $0.count }
        for waiter in ready { waiter.resume() }
    }

    private func settle(_ question: ScriptedQuestion, _ answer: UserScript.Answer) {
        switch answer {
        case .reject: question.settle(.rejected)
        case .approve:
            let entry = question.approval.entry.map { script.text(initial: $0.initial) }
            question.settle(.approved(entry: entry))
        }
    }

    /// Rejects `question` if the script does not answer it in time.
    private func watch(_ question: ScriptedQuestion) {
        guard !script.isHolding else { return }
        Task { [weak self, patience, time] in
            try? await time.sleep(patience)
            guard let self, question.isOpen, isWatched, !script.isHolding else { return }
            complain(question)
            question.settle(.rejected)
        }
    }

    private func complain(_ question: ScriptedQuestion) {
        complaints.append(
            """
            The test does not say how to answer “\(question.approval.sentence)”, so it was rejected. Call \
            t.wallet.approve() or t.wallet.reject() before the request.
            """)
    }
}
