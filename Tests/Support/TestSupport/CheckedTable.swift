import Foundation

/// A table in a document that a test makes: it must be the same, or is written with `WRITE_TABLES=1`.
public struct CheckedTable {
    /// Why a table is not as it should be.
    public struct Fault: Error, CustomStringConvertible {
        /// The sentence.
        public let description: String
    }

    private let name: String
    private let file: URL

    /// The table after the comment with this name in a file of the repository.
    public init(named name: String, in path: String, test: String = #filePath) {
        self.name = name
        let root = test.firstRange(of: "/Tests/").map { String(test[..<$0.lowerBound]) } ?? "."
        file = URL(filePath: "\(root)/\(path)")
    }

    /// Compares the table with these columns and rows.
    public func check(_ columns: [String], _ rows: [[String]]) throws {
        let lines = [columns, columns.map { _ in "---" }] + rows
        let table = lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
        let text = try String(contentsOf: file, encoding: .utf8)
        guard let start = text.firstRange(of: "<!-- \(name) -->\n")?.upperBound,
            let stop = text[start...].firstRange(of: "<!-- end -->\n")?.lowerBound
        else { throw Fault(description: "the document has no table “\(name)”") }
        guard ProcessInfo.processInfo.environment["WRITE_TABLES"] == nil else {
            return try (text[..<start] + table + text[stop...]).write(to: file, atomically: true, encoding: .utf8)
        }
        guard text[start..<stop] == table else { throw Fault(description: "the table “\(name)” is now:\n\(table)") }
    }
}
