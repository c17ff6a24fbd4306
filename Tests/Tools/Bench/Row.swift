/// One figure of both hosts, round by round.
struct Row {
    let name: String
    let unit: String
    let goal: Goal
    private var trusted: [Double] = []
    private var baseline: [Double] = []

    init(_ name: String, _ unit: String, goal: Goal = .none) {
        self.name = name
        self.unit = unit
        self.goal = goal
    }

    var isEmpty: Bool { trusted.isEmpty }

    /// Adds the figures of one round.
    mutating func add(trusted: Double, baseline: Double) {
        self.trusted.append(trusted)
        self.baseline.append(baseline)
    }

    /// What the row comes to, by medians over the rounds.
    ///
    /// The ratio is taken within each round, for what else the
    /// machine does falls on both of its halves alike.
    var summary: Summary {
        let ratios = zip(trusted, baseline).map { $0 / $1 }
        return Summary(
            name: name, unit: unit, trusted: trusted.median, baseline: baseline.median, ratio: ratios.median,
            goal: goal.text, low: ratios.quantile(0.1), high: ratios.quantile(0.9), rounds: ratios.count,
            isReached: goal.isReached(trusted: trusted.median, ratio: ratios.median))
    }
}
