import Foundation

/// A row as it is printed and written.
struct Summary: Encodable {
    let name: String
    let unit: String
    let trusted: Double
    let baseline: Double
    let ratio: Double
    let goal: String?
    let low: Double
    let high: Double
    let rounds: Int
    let isReached: Bool?

    private enum CodingKeys: CodingKey { case name, unit, trusted, baseline, ratio, goal }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(unit, forKey: .unit)
        try container.encode(Self.rounded(trusted), forKey: .trusted)
        try container.encode(Self.rounded(baseline), forKey: .baseline)
        try container.encode(Self.rounded(ratio), forKey: .ratio)
        try container.encode(goal, forKey: .goal)
    }

    /// JSON has no infinity, which a ratio to nothing is.
    private static func rounded(_ value: Double) -> Double? {
        value.isFinite ? (value * 1_000).rounded() / 1_000 : nil
    }

    /// The line of a table.
    var line: String {
        let verdict = isReached.map { $0 ? "reached" : "MISSED" } ?? ""
        return [
            name.padding(toLength: 36, withPad: " ", startingAt: 0), Self.column(trusted), Self.column(baseline),
            " " + unit.padding(toLength: 12, withPad: " ", startingAt: 0),
            String(format: "%6.2f  (%.2f to %.2f, %d rounds)", ratio, low, high, rounds)
                .padding(toLength: 38, withPad: " ", startingAt: 0),
            goal.map { "\($0): \(verdict)" } ?? "",
        ].joined()
    }

    static let header =
        "                                           ours    baseline             "
        + "  ratio  (10th to 90th percentile)     goal"

    /// Prints a table, and writes it to the file that `--output` names.
    static func tell(_ rows: [Summary], output: String?) throws {
        print(header)
        for row in rows { print(row.line) }
        guard let output else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
        try encoder.encode(rows).write(to: URL(filePath: output))
    }

    private static func column(_ value: Double) -> String {
        String(format: abs(value) < 100 ? "%12.2f" : "%12.0f", value)
    }
}
