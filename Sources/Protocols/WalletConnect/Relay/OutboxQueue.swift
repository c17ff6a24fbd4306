/// The publications that a relay has not accepted yet, in the order of their ids.
struct OutboxQueue: Sendable {
    /// What is being done with a publication.
    enum Progress: Hashable, Sendable {
        /// It waits for its turn.
        case idle
        /// It was sent, and the relay has not answered.
        case sent
        /// The relay could not accept it now.
        case paused
    }

    /// A publication.
    struct Item: Sendable {
        let entry: OutboxEntry
        /// When its lifetime ends, by the monotonic clock: setting the clock of the machine does not end it.
        let end: Duration
        /// Whether it is in the ``RelayOutbox``.
        let isStored: Bool
        var progress = Progress.idle
    }

    private var items: [UInt64: Item] = [:]
    private var order: [UInt64] = []
    private(set) var bytes = 0
    private(set) var sent = 0

    var count: Int { items.count }
    var isEmpty: Bool { items.isEmpty }

    /// When the first lifetime ends.
    var firstEnd: Duration? { items.values.lazy.map(\.end).min() }

    subscript(id: UInt64) -> Item? { items[id] }

    mutating func insert(_ item: Item) {
        guard items.updateValue(item, forKey: item.entry.id) == nil else { return }
        bytes += item.entry.publication.message.utf8.count
        let place = order.firstIndex { $0 > item.entry.id } ?? order.endIndex
        order.insert(item.entry.id, at: place)
    }

    /// Removes a publication; `nil` if it has ended before.
    mutating func remove(_ id: UInt64) -> Item? {
        guard let item = items.removeValue(forKey: id) else { return nil }
        order.removeAll { $0 == id }
        bytes -= item.entry.publication.message.utf8.count
        if item.progress == .sent { sent -= 1 }
        return item
    }

    mutating func set(_ id: UInt64, _ progress: Progress) {
        guard let old = items[id]?.progress else { return }
        sent += (progress == .sent ? 1 : 0) - (old == .sent ? 1 : 0)
        items[id]?.progress = progress
    }

    /// The first publication that waits for its turn.
    var next: OutboxEntry? { order.lazy.compactMap { items[$0] }.first { $0.progress == .idle }?.entry }

    /// The publications whose lifetime has ended.
    func ended(at now: Duration) -> [UInt64] { order.filter { items[$0].map { $0.end <= now } ?? false } }
}
