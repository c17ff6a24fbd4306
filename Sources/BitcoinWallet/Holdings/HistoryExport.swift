internal import BigInt
internal import Bitcoin
package import Bridge
internal import Foundation
package import WalletCore

/// Writes the history as CSV or JSON, for tax programs and spreadsheets.
package enum HistoryExport {
    /// The names of the columns, and of the members in JSON.
    private static let columns = [
        "time", "account", "txid", "state", "confirmations", "asset", "symbol", "amount", "fee", "addresses",
        "description",
        "note", "origin",
    ]

    /// The history as CSV (RFC 4180): a header, then one record for each change of a balance.
    ///
    /// Times are in UTC (RFC 3339). Amounts are decimal numbers in units of the asset, with a point. A text that a
    /// spreadsheet could take for a formula begins with an apostrophe.
    package static func csv(_ items: [HistoryItem]) -> String {
        var text = columns.joined(separator: ",") + "\r\n"
        for row in items.flatMap(rows) {
            text += columns.map { row[$0]?.field ?? "" }.joined(separator: ",") + "\r\n"
        }
        return text
    }

    /// The history as a JSON array with an object for each change of a balance; amounts are texts, so that nothing is
    /// rounded.
    package static func json(_ items: [HistoryItem]) -> JSON {
        .array(
            items.flatMap(rows).map { row in
                var object: JSONObject = [:]
                for column in columns {
                    switch row[column] {
                    case .text(let text), .number(let text): object[column] = .string(text)
                    case nil: continue
                    }
                }
                return .object(object)
            })
    }

    /// A value of a row.
    private enum Value {
        /// Text, perhaps of somebody else.
        case text(String)
        /// A number that the wallet wrote.
        case number(String)

        /// The characters that begin a formula, also in their full-width forms.
        private var formulas: String { "=+-@|%\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}" }

        /// The value as a field of CSV.
        var field: String {
            switch self {
            case .number(let text): return text
            case .text(let text):
                // OWASP, “CSV Injection”: these begin a formula, also behind white space.
                let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
                let isFormula = first.map { formulas.unicodeScalars.contains($0) } ?? false
                let isControl = text.unicodeScalars.first.map { "\t\r\n".unicodeScalars.contains($0) } ?? false
                let safe = isFormula || isControl ? "'" + text : text
                let isQuoted = safe.unicodeScalars.contains { "\",\r\n;\t".unicodeScalars.contains($0) }
                return isQuoted ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
            }
        }
    }

    private static func rows(_ item: HistoryItem) -> [[String: Value]] {
        var common: [String: Value] = [
            "time": .text(item.at.map(time) ?? ""), "account": .text(item.account.description),
            "txid": .text(item.txid), "addresses": .text(item.others.joined(separator: " ")),
            "description": .text(item.what?.text ?? ""), "note": .text(item.note), "origin": .text(item.origin ?? ""),
        ]
        switch item.state {
        case .pending: common["state"] = .text("unconfirmed")
        case .confirmed(let count):
            common["state"] = .text("confirmed")
            common["confirmations"] = .number(String(count))
        case .failed: common["state"] = .text("failed")
        case .dropped: common["state"] = .text("dropped")
        }
        guard !item.changes.isEmpty else { return [common] }
        return item.changes.map { change in
            var row = common
            row["asset"] = .text(change.asset.id.description)
            row["symbol"] = .text(change.asset.symbol)
            row["amount"] = .number(number(change))
            if let fee = item.fee, fee.asset == change.asset {
                row["fee"] = .number(change.asset.number(fee.units.magnitude))
            }
            return row
        }
    }

    private static func number(_ change: AssetChange) -> String {
        (change.units.sign == .minus ? "-" : "") + change.asset.number(change.units.magnitude)
    }

    /// A time in UTC (RFC 3339); empty if it is out of range.
    private static func time(_ seconds: Int64) -> String {
        // The years 1970 to 9999.
        guard 0...253_402_300_799 ~= seconds else { return "" }
        return Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }
}
