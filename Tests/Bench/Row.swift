/// One figure of both hosts, round by round.
struct Row {
    let name: String
    let unit: String
    let goal: Goal
    private var ours: [Double] = []
    private var baseline: [Double] = []

    init(_ name: String, _ unit: String, goal: Goal = .none) {
        self.name = name
        self.unit = unit
        self.goal = goal
    }

    var isEmpty: Bool { ours.isEmpty }

    /// Adds the figures of one round.
    mutating func add(ours: Double, baseline: Double) {
        self.ours.append(ours)
        self.baseline.append(baseline)
    }

    /// What the row comes to, by medians over the rounds.
    ///
    /// The ratio is taken within each round, for what else the
    /// machine does falls on both of its halves alike.
    var summary: Summary {
        let ratios = zip(ours, baseline).map { $0 / $1 }
        return Summary(
            name: name, unit: unit, ours: ours.median, baseline: baseline.median, ratio: ratios.median,
            goal: goal.text, low: ratios.quantile(0.1), high: ratios.quantile(0.9), rounds: ratios.count,
            isReached: goal.isReached(ours: ours.median, ratio: ratios.median))
    }
}
