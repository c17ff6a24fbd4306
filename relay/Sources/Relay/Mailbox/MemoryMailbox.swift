import NIOCore

/// A mailbox in the memory of the process; what it holds is lost when the process ends.
final class MemoryMailbox: Mailbox {
    weak var observer: (any MailboxObserver)?

    private let limits: RelayLimits
    private let now: () -> UInt64
    private var topics: [Topic: Queue] = [:]
    private var watched: Set<Topic> = []
    private var history: PublicationHistory
    private var last = MessageID.first
    private var messages = 0
    private var bytes = 0

    /// What was added lately, in order.
    ///
    /// Most messages are received after a moment, and are not planned to expire.
    private var young: CircularBuffer<Place> = []

    /// What expires in a second, by the second: so that nothing is searched.
    private var expiring: [UInt64: Set<Place>] = [:]
    private var expired: UInt64

    /// How long a message is young, in milliseconds.
    private static let youth: UInt64 = 5000

    /// The most young messages, those included that have been received.
    private static let mostYoung = 2_000_000

    private struct Place: Hashable {
        let topic: Topic
        let id: MessageID
    }

    /// The messages of a topic, in order, and how many bytes they count.
    private struct Queue {
        var messages: [StoredMessage] = []
        var bytes = 0

        mutating func add(_ message: StoredMessage, limits: RelayLimits) -> Bool {
            guard messages.count < limits.messagesPerTopic, bytes + message.size <= limits.bytesPerTopic else {
                return false
            }
            messages.append(message)
            bytes += message.size
            return true
        }

        mutating func remove(_ id: MessageID) -> StoredMessage? {
            guard let place = messages.firstIndex(where: { $0.id == id }) else { return nil }
            let message = messages.remove(at: place)
            bytes -= message.size
            return message
        }
    }

    /// Creates an empty mailbox; `now` gives milliseconds since 1970.
    init(limits: RelayLimits, times: RelayTimes, now: @escaping () -> UInt64) {
        self.limits = limits
        self.now = now
        history = PublicationHistory(lifetime: UInt64(clamping: times.repetition))
        expired = now() / 1000
    }

    var isAvailable: Bool { true }

    var contents: MailboxContents? { MailboxContents(messages: messages, bytes: bytes, topics: topics.count) }

    func append(
        _ publication: Publication, from publisher: ClientID, request: RequestID?,
        completion: @escaping (Result<Void, RelayError>) -> Void
    ) {
        let now = now()
        let mark = request.map { PublicationMark(publication, from: publisher, request: $0).tag }
        if let mark, history.holds(mark, now: now) { return completion(.success(())) }
        let milliseconds = max(now, last.milliseconds)
        let message = StoredMessage(
            id: MessageID(
                milliseconds: milliseconds, sequence: milliseconds == last.milliseconds ? last.sequence &+ 1 : 0),
            topic: publication.topic, publisher: publisher,
            expires: now &+ UInt64(clamping: publication.lifetime) &* 1000, body: publication.body)
        guard add(message) else { return completion(.failure(.reply(.mailboxLimit))) }
        last = message.id
        if let mark { history.add(mark) }
        // First, because the next message of a batch is added by the completion.
        if watched.contains(message.topic) { observer?.added(message) }
        completion(.success(()))
    }

    private func add(_ message: StoredMessage) -> Bool {
        guard bytes + message.size <= limits.mailboxBytes, young.count < Self.mostYoung else { return false }
        if topics[message.topic] == nil {
            guard topics.count < limits.topics, message.size <= limits.bytesPerTopic else { return false }
            topics[message.topic] = Queue(messages: [message], bytes: message.size)
        } else {
            let isAdded = topics[message.topic]?.add(message, limits: limits)
            guard isAdded == true else { return false }
        }
        young.append(Place(topic: message.topic, id: message.id))
        messages += 1
        bytes += message.size
        return true
    }

    func read(
        _ topic: Topic, after cursor: MessageID, completion: @escaping (Result<MailboxPage, RelayError>) -> Void
    ) {
        let all = topics[topic]?.messages ?? []
        let start = all.firstIndex { $0.id > cursor } ?? all.endIndex
        let page = all[start...].prefix(MailboxPage.most)
        let now = now()
        completion(
            .success(
                MailboxPage(
                    messages: page.filter { $0.expires > now }, cursor: page.last?.id ?? cursor,
                    hasMore: page.endIndex < all.endIndex)))
    }

    func remove(_ ids: [MessageID], from topic: Topic) {
        for id in ids { remove(id, from: topic) }
    }

    private func remove(_ id: MessageID, from topic: Topic) {
        guard let message = topics[topic]?.remove(id) else { return }
        if topics[topic]?.messages.isEmpty == true { topics[topic] = nil }
        let second = Self.second(of: message)
        if expiring[second] != nil {
            expiring[second]?.remove(Place(topic: topic, id: id))
            if expiring[second]?.isEmpty == true { expiring[second] = nil }
        }
        messages -= 1
        bytes -= message.size
    }

    /// The second in which a message is deleted.
    private static func second(of message: StoredMessage) -> UInt64 { message.expires / 1000 &+ 1 }

    func watch(_ topic: Topic) {
        watched.insert(topic)
        observer?.watching(topic)
    }

    func unwatch(_ topic: Topic) { watched.remove(topic) }

    func expire() {
        let now = now()
        settle(now)
        let second = now / 1000
        guard second > expired else { return }
        // A clock that jumps far must not make the loop long: then all seconds are looked at that have something.
        let due = second - expired > 600 ? expiring.keys.filter { $0 <= second } : Array(expired...second)
        for place in due.compactMap({ expiring.removeValue(forKey: $0) }).joined() {
            remove(place.id, from: place.topic)
        }
        expired = second
    }

    /// Plans when messages expire that are no longer young.
    private func settle(_ now: UInt64) {
        // A clock that was set back makes messages young for longer, but not for ever: their number is limited.
        while let place = young.first, place.id.milliseconds &+ Self.youth <= now || young.count > Self.mostYoung / 2 {
            young.removeFirst()
            guard let message = topics[place.topic]?.messages.first(where: { $0.id == place.id }) else { continue }
            // The last second may have been looked at already.
            expiring[max(Self.second(of: message), expired &+ 1), default: []].insert(place)
        }
    }

    func close() {}
}
