import Foundation
import Messages
import WalletCore

extension TransactionRecord {
    /// Its state, what it did, the requester, the time, and its ID on the chain.
    var sentence: String {
        let time = Date(timeIntervalSince1970: TimeInterval(at)).formatted(
            Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current).year().month().day().dateSeparator(
                .dash
            )
            .time(includingFractionalSeconds: false).timeSeparator(.colon)
        ).prefix(16)
        let state = state.words
        // A transaction that another program signed has no description.
        return switch (what.isEmpty, origin) {
        case (false, nil):
            localized(
                """
                \(state, as: "state") – \(what.text, as: "transaction") · \(time, as: "time") · \(txid, as: "hash")
                """)
        case (false, let origin?):
            localized(
                """
                \(state, as: "state") – \(what.text, as: "transaction") · requested by \(origin, as: "site") · \
                \(time, as: "time") · \(txid, as: "hash")
                """)
        case (true, nil):
            localized("\(state, as: "state") – \(time, as: "time") · \(txid, as: "hash")")
        case (true, let origin?):
            localized(
                """
                \(state, as: "state") – requested by \(origin, as: "site") · \(time, as: "time") · \(txid, as: "hash")
                """)
        }
    }

    /// What it did, and enough of its ID to distinguish it from others.
    var label: String {
        let beginning = "\(txid.prefix(10))…"
        return what.isEmpty ? beginning : localized("\(what.text, as: "transaction") · \(beginning, as: "hash")")
    }
}

extension TransactionRecord.State {
    /// Its state in a list; only the beginning of the ID of a replacement is shown.
    var shortWords: String {
        guard case .replaced(let by) = self, by.count > 16 else { return words }
        return TransactionRecord.State.replaced(by: "\(by.prefix(12))…").words
    }

    /// Its state, for the user.
    var words: String {
        switch self {
        case .signed: localized("Signed, perhaps not sent")
        case .sent: localized("Pending")
        case .unknown: localized("Signed; it is not known whether it was sent")
        case .mined(succeeded: true): localized("Confirmed")
        case .mined(succeeded: false): localized("Confirmed, but it failed")
        case .replaced(by: ""): localized("Replaced by another transaction")
        case .replaced(let by): localized("Replaced by \(by, as: "hash")")
        case .refused: localized("Not sent")
        case .declined: localized("Rejected, but it could still be sent")
        case .abandoned: localized("Given up")
        }
    }
}
