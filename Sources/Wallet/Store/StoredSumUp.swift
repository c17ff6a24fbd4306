import Bridge
import GRDB
import SumUp

/// The payments with the SumUp app, in the store.
///
/// Requests are stored as links, so that they are validated when they are read, like links from other programs.
struct StoredSumUp: SumUpJournal {
    let table: Table

    /// Sent after each change.
    let signal: ChangeSignal

    func add(_ attempt: SumUpAttempt) async throws(SumUpError) {
        let isNew = try await Self.kept { () async throws(StoreError) in
            try await table.write { try Self.insert(attempt, $0) }
        }
        guard isNew else { throw .notPossible }
        signal.send()
    }

    func claim(_ attempt: SumUpAttempt) async throws(SumUpError) {
        let isNew: Bool? = try await Self.kept { () async throws(StoreError) in
            try await table.write { db -> Bool? in
                let named = try Row.fetchAll(
                    db, sql: "SELECT * FROM sumup WHERE foreignID = ?", arguments: [attempt.foreignID])
                guard try attempt.hasFreeName(among: named.map(Self.attempt)) else { return nil }
                return try Self.insert(attempt, db)
            }
        }
        guard let isNew else { throw .nameTaken }
        guard isNew else { throw .notPossible }
        signal.send()
    }

    /// False if there already is one with this secret.
    private static func insert(_ attempt: SumUpAttempt, _ db: Database) throws -> Bool {
        let known = "SELECT 1 FROM sumup WHERE secret = ?"
        guard try Int.fetchOne(db, sql: known, arguments: [attempt.secret]) == nil else { return false }
        let (state, detail) = attempt.state.columns
        try db.execute(
            sql: """
                INSERT INTO sumup (secret, foreignID, request, page, asked, begun, deadline, state, detail, changed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                attempt.secret, attempt.foreignID, attempt.request.url(), attempt.requester?.page.description,
                attempt.requester?.request.url(), attempt.begun, attempt.deadline, state, detail, attempt.changed,
            ])
        return true
    }

    func replace(_ old: SumUpAttempt, by new: SumUpAttempt) async throws(SumUpError) -> Bool {
        let isReplaced = try await Self.kept { () async throws(StoreError) in
            try await table.write { db in
                let (before, after) = (old.state.columns, new.state.columns)
                try db.execute(
                    sql: """
                        UPDATE sumup SET state = ?, detail = ?, changed = ?
                        WHERE secret = ? AND state = ? AND detail IS ? AND changed = ?
                        """,
                    arguments: [
                        after.state, after.detail, new.changed, old.secret, before.state, before.detail, old.changed,
                    ])
                return db.changesCount == 1
            }
        }
        if isReplaced { signal.send() }
        return isReplaced
    }

    func observe(_ body: @escaping @Sendable () -> Void) async throws(SumUpError) -> SumUpObservation {
        do throws(StoreError) {
            return SumUpObservation(end: try signal.receive(body))
        } catch {
            throw .journal("\(error)")
        }
    }

    func attempt(secret: String) async throws(SumUpError) -> SumUpAttempt? {
        try await attempts("WHERE secret = ?", [secret]).first
    }

    func attempts(foreignID: String) async throws(SumUpError) -> [SumUpAttempt] {
        try await attempts("WHERE foreignID = ? ORDER BY id DESC LIMIT 16", [foreignID])
    }

    func open() async throws(SumUpError) -> [SumUpAttempt] {
        try await attempts("WHERE state NOT IN ('failed', 'abandoned', 'resolved') ORDER BY id")
    }

    func recent(limit: Int) async throws(SumUpError) -> [SumUpAttempt] {
        try await attempts("ORDER BY id DESC LIMIT ?", [max(limit, 0)])
    }

    private func attempts(
        _ which: String, _ arguments: StatementArguments = []
    ) async throws(SumUpError) -> [SumUpAttempt] {
        try await Self.kept { () async throws(StoreError) in
            try await table.read { db in
                try Row.fetchAll(db, sql: "SELECT * FROM sumup \(which)", arguments: arguments).map(Self.attempt)
            }
        }
    }

    @Sendable private static func attempt(_ row: Row) throws -> SumUpAttempt {
        var requester: SumUpAttempt.RequestingPage?
        if let page: String = try row.optional("page") {
            requester = .init(
                page: try Origin(serialized: page), request: try SumUpRequest(parsing: try row.value("asked")))
        }
        return SumUpAttempt(
            secret: try row.value("secret"), request: try SumUpRequest(parsing: try row.value("request")),
            requester: requester,
            begun: try row.value("begun"), deadline: try row.value("deadline"),
            state: try SumUpAttempt.State(state: row.value("state"), detail: row.optional("detail")),
            changed: try row.value("changed"))
    }

    private static func kept<Value: Sendable>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(SumUpError) -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            throw .journal("\(error)")
        }
    }
}
