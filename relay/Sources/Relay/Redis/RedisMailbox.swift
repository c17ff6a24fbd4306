import Logging
import NIOCore

/// A mailbox in a Redis server, which several relay processes share.
///
/// A new message is told to all processes by a channel of its topic, in the same step in which it is stored: so what is
/// not told, because a connection was lost, is read when the connection is back.
final class RedisMailbox: Mailbox {
    /// The most bytes that are read at once, unless it is a single message.
    private static let pageBytes = 256 << 10

    /// The most reads that wait for the server.
    private static let mostReads = 64

    /// The most confirmations that wait for a lost connection; the messages of others are delivered once more.
    private static let mostRemovals = 50_000

    weak var observer: (any MailboxObserver)?

    private let link: RedisLink
    private let prefix: String
    private let limits: RelayLimits
    private let times: RelayTimes
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var watched: Set<Topic> = []

    /// Topics to subscribe to once more after a lost connection; in pieces, each of which waits for the one before.
    private var resubscribed: ArraySlice<Topic> = []

    /// Whether the server tells of all topics that are watched.
    private var isTold = false
    private static let mostResubscribed = 1000

    /// How many subscriptions of a topic the server has not confirmed.
    private var unconfirmed: [Topic: Int] = [:]
    private var removals: [Topic: [MessageID]] = [:]
    private var removalCount = 0
    private var isRemoving = false
    private var reads = 0
    private var waitingReads: CircularBuffer<() -> Void> = []
    private var isReading = false

    /// Whether a read has failed.
    private var hasMissed = false

    /// Whether the server has refused to store the last message, for another reason than room.
    private var isRefusing = false

    init(
        _ url: RedisURL, limits: RelayLimits, times: RelayTimes, on eventLoop: any EventLoop, logger: Logger
    ) {
        self.limits = limits
        self.times = times
        self.eventLoop = eventLoop
        self.logger = logger
        // Channels do not belong to a database.
        prefix = "drawbridge-relay:\(url.database):"
        link = RedisLink(url, times: times, on: eventLoop, logger: logger)
        link.received = { [unowned self] value in receive(value) }
        link.connected = { [unowned self] in connected() }
        link.disconnected = { [unowned self] in disconnected() }
        link.open()
    }

    var isAvailable: Bool { link.isReady }

    var contents: MailboxContents? { nil }

    private func key(_ kind: String, _ bytes: Bytes32) -> [UInt8] { Array("\(prefix)\(kind):".utf8) + bytes.hex }

    // MARK: Messages

    func append(
        _ publication: Publication, from publisher: ClientID, request: RequestID?,
        completion: @escaping (Result<Void, RelayError>) -> Void
    ) {
        let mark = request.map { PublicationMark(publication, from: publisher, request: $0) }
        let topic = publication.topic.bytes
        let numbers = [
            limits.messagesPerTopic, limits.bytesPerTopic, StoredMessage.overhead, mark == nil ? 0 : times.repetition,
        ].map { Array("\($0)".utf8) }
        link.run(
            RedisScripts.append,
            keys: [
                key("messages", topic), key("bytes", topic), key("mark", mark?.digest ?? topic),
                Array("\(prefix)clock".utf8),
            ],
            [publisher.bytes.bytes, Array("\(publication.lifetime)000".utf8), publication.body] + numbers
                + [key("new", topic)]
        ) { [self] result in
            noteRefusal(result)
            switch result {
            case .success(.number(0)), .success(.number(1)): completion(.success(()))
            case .success(.number(2)): completion(.failure(.reply(.mailboxLimit)))
            // The server has reached its limit of memory.
            case .success(.error(let text)) where text.contains("OOM"):
                completion(.failure(.reply(.mailboxLimit)))
            case .success, .failure: completion(.failure(.reply(.unavailable)))
            }
        }
    }

    /// Writes into the log when the server begins to refuse messages, for example because its disk is full.
    private func noteRefusal(_ result: Result<RESPValue, RelayError>) {
        guard case .success(.error(let reason)) = result else {
            isRefusing = false
            return
        }
        guard !isRefusing else { return }
        isRefusing = true
        logger.error("The Redis server refuses messages.", metadata: ["reason": "\(reason)"])
    }

    func read(
        _ topic: Topic, after cursor: MessageID, completion: @escaping (Result<MailboxPage, RelayError>) -> Void
    ) {
        guard reads < Self.mostReads else {
            return waitingReads.append { [unowned self] in read(topic, after: cursor, completion: completion) }
        }
        reads += 1
        let arguments = ["\(cursor.milliseconds)-\(cursor.sequence)", "\(MailboxPage.most)", "\(Self.pageBytes)"]
        link.run(
            RedisScripts.read, keys: [key("messages", topic.bytes)], arguments.map { Array($0.utf8) }
        ) { [self] result in
            reads -= 1
            if case .success(let value) = result, let page = Self.page(value, topic) {
                completion(.success(page))
            } else {
                hasMissed = true
                completion(.failure(.reply(.unavailable)))
            }
            readWaiting()
        }
    }

    /// Starts the reads that wait; in a loop, because each may fail at once.
    private func readWaiting() {
        guard !isReading else { return }
        isReading = true
        defer { isReading = false }
        while reads < Self.mostReads, let next = waitingReads.popFirst() { next() }
    }

