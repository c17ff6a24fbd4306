import Bridge
import BigInt
import GRDB
import WalletConnectPay
import WalletCore

/// The attempts to pay, in the store.
struct StoredPayments: PaymentJournal {
    let table: Table

    func keep(_ attempt: PaymentAttempt) async throws(PayError) {
        let isKept = try await Self.kept { () async throws(StoreError) in
            try await table.write { db in
                guard try Self.write(attempt, to: db) else { return false }
                try db.execute(sql: "DELETE FROM paymentStep WHERE payment = ?", arguments: [attempt.payment.text])
                try db.execute(sql: "DELETE FROM replacedPayment WHERE payment = ?", arguments: [attempt.payment.text])
                if let until = attempt.replacedUntil {
                    try db.execute(
                        sql: "INSERT INTO replacedPayment (payment, usableUntil) VALUES (?, ?)",
                        arguments: [attempt.payment.text, until])
                }
                for (position, step) in attempt.steps.enumerated() {
                    let (progress, hash) = step.progress.columns
                    try db.execute(
                        sql: """
                            INSERT INTO paymentStep (payment, position, kind, progress, hash, own)
                            VALUES (?, ?, ?, ?, ?, ?)
                            """,
                        arguments: [
                            attempt.payment.text, position, step.kind.rawValue, progress, hash, step.isOwn,
                        ])
                }
                return true
            }
        }
        guard isKept else { throw .journal(.taken) }
    }

    func attempt(at payment: PaymentID) async throws(PayError) -> PaymentAttempt? {
        try await attempts("WHERE payment.payment = ?", [payment.text]).first
    }

    func open() async throws(PayError) -> [PaymentAttempt] {
        try await attempts("WHERE state IN ('signing', 'confirming', 'processing') ORDER BY startedAt, payment.payment")
    }

    func recent(limit: Int) async throws(PayError) -> [PaymentAttempt] {
        try await attempts("ORDER BY startedAt DESC, payment.payment DESC LIMIT ?", [max(limit, 0)])
    }

    /// Writes the attempt, unless there is another one that has not ended; in one transaction, so only one of two
    /// processes succeeds.
    private static func write(_ attempt: PaymentAttempt, to db: Database) throws -> Bool {
        let replaceable = PaymentAttempt.State.allCases.filter(\.canBeReplaced).map { "'\($0.rawValue)'" }
        try db.execute(
            sql: """
                INSERT INTO payment (
                    payment, id, option, asset, account, amount, decimals, symbol, merchant, startedAt, expiresAt,
                    state, moved, signatureUntil
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (payment) DO UPDATE SET
                    id = excluded.id, option = excluded.option, asset = excluded.asset, account = excluded.account,
                    amount = excluded.amount, decimals = excluded.decimals, symbol = excluded.symbol,
                    merchant = excluded.merchant, startedAt = excluded.startedAt, expiresAt = excluded.expiresAt,
                    state = excluded.state, moved = excluded.moved, signatureUntil = excluded.signatureUntil
                WHERE payment.id = excluded.id OR payment.state IN (\(replaceable.joined(separator: ", ")))
                """,
            arguments: [
                attempt.payment.text, attempt.id, attempt.option, attempt.choice.asset.description,
                attempt.choice.account.description, "\(attempt.amount)", attempt.decimals, attempt.symbol,
                attempt.merchant, attempt.startedAt, attempt.expiresAt, attempt.state.rawValue, attempt.transaction,
                attempt.signatureUntil,
            ])
        return db.changesCount == 1
    }

    private func attempts(
        _ which: String, _ arguments: StatementArguments = []
    ) async throws(PayError) -> [PaymentAttempt] {
        try await Self.kept { () async throws(StoreError) in
            try await table.read { db in
                let all = """
                    SELECT payment.*, replacedPayment.usableUntil FROM payment
                    LEFT JOIN replacedPayment ON replacedPayment.payment = payment.payment
                    """
                return try Row.fetchAll(db, sql: "\(all) \(which)", arguments: arguments).map { row in
                    let payment: String = try row.value("payment")
                    let steps = try Row.fetchAll(
                        db, sql: "SELECT * FROM paymentStep WHERE payment = ? ORDER BY position", arguments: [payment])
                    return try PaymentAttempt(row, steps: steps.map { try PaymentAttempt.Step($0) })
                }
            }
        }
    }

    private static func kept<Value: Sendable>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(PayError) -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            throw .journal(.unavailable("\(error)"))
        }
    }
}
