internal import Bridge

/// What a ``SessionEngine`` knows: the records of its store, with what makes them fast to find.
struct SessionState {
    private(set) var pairings: [Topic: PairingRecord] = [:]
    private(set) var used: [Topic: UsedPairing] = [:]
    private(set) var proposals: [RequestKey: ProposalRecord] = [:]
    private(set) var authentications: [RequestKey: AuthenticationRecord] = [:]
    private(set) var sessions: [Topic: SessionRecord] = [:]
    private(set) var received: [RequestKey: ReceivedRecord] = [:]
    private(set) var sent: [RequestKey: SentRecord] = [:]
    private(set) var outgoing: [Int64: OutgoingRecord] = [:]
    private(set) var unopened: [Int64: UnopenedMessage] = [:]
    private(set) var lastID: Int64 = 0

    /// The sign-ins of an app by the topic on which the answer arrives.
    private(set) var responses: [Topic: RequestKey] = [:]
    /// The answered requests of each topic, the oldest first.
    private(set) var answered: [Topic: AnsweredRequests] = [:]
    /// The open requests of each topic: their ids.
    private(set) var pending: [Topic: Set<RPCID>] = [:]
    private(set) var pendingCount = 0
    private(set) var pendingBytes = 0
    /// The messages for the relay's outbox, the oldest first.
    private(set) var outgoingNumbers: [Int64] = []
    private(set) var outgoingBytes = 0
    private(set) var unopenedBytes = 0
    private(set) var sentBytes = 0
    private(set) var answeredBytes = 0
    /// The last number of a record.
    private(set) var lastNumber: Int64 = 0

    /// The answered requests of a topic.
    struct AnsweredRequests {
        var keys: [RequestKey] = []
        var bytes = 0
    }

    mutating func apply(_ operation: SessionOperation) {
        switch operation {
        case .put(let record):
            remove(record.key)
            insert(record)
        case .remove(let key): remove(key)
        }
    }

    private mutating func insert(_ record: StoredRecord) {
        switch record {
        case .pairing(let record): pairings[record.topic] = record
        case .used(let record): used[record.topic] = record
        case .proposal(let record): proposals[record.key] = record
        case .authentication(let record):
            authentications[record.key] = record
            if record.agreementKey != nil { responses[record.responseTopic] = record.key }
        case .session(let record): sessions[record.topic] = record
        case .received(let record):
            received[record.key] = record
            lastNumber = max(lastNumber, record.number)
            if record.isPending {
                pending[record.key.topic, default: []].insert(record.key.id)
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
            outgoingNumbers.append(record.number)
            outgoingBytes += record.message.utf8.count
            lastNumber = max(lastNumber, record.number)
        case .unopened(let message):
            unopened[message.number] = message
            unopenedBytes += message.message.utf8.count
            lastNumber = max(lastNumber, message.number)
        case .lastID(let id): lastID = id
        }
    }

    private mutating func remove(_ key: StoredKey) {
        switch key {
        case .pairing(let topic): pairings[topic] = nil
        case .used(let topic): used[topic] = nil
        case .proposal(let key): proposals[key] = nil
        case .authentication(let key):
            guard let record = authentications.removeValue(forKey: key) else { return }
            if responses[record.responseTopic] == key { responses[record.responseTopic] = nil }
        case .session(let topic): sessions[topic] = nil
        case .received(let key):
            guard let record = received.removeValue(forKey: key) else { return }
            if record.isPending {
                pending[key.topic]?.remove(key.id)
                if pending[key.topic]?.isEmpty == true { pending[key.topic] = nil }
                pendingCount -= 1
                pendingBytes -= record.size
            } else {
                if let place = answered[key.topic]?.keys.firstIndex(of: key) {
                    answered[key.topic]?.keys.remove(at: place)
                }
                answered[key.topic]?.bytes -= record.size
                answeredBytes -= record.size
                if answered[key.topic]?.keys.isEmpty == true { answered[key.topic] = nil }
            }
        case .sent(let key): sentBytes -= sent.removeValue(forKey: key)?.size ?? 0
        case .outgoing(let number):
            guard let record = outgoing.removeValue(forKey: number) else { return }
            if let place = outgoingNumbers.firstIndex(of: number) { outgoingNumbers.remove(at: place) }
            outgoingBytes -= record.message.utf8.count
        case .unopened(let number):
            guard let message = unopened.removeValue(forKey: number) else { return }
            unopenedBytes -= message.message.utf8.count
        case .lastID: lastID = 0
        case .row: break
        }
    }

    /// Brings the lists in order after records were inserted in any order.
    mutating func sort() {
        outgoingNumbers.sort()
        for topic in answered.keys {
            answered[topic]?.keys.sort { (received[$0]?.number ?? 0) < (received[$1]?.number ?? 0) }
        }
    }

    // MARK: What is looked for

    /// Whether messages of a topic are expected.
    func isKnown(_ topic: Topic) -> Bool {
        pairings[topic] != nil || sessions[topic] != nil || responses[topic] != nil
    }

    /// The topics of which messages are expected.
    var topics: [Topic] { Array(pairings.keys) + sessions.keys + responses.keys }

    /// The proposals of a pairing.
    func proposals(on topic: Topic) -> [ProposalRecord] { proposals.values.filter { $0.key.topic == topic } }

    /// The sign-ins of a pairing.
    func authentications(on topic: Topic) -> [AuthenticationRecord] {
        authentications.values.filter { $0.key.topic == topic }
    }

    /// The requests of a topic that the user has not decided on.
    func pendingKeys(on topic: Topic) -> [RequestKey] {
        (pending[topic] ?? []).map { RequestKey(topic: topic, id: $0) }
    }

    /// All records that have a time at which something has to be done.
    var timed: [StoredRecord] {
        var records: [StoredRecord] = []
        records += pairings.values.map { .pairing($0) }
        records += used.values.map { .used($0) }
        records += proposals.values.map { .proposal($0) }
        records += authentications.values.map { .authentication($0) }
        records += sessions.values.map { .session($0) }
        records += received.values.map { .received($0) }
        records += sent.values.map { .sent($0) }
        records += outgoing.values.map { .outgoing($0) }
        records += unopened.values.map { .unopened($0) }
        return records
    }
}
