import Bridge

/// The history as a file: CSV (RFC 4180) or JSON.
package enum HistoryExport {
    /// The formats.
    package enum Format: String, CaseIterable {
        case csv, json
    }

    /// The text of a file with `entries`.
    package static func text(of entries: [ListedTransaction], as format: Format) -> String {
        switch format {
        case .csv: csv(entries)
        case .json: CommandCoding.json(entries).text + "\n"
        }
    }

    private static let columns = [
        "time", "network", "account", "transaction", "state", "confirmations", "description", "changes", "others",
        "fee", "note", "origin", "test", "nodeSite",
    ]

    private static func csv(_ entries: [ListedTransaction]) -> String {
        let lines = entries.map { entry -> [String] in
            [
                entry.time ?? "", entry.chain, entry.account, entry.txid, entry.state,
                entry.confirmations.map(String.init) ?? "", entry.description ?? "",
                entry.changes.map(amount).joined(separator: "; "), entry.others.joined(separator: "; "),
                entry.fee.map(amount) ?? "", entry.note ?? "", entry.origin ?? "", entry.test ? "test" : "",
                entry.nodeSite ?? "",
            ]
        }
        return ([columns] + lines).map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
    }

    /// A change as text: the symbol and a decimal number; a cell that begins with a sign would be a formula.
    private static func amount(_ change: ListedTransaction.Change) -> String { "\(change.symbol) \(change.amount)" }

    /// One cell; a text that a spreadsheet would execute as a formula is preceded by an apostrophe.
    static func cell(_ text: String) -> String {
        // OWASP, “CSV Injection”: these begin a formula, also behind white space and in their full-width forms.
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
        let isFormula = first.map { "=+-@|%\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false
        let isControl = text.unicodeScalars.first.map { "\t\r\n".unicodeScalars.contains($0) } ?? false
        let isNumber = text.utf8.dropFirst().allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
        let safe = isFormula && !isNumber || isControl ? "'\(text)" : text
        guard safe.unicodeScalars.contains(where: { ",\"\r\n;\t".unicodeScalars.contains($0) }) else { return safe }
        return "\"\(safe.replacing("\"", with: "\"\""))\""
    }
}
