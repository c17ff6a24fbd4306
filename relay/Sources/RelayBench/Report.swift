import Foundation

/// The figures of a run: printed, and written as JSON in the form of the other benchmarks.
final class Report {
    /// A figure of the relay, and what it is compared with: the bare echo, or a single relay.
    struct Row: Encodable {
        let name: String
        let unit: String
        let trusted: Double
        var baseline: Double?
        var ratio: Double?
        var goal: String?
    }

    private var rows: [Row] = []

    /// Adds a figure, and prints it.
    func add(_ row: Row) {
        rows.append(row)
        var line = row.name.padding(toLength: 64, withPad: " ", startingAt: 0)
        line += String(format: "%10.1f", row.trusted)
        if let baseline = row.baseline { line += String(format: "   against %10.1f", baseline) }
        if let ratio = row.ratio { line += String(format: "   ratio %5.2f", ratio) }
        print("\(line)   \(row.unit)\(row.goal.map { ", \($0)" } ?? "")")
    }

    /// Writes all figures into a file.
    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(rows).write(to: URL(filePath: path))
    }
}