    /// The messages of `topic` in the answer to ``RedisScripts/read``; `nil` where it is not one.
    static func page(_ value: RESPValue, _ topic: Topic) -> MailboxPage? {
        guard let values = value.array, values.count >= 2, values.count % 4 == 2,
            let cursor = values[1].bytes.flatMap({ MessageID($0) })
        else { return nil }
        var messages: [StoredMessage] = []
        for start in stride(from: 2, to: values.count, by: 4) {
            guard let id = values[start].bytes.flatMap({ MessageID($0) }),
                let publisher = values[start + 1].bytes.flatMap({ Bytes32($0) }),
                let expires = values[start + 2].number, let body = values[start + 3].bytes
            else { return nil }
            messages.append(
                StoredMessage(
                    id: id, topic: topic, publisher: ClientID(bytes: publisher), expires: UInt64(clamping: expires),
                    body: body))
        }
        return MailboxPage(messages: messages, cursor: cursor, hasMore: values[0].number == 1)
    }

    func remove(_ ids: [MessageID], from topic: Topic) {
        guard removalCount + ids.count <= Self.mostRemovals else { return }
        removals[topic, default: []] += ids
        removalCount += ids.count
        guard !isRemoving, link.isReady else { return }
        isRemoving = true
        // All confirmations of a turn of the event loop together.
        let mailbox = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute { mailbox.value.removeAll() }
    }

    private func removeAll() {
        isRemoving = false
        guard link.isReady else { return }
        let list = removals
        (removals, removalCount) = ([:], 0)
        for (topic, ids) in list {
            link.run(
                RedisScripts.remove, keys: [key("messages", topic.bytes), key("bytes", topic.bytes)],
                [Array("\(StoredMessage.overhead)".utf8)]
                    + ids.map { Array("\($0.milliseconds)-\($0.sequence)".utf8) }
            ) { [self] result in
                // Once more, when the connection is back.
                if case .failure = result { remove(ids, from: topic) }
            }
        }
    }

    // MARK: New messages

    func watch(_ topic: Topic) {
        let isNew = watched.insert(topic).inserted
        if !isNew, isTold, unconfirmed[topic] == nil {
            observer?.watching(topic)
        } else if link.isReady, isNew || !isTold {
            // Once more, if it may be too late to hear of the first time.
            subscribe([topic])
        }
    }

    func unwatch(_ topic: Topic) {
        guard watched.remove(topic) != nil, link.isReady else { return }
        link.sendSubscription([Array("UNSUBSCRIBE".utf8), key("new", topic.bytes)])
    }

    private func subscribe(_ topics: some Collection<Topic>) {
        for topic in topics { unconfirmed[topic, default: 0] += 1 }
        link.sendSubscription([Array("SUBSCRIBE".utf8)] + topics.map { key("new", $0.bytes) })
    }

    private func connected() {
        resubscribed = Array(watched)[...]
        resubscribe()
        removeAll()
    }

    /// Subscribes to some of the topics once more.
    private func resubscribe() {
        let next = resubscribed.prefix(Self.mostResubscribed)
        resubscribed = resubscribed.dropFirst(next.count)
        // The end of some subscriptions may have come meanwhile.
        let topics = next.filter { watched.contains($0) }
        if !topics.isEmpty { subscribe(topics) }
        // Answered behind these subscriptions.
        link.sendSubscription([Array("PING".utf8), Self.resubscription])
    }

    private static let resubscription = Array("subscribed".utf8)

    private func disconnected() {
        unconfirmed = [:]
        resubscribed = []
        isTold = false
        observer?.lost()
        readWaiting()
    }

    private func receive(_ value: RESPValue) {
        // Without any subscription, the answer to a ping is its text alone.
        if value.bytes == Self.resubscription { return resubscribedSome() }
        guard let parts = value.array, let kind = parts.first?.bytes else { return }
        switch String(decoding: kind, as: UTF8.self) {
        case "pong": if parts.last?.bytes == Self.resubscription { resubscribedSome() }
        case "message":
            if parts.count == 3, let topic = topic(parts[1]), let bytes = parts[2].bytes { tell(bytes, topic) }
        case "subscribe":
            if parts.count == 3, let topic = topic(parts[1]) { confirm(topic) }
        default: break
        }
    }

    private func resubscribedSome() {
        guard resubscribed.isEmpty else { return resubscribe() }
        isTold = true
        observer?.missed()
    }

    private func topic(_ channel: RESPValue) -> Topic? { channel.bytes.flatMap { Topic(hex: $0.suffix(64)) } }

    private func confirm(_ topic: Topic) {
        guard let count = unconfirmed[topic] else { return }
        unconfirmed[topic] = count > 1 ? count - 1 : nil
        if count == 1, watched.contains(topic) { observer?.watching(topic) }
    }

    /// A new message: its id, the end of its lifetime, 32 bytes of the publisher and the body.
    private func tell(_ bytes: [UInt8], _ topic: Topic) {
        let parts = bytes.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard watched.contains(topic), parts.count == 3, let id = MessageID(Array(parts[0])),
            let expires = UInt64(String(decoding: parts[1], as: UTF8.self)), parts[2].count >= 32,
            let publisher = Bytes32(parts[2].prefix(32))
        else { return }
        observer?.added(
            StoredMessage(
                id: id, topic: topic, publisher: ClientID(bytes: publisher), expires: expires,
                body: Array(parts[2].dropFirst(32))))
    }

    func expire() {
        link.check()
        guard hasMissed, link.isReady else { return }
        hasMissed = false
        observer?.missed()
    }

    func close() { link.close() }
}

extension MessageID {
    /// Reads the id of an entry in a stream of Redis, such as `1732300000000-0`.
    init?(_ text: [UInt8]) {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2, let milliseconds = UInt64(String(decoding: parts[0], as: UTF8.self)),
            let sequence = UInt64(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        self.init(milliseconds: milliseconds, sequence: sequence)
    }
}
