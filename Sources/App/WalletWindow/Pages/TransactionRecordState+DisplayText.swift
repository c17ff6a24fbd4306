import Messages
import WalletCore

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
