/// What became of a payment once it was confirmed.
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

    /// The step that it is at.
    var step: StatusStep { timeline[index] }

    /// When the step is over by itself; `nil` where it ends by answers, or is the last.
    var ends: ContinuousClock.Instant? {
        guard index + 1 < timeline.count, let milliseconds = step.milliseconds else { return nil }
        return began + .milliseconds(milliseconds)
    }

    /// Advances to the step that `now` belongs to.
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

    /// Counts an answer that tells of the step.
    mutating func tell() { answers += 1 }
}
