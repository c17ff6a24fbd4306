internal import Bridge

/// What one input changes: operations of one transaction, and what follows when they are durable.
struct SessionStep {
    private(set) var operations: [SessionOperation] = []
    /// What the app is told.
    var news: [SessionNews] = []
    /// The requests whose callers get their outcome.
    private(set) var settled: [RequestKey: Result<JSON, WalletConnectError>] = [:]
    /// The connections whose callers get their outcome, by the topic of the pairing.
    var connected: [Topic: Result<ConnectionOutcome, WalletConnectError>] = [:]
    /// The keys of new topics.
    var keys: [Topic: SymmetricKey] = [:]
    /// The keys of new proposals.
    var agreementKeys: [RequestKey: AgreementKey] = [:]
    /// What callers will wait for.
    var awaitedRequest: RequestKey?
    var awaitedConnection: Topic?
    /// The number of the last record.
    var lastNumber: Int64
    /// The millisecond of the last id that the step has made.
    var lastID: Int64?

    /// Whether nothing changes.
    var isEmpty: Bool { operations.isEmpty }

    /// The sessions that the step has changed or removed, so that it can change them again.
    private(set) var sessions: [Topic: SessionRecord?] = [:]

    init(lastNumber: Int64) { self.lastNumber = lastNumber }

    mutating func put(_ record: StoredRecord) {
        if case .session(let session) = record { sessions[session.topic] = .some(session) }
        operations.append(.put(record))
    }

    mutating func remove(_ key: StoredKey) {
        if case .session(let topic) = key { sessions[topic] = .some(nil) }
        operations.append(.remove(key))
    }

    /// The next number of a record.
    mutating func nextNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }

    /// Ends a request with an outcome, which its caller gets; that of an app's call is kept until it is read.
    mutating func settle(_ record: SentRecord, _ state: SentRecord.State, size: Int = 0) {
        var record = record
        record.state = state
        record.size += size
        if record.request == nil {
            remove(.sent(record.key))
        } else {
            put(.sent(record))
        }
        if let outcome = record.outcome { settled[record.key] = outcome }
    }
}
