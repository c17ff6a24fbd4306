/// The progress of a confirmed payment.
struct Confirmation: Sendable {
    let option: IssuedOption
    let results: [String]
    let transaction: String

    private let timeline: [StatusStep]
    private var index = 0
    private var answers = 0
    private var began: ContinuousClock.Instant

    init(
        _ option: IssuedOption, results: [String], transaction: String, timeline: [StatusStep],
        now: ContinuousClock.Instant
    ) {
        self.option = option
        self.results = results
        self.transaction = transaction
        self.timeline = timeline.isEmpty ? [StatusStep(.succeeded)] : timeline
        began = now
    }

    /// The current step.
    var step: StatusStep { timeline[index] }

    /// When the step ends; `nil` if it ends after a number of responses, or is the last.
    var ends: ContinuousClock.Instant? {
        guard index + 1 < timeline.count, let milliseconds = step.milliseconds else { return nil }
        return began + .milliseconds(milliseconds)
    }

    /// Advances to the step at time `now`.
    mutating func advance(to now: ContinuousClock.Instant) {
        while index + 1 < timeline.count {
            if let ends {
                guard ends <= now else { return }
                began = ends
            } else {
                guard answers >= step.answers else { return }
                began = now
            }
            index += 1
            answers = 0
        }
    }

    /// Counts a response with the current step.
    mutating func countResponse() { answers += 1 }
}
