import WalletCore

extension TransactionRecord.State {
    /// The values of the two columns `state` and `successor`.
    var columns: (state: String, successor: String?) {
        switch self {
        case .signed: ("signed", nil)
        case .sent: ("sent", nil)
        case .unknown: ("unknown", nil)
        case .mined(succeeded: true): ("succeeded", nil)
        case .mined(succeeded: false): ("failed", nil)
        case .replaced(let successor): ("replaced", successor)
        case .refused: ("refused", nil)
        case .abandoned: ("abandoned", nil)
        case .declined: ("declined", nil)
        }
    }

    /// Reads the two columns.
    init(state: String, successor: String?) throws(StoreError) {
        self =
            switch (state, successor) {
            case ("signed", nil): .signed
            case ("sent", nil): .sent
            case ("unknown", nil): .unknown
            case ("succeeded", nil): .mined(succeeded: true)
            case ("failed", nil): .mined(succeeded: false)
            case ("replaced", let successor?): .replaced(by: successor)
            case ("refused", nil): .refused
            case ("abandoned", nil): .abandoned
            case ("declined", nil): .declined
            default: throw .unreadable("a transaction has an unknown state")
            }
    }
}
