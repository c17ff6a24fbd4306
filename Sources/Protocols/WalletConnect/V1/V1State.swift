internal import Bridge

/// What a ``V1Engine`` knows: the records of its store, with what makes them fast to find.
struct V1State {
    private(set) var sessions: [Topic: V1SessionRecord] = [:]
    private(set) var used: [Topic: UsedPairing] = [:]
    private(set) var received: [RequestKey: ReceivedRecord] = [:]
    private(set) var sent: [RequestKey: SentRecord] = [:]
    private(set) var sentBytes = 0
    private(set) var outgoing: [Int64: V1Outgoing] = [:]
    private(set) var outgoingBytes = 0
    private(set) var unopened: [Int64: V1Unopened] = [:]
    private(set) var unopenedBytes = 0
    private(set) var lastID: Int64 = 0
    /// The last number of a record.
    private(set) var lastNumber: Int64 = 0

    /// The open requests of each session.
    private(set) var pending: [Topic: Set<RequestKey>] = [:]
    private(set) var pendingCount = 0
    private(set) var pendingBytes = 0
    /// The answered requests of each session, the oldest first.
    private(set) var answered: [Topic: AnsweredRequests] = [:]
    private(set) var answeredBytes = 0

    /// The answered requests of a session.
    struct AnsweredRequests {
        var keys: [RequestKey] = []
        var bytes = 0
    }

    mutating func apply(_ operation: V1Operation) {
        switch operation {
        case .put(let record):
            remove(record.key)
            insert(record)
        case .remove(let key): remove(key)
        case .removeRow: break
        }
    }

    private mutating func insert(_ record: V1Record) {
        switch record {
        case .session(let record): sessions[record.topic] = record
        case .used(let record): used[record.topic] = record
        case .received(let record):
            received[record.key] = record
            lastNumber = max(lastNumber, record.number)
            if record.isPending {
                pending[record.key.topic, default: []].insert(record.key)
                pendingCount += 1
                pendingBytes += record.size
            } else {
                answered[record.key.topic, default: AnsweredRequests()].keys.append(record.key)
                answered[record.key.topic]?.bytes += record.size
                answeredBytes += record.size
            }
        case .sent(let record):
            sent[record.key] = record
            sentBytes += record.size
        case .outgoing(let record):
            outgoing[record.number] = record
            outgoingBytes += record.message.payload.utf8.count
            lastNumber = max(lastNumber, record.number)
        case .unopened(let record):
            unopened[record.number] = record
            unopenedBytes += record.message.payload.utf8.count
            lastNumber = max(lastNumber, record.number)
        case .lastID(let id): lastID = id
        }
    }

    private mutating func remove(_ key: StoredKey) {
        switch key {
        case .session(let topic): sessions[topic] = nil
        case .used(let topic): used[topic] = nil
        case .received(let key): removeReceived(key)
        case .sent(let key): sentBytes -= sent.removeValue(forKey: key)?.size ?? 0
        case .outgoing(let number):
            guard let record = outgoing.removeValue(forKey: number) else { return }
            outgoingBytes -= record.message.payload.utf8.count
        case .unopened(let number):
            guard let record = unopened.removeValue(forKey: number) else { return }
            unopenedBytes -= record.message.payload.utf8.count
        case .lastID: lastID = 0
        case .pairing, .proposal, .authentication, .row: break
        }
    }

    private mutating func removeReceived(_ key: RequestKey) {
        guard let record = received.removeValue(forKey: key) else { return }
        if record.isPending {
            pending[key.topic]?.remove(key)
            if pending[key.topic]?.isEmpty == true { pending[key.topic] = nil }
            pendingCount -= 1
            pendingBytes -= record.size
        } else {
            if let place = answered[key.topic]?.keys.firstIndex(of: key) { answered[key.topic]?.keys.remove(at: place) }
            answered[key.topic]?.bytes -= record.size
            answeredBytes -= record.size
            if answered[key.topic]?.keys.isEmpty == true { answered[key.topic] = nil }
        }
    }

    /// Brings the lists in order after records were inserted in any order.
    mutating func sort() {
        for topic in answered.keys {
            answered[topic]?.keys.sort { (received[$0]?.number ?? 0) < (received[$1]?.number ?? 0) }
        }
    }

    // MARK: What is looked for

    /// The sessions that listen to a topic of a bridge; several only if links with the same topic were made.
    func sessions(on topic: String, at bridge: V1BridgeAddress) -> [V1SessionRecord] {
        sessions.values.filter { $0.bridge == bridge && $0.wireTopics.contains(topic) }
    }

    /// The proposals that the user has not decided on.
    var proposals: [PendingProposal] { sessions.values.compactMap(\.pendingProposal) }

    /// All records that have a time at which something has to be done.
    var timed: [V1Record] {
        var records: [V1Record] = []
        records += sessions.values.map { .session($0) }
        records += used.values.map { .used($0) }
        records += received.values.map { .received($0) }
        records += sent.values.map { .sent($0) }
        records += outgoing.values.map { .outgoing($0) }
        records += unopened.values.map { .unopened($0) }
        return records
    }
}

/// What one input changes: operations of one transaction, and what follows when they are durable.
struct V1Step {
    private(set) var operations: [V1Operation] = []
    /// What the app is told.
    var news: [SessionNews] = []
    /// The requests whose callers get their outcome.
    private(set) var settled: [RequestKey: Result<JSON, WalletConnectError>] = [:]
    /// The connections whose callers get their outcome.
    var connected: [Topic: Result<SessionDetails, WalletConnectError>] = [:]
    /// The keys of new sessions.
    var keys: [Topic: SymmetricKey] = [:]
    /// What callers will wait for.
    var awaitedRequest: RequestKey?
    var awaitedConnection: Topic?
    /// The number of the last record.
    var lastNumber: Int64
    /// The millisecond of the last id that the step has made.
    var lastID: Int64?
    /// The sessions that the step has changed or removed, so that it can change them again.
    private(set) var sessions: [Topic: V1SessionRecord?] = [:]

    init(lastNumber: Int64) { self.lastNumber = lastNumber }

    mutating func put(_ record: V1Record) {
        if case .session(let session) = record { sessions[session.topic] = .some(session) }
        operations.append(.put(record))
    }

    mutating func remove(_ key: StoredKey) {
        if case .session(let topic) = key { sessions[topic] = .some(nil) }
        operations.append(.remove(key))
    }

    /// Removes a row that cannot be read.
    mutating func remove(row: String) { operations.append(.removeRow(row)) }

    /// The next number of a record.
    mutating func nextNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }

    /// Ends a request of an app with an outcome, which is kept until its caller has read it.
    mutating func settle(_ record: SentRecord, _ state: SentRecord.State, size: Int = 0) {
        var record = record
        record.state = state
        record.size += size
        put(.sent(record))
        if let outcome = record.outcome { settled[record.key] = outcome }
    }
}
