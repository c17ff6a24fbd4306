import Foundation
import Wallet

extension TransactionRecord {
    /// How it stands, what it was, for whom and when, and its name on the chain.
    var sentence: String {
        let time = Date(timeIntervalSince1970: TimeInterval(at)).formatted(
            Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current).year().month().day().dateSeparator(
                .dash
            )
            .time(includingFractionalSeconds: false).timeSeparator(.colon)
        ).prefix(16)
        let origin = origin.map { ", requested by \($0)" } ?? ""
        return "\(state.words) – \(deed)\(origin), \(time) · \(txid)"
    }

    /// What it was, and enough of its name to tell it from others.
    var label: String { "\(deed) · \(txid.prefix(10))…" }

    private var deed: String { what.hasSuffix(".") ? String(what.dropLast()) : what }
}

extension TransactionRecord.State {
    /// How it stands, for the user.
    var words: String {
        switch self {
        case .signed: "Signed, perhaps not sent"
        case .sent: "Pending"
        case .unknown: "Signed; it is not known whether it was sent"
        case .mined(succeeded: true): "Confirmed"
        case .mined(succeeded: false): "Confirmed, but it failed"
        case .replaced(by: ""): "Replaced by another transaction"
        case .replaced(let by): "Replaced by \(by)"
        case .refused: "Not sent"
        case .declined: "Rejected, but it could still be sent"
        case .abandoned: "Given up"
        }
    }
}
