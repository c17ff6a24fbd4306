import Bridge
import BigInt
import GRDB
import WalletConnectPay

extension PaymentAttempt {
    /// Reads an attempt; the data in the file is validated like the gateway's data.
    init(_ row: Row, steps: [Step]) throws(StoreError) {
        let (asset, account): (String, String) = (try row.value("asset"), try row.value("account"))
        let decimals: Int = try row.value("decimals")
        guard let asset = AssetID(asset), let account = AccountID(account), 0...PaymentAmount.mostDecimals ~= decimals
        else { throw Self.unreadable }
        self.init(
            id: try row.value("id"), payment: try Self.known(PaymentID(try row.value("payment") as String)),
            option: try row.value("option"), choice: PaymentChoice(asset: asset, account: account),
            amount: try Self.known(BigUInt(try row.value("amount") as String, radix: 10)),
            decimals: decimals, symbol: try row.value("symbol"), merchant: try row.value("merchant"),
            startedAt: try row.value("startedAt"), expiresAt: try row.value("expiresAt"), steps: steps,
            state: try Self.known(State(rawValue: try row.value("state"))), transaction: try row.optional("moved"),
            replacedUntil: try row.optional("usableUntil"), signatureUntil: try row.optional("signatureUntil"))
    }

    fileprivate static func known<Value>(_ value: Value?) throws(StoreError) -> Value {
        guard let value else { throw unreadable }
        return value
    }

    private static let unreadable = StoreError.unreadable("a payment has an unknown form")
}

extension PaymentAttempt.Step {
    /// Reads a step.
    init(_ row: Row) throws(StoreError) {
        self.init(
            try PaymentAttempt.known(Kind(rawValue: try row.value("kind"))),
            try Progress(progress: row.value("progress"), hash: row.optional("hash")), isOwn: try row.value("own"))
    }
}

extension PaymentAttempt.Step.Progress {
    /// The values of the two columns `progress` and `hash`.
    var columns: (progress: String, hash: String?) {
        switch self {
        case .waiting: ("waiting", nil)
        case .begun: ("begun", nil)
        case .signed(let hash): ("signed", hash)
        case .done(let hash): ("done", hash)
        case .confirmed(let hash): ("confirmed", hash)
        case .reverted(let hash): ("reverted", hash)
        case .lost(let hash): ("lost", hash)
        case .unneeded(let hash): ("unneeded", hash)
        }
    }

    /// Reads the two columns.
    init(progress: String, hash: String?) throws(StoreError) {
        self =
            switch (progress, hash) {
            case ("waiting", nil): .waiting
            case ("begun", nil): .begun
            case ("signed", let hash?): .signed(hash: hash)
            case ("done", let hash): .done(hash: hash)
            case ("confirmed", let hash?): .confirmed(hash: hash)
            case ("reverted", let hash?): .reverted(hash: hash)
            case ("lost", let hash?): .lost(hash: hash)
            case ("unneeded", let hash): .unneeded(hash: hash)
            default: throw .unreadable("a step of a payment has an unknown state")
            }
    }
}
