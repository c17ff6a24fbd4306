import BigInt
import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Foundation
import Glibc
import Messages
import WalletCore

/// The history as a file: CSV (RFC 4180) or JSON.
enum HistoryExport {
    /// The formats.
    enum Format: String, CaseIterable {
        case csv, json
    }

    /// The text of a file with `items`, which are those of `accounts`.
    static func text(of items: [HistoryItem], as format: Format, among accounts: [AccountSummary]) -> String {
        let items = json(of: items, among: accounts)
        return switch format {
        case .csv: csv(items)
        case .json: JSON.array(items).text + "\n"
        }
    }

    /// Transactions in the form of ``json(_:isTest:)``, off the main actor.
    @concurrent static func array(of items: [HistoryItem], among accounts: [AccountSummary]) async -> JSON {
        .array(json(of: items, among: accounts))
    }

    private static func json(of items: [HistoryItem], among accounts: [AccountSummary]) -> [JSON] {
        let marked = Set(accounts.filter(\.isTest).map(\.id.chain))
        return items.map { item in
            let chain = item.account.chain
            // What is known of a network stays known when the wallet no longer has an account on it.
            let isTest =
                marked.contains(chain) || item.account.utxoChain?.isTest == true
                || chain.eip155.map(Chain.testNetworks.contains) == true
            return json(item, isTest: isTest)
        }
    }

    private static let columns = [
        "time", "network", "account", "transaction", "state", "confirmations", "description", "changes", "others",
        "fee", "note", "origin", "test", "nodeSite",
    ]

    /// The text of a file with transactions in the form of ``json(_:isTest:)``.
    static func csv(_ items: [JSON]) -> String {
        let lines = items.map { item in
            [
                item["time"]?.string ?? "", item["chain"]?.string ?? "", item["account"]?.string ?? "",
                item["txid"]?.string ?? "", item["state"]?.string ?? "", item["confirmations"]?.number?.text ?? "",
                item["description"]?.string ?? "", (item["changes"]?.array ?? []).map(amount).joined(separator: "; "),
                (item["others"]?.array ?? []).compactMap(\.string).joined(separator: "; "),
                item["fee"].map(amount) ?? "", item["note"]?.string ?? "", item["origin"]?.string ?? "",
                item["test"]?.bool == true ? "test" : "", item["nodeSite"]?.string ?? "",
            ]
        }
        return ([columns] + lines).map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
    }

    /// A change as text: the symbol and a decimal number; a cell that begins with a sign would be a formula.
    private static func amount(_ change: JSON) -> String {
        "\(change["symbol"]?.string ?? "") \(change["amount"]?.string ?? "")"
    }

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

    /// A transaction as JSON; amounts are strings.
    static func json(_ item: HistoryItem, isTest: Bool) -> JSON {
        var members: JSONObject = [
            "chain": .string(item.account.chain.description), "account": .string(item.account.address),
            "txid": .string(item.txid), "state": .string(name(of: item.state)),
            "changes": .array(item.changes.map(json)), "others": .array(item.others.map { .string($0) }),
            "test": .bool(isTest),
        ]
        if let at = item.at { members["time"] = .string(time(at)) }
        if let count = confirmations(item.state) { members["confirmations"] = .number(JSONNumber(count)) }
        if let what = item.what?.text { members["description"] = .string(what) }
        if let fee = item.fee { members["fee"] = json(fee) }
        if !item.note.isEmpty { members["note"] = .string(item.note) }
        if let origin = item.origin { members["origin"] = .string(origin) }
        if let site = item.nodeSite { members["nodeSite"] = .string(site) }
        if !item.replies.isEmpty { members["servers"] = TerminalJSON.servers(item.replies) }
        return .object(members)
    }

    private static func json(_ change: AssetChange) -> JSON {
        let sign = change.units.sign == .minus ? "-" : ""
        return [
            "asset": .string(change.asset.id.description), "symbol": .string(change.asset.symbol),
            "known": .bool(change.asset.isVouchedFor),
            "amount": .string(sign + change.asset.number(change.units.magnitude)),
            "units": .string(String(change.units)),
        ]
    }

    private static func name(of state: HistoryItem.State) -> String {
        switch state {
        case .pending: "pending"
        case .unknown: "unknown"
        case .confirmed: "confirmed"
        case .failed: "failed"
        case .dropped(.replaced): "replaced"
        case .dropped(.abandoned): "abandoned"
        case .dropped(.declined): "declined"
        case .dropped: "refused"
        }
    }

    private static func confirmations(_ state: HistoryItem.State) -> Int? {
        if case .confirmed(let count) = state { count } else { nil }
    }

    /// A time of day in UTC (RFC 3339).
    static func time(_ seconds: Int64) -> String {
        let bounded = min(max(seconds, 0), 253_402_300_799)
        return Date(timeIntervalSince1970: TimeInterval(bounded)).formatted(Date.ISO8601FormatStyle())
    }
}
