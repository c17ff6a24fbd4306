/// The received messages that wait to be stored, each once.
struct IncomingQueue: Sendable {
    /// How the relay of one connection is told that a message is stored.
    struct Confirmation: Hashable, Sendable {
        /// The connection.
        let connection: Int
        /// The id of the delivery.
        let id: RPCID
    }

    /// A message, and its deliveries.
    struct Entry: Sendable {
        let message: RelayMessage
        var confirmations: [Confirmation]
        /// Whether the relay has removed it from the mailbox: it will not come again.
        var isFetched: Bool
        /// How often it could not be stored.
        var failures = 0
    }

    /// What became of a message.
    enum Addition: Hashable, Sendable {
        case added
        /// The same message waits already, or is being stored; all its deliveries are confirmed together.
        case joined
        /// There is no room.
        case refused
    }

    private var entries: [Entry] = []
    private var bytes = 0
    private var waiting: Set<RelayMessage.Key> = []
    private(set) var current: Entry?

    private let limits: RelayLimits

    /// A message that is delivered more often keeps only its last confirmations.
    private static let mostConfirmations = 8

    init(_ limits: RelayLimits) { self.limits = limits }

    /// How many messages wait.
    var count: Int { entries.count }

    /// Whether at least half of the room is free.
    var hasRoom: Bool { entries.count <= limits.incoming / 2 && bytes <= limits.incomingBytes / 2 }

    /// Adds a delivery; a fetched message is always taken, because it does not come again.
    mutating func add(_ message: RelayMessage, _ confirmation: Confirmation?, isFetched: Bool = false) -> Addition {
        if current?.message.key == message.key {
            Self.join(&current, confirmation, isFetched)
            return .joined
        }
        if waiting.contains(message.key) {
            guard let place = entries.firstIndex(where: { $0.message.key == message.key }) else { return .refused }
            var entry: Entry? = entries[place]
            Self.join(&entry, confirmation, isFetched)
            if let entry { entries[place] = entry }
            return .joined
        }
        let size = message.message.utf8.count
        guard isFetched || entries.count < limits.incoming && bytes + size <= limits.incomingBytes else {
            return .refused
        }
        entries.append(
            Entry(message: message, confirmations: confirmation.map { [$0] } ?? [], isFetched: isFetched))
        waiting.insert(message.key)
        bytes += size
        return .added
    }

    private static func join(_ entry: inout Entry?, _ confirmation: Confirmation?, _ isFetched: Bool) {
        if isFetched { entry?.isFetched = true }
        guard let confirmation else { return }
        entry?.confirmations.append(confirmation)
        if (entry?.confirmations.count ?? 0) > mostConfirmations { entry?.confirmations.removeFirst() }
    }

    /// Sorts what waits by the time of publication; messages of the same time stay in their order.
    mutating func sort() {
        entries = entries.enumerated()
            .sorted { ($0.element.message.publishedAt, $0.offset) < ($1.element.message.publishedAt, $1.offset) }
            .map(\.element)
    }

    /// Begins with the next message; `nil` if the queue is empty, or a message is being stored.
    mutating func begin() -> RelayMessage? {
        guard current == nil, !entries.isEmpty else { return nil }
        let entry = entries.removeFirst()
        waiting.remove(entry.message.key)
        bytes -= entry.message.message.utf8.count
        current = entry
        return entry.message
    }

    /// Ends with the current message, and returns all its deliveries up to now.
    mutating func end() -> Entry? {
        defer { current = nil }
        return current
    }

    /// Puts a message back that could not be stored, as the first one.
    mutating func putBack(_ entry: Entry) {
        entries.insert(entry, at: 0)
        waiting.insert(entry.message.key)
        bytes += entry.message.message.utf8.count
    }
}
