import NIOCore

/// What a session writes to.
protocol SessionOutput: AnyObject {
    /// Writes a text frame; it is sent with ``flush()``.
    func write(_ frame: [UInt8])

    /// Sends what was written.
    func flush()

    /// Sends a ping.
    func ping()

    /// Whether the client reads what it is sent: less is waiting than the high-water mark.
    var isWritable: Bool { get }

    /// Says why, and ends the connection.
    func close(_ reason: CloseReason)

    /// Ends the connection without a word; for a client that does not read.
    func abort()
}

/// The connection of a client, and what is on its way to it.
final class Session {
    /// Which protocol the client speaks.
    enum Version: String {
        /// JSON-RPC with subscriptions and confirmations.
        case two = "2"
        /// The legacy bridge.
        case legacy = "1"
    }

    let client: ClientID
    let version: Version
    let address: String
    let output: any SessionOutput

    var subscriptions: [Topic: Subscription] = [:]

    /// Deliveries that are not confirmed, by their ids.
    var unconfirmed: [UInt64: Delivery] = [:]
    var unconfirmedBytes = 0

    /// Messages that were read from the mailbox and wait for room, in the order of publication, the last one first.
    var ready: [(message: StoredMessage, subscription: Subscription)] = []
    var readyBytes = 0

    /// Whether `ready` is in order.
    var isSorted = true

    /// Subscriptions with messages in the mailbox that have not been read.
    var behind: CircularBuffer<Subscription> = []
    var reads = 0

    /// How many bytes the messages in ``Subscription/early`` count, of all subscriptions.
    var earlyBytes = 0

    /// Fetches that wait for the one that is being answered, or until the client reads.
    var fetches: CircularBuffer<Fetch> = []
    var isFetching = false

    /// Whether reads are being started.
    var isReading = false

    var rate: RequestRate

    /// When the client sent a text frame last, and was sent something last; milliseconds of the hub's clock.
    var used: UInt64
    var sent: UInt64

    /// When a ping was sent that has not been answered.
    var pinged: UInt64?

    /// Since when the client has not read what it is sent.
    var blocked: UInt64?

    /// Since when the client has sent fragments of a frame that is not complete.
    var incomplete: UInt64?

    var isOpen = true
    var needsFlush = false

    init(
        client: ClientID, version: Version, address: String, output: any SessionOutput, limits: RelayLimits,
        now: UInt64
    ) {
        self.client = client
        self.version = version
        self.address = address
        self.output = output
        rate = RequestRate(limits, now: now)
        used = now
        sent = now
    }

    /// Whether a message of `publisher` is delivered here: a client does not get its own, unless it uses the legacy
    /// bridge.
    func accepts(from publisher: ClientID) -> Bool { version == .legacy || publisher != client }

    /// Whether another message may be on its way.
    func hasRoom(for message: StoredMessage, limits: RelayLimits) -> Bool {
        guard output.isWritable else { return false }
        return unconfirmed.isEmpty
            || unconfirmed.count < limits.unconfirmed
                && unconfirmedBytes + message.size <= limits.unconfirmedBytes
    }
}

/// The interest of a connection in a topic.
final class Subscription {
    unowned let session: Session
    let topic: Topic

    /// The id that the client knows: the same for a client and a topic on every relay.
    let id: Bytes32

    /// How the client calls the methods.
    let prefix: StaticString

    /// Everything up to here was read from the mailbox or delivered.
    var cursor = MessageID.first

    /// How its messages come.
    enum Progress {
        /// New messages are delivered at once.
        case current
        /// Its messages are going to be read from the mailbox.
        case queued
        /// Its messages are being read; whether one was added meanwhile.
        case reading(isOvertaken: Bool)
        /// The mailbox cannot be read yet; it says when it can.
        case waiting
    }

    var progress = Progress.waiting

    /// Messages that were noticed while others of the topic have to be read first, in order.
    ///
    /// They are kept because another subscriber may confirm them, and then they cannot be read any more.
    var early: [StoredMessage] = []

    private var watched: (() -> Void)?

    init(session: Session, topic: Topic, prefix: StaticString) {
        self.session = session
        self.topic = topic
        self.prefix = prefix
        id = Bytes32(digestOf: session.client.bytes.bytes + topic.bytes.bytes)
    }

    /// Calls `action` once, when new messages of the topic are noticed or the subscription ends.
    func whenWatched(_ action: @escaping () -> Void) { watched = action }

    /// New messages of the topic are noticed from now on, or the subscription has ended.
    func isWatched() {
        let action = watched
        watched = nil
        action?()
    }
}

/// A message on its way to a client.
struct Delivery {
    let message: StoredMessage
    let subscription: Subscription

    /// When it was sent last, and how often.
    var sent: UInt64
    var attempts = 1
}

/// How many requests a client may send: so many at once, and so many in a second.
struct RequestRate {
    private let perSecond: Double
    private let burst: Double
    private var left: Double
    private var updated: UInt64

    /// What is done with a request.
    enum Verdict {
        case allowed, refused
        /// The client went on after it had been refused for a whole burst.
        case closed
    }

    init(_ limits: RelayLimits, now: UInt64) {
        perSecond = Double(limits.requestsPerSecond)
        burst = Double(limits.requestBurst)
        left = burst
        updated = now
    }

    /// Counts `cost` requests.
    mutating func take(_ cost: Int, now: UInt64) -> Verdict {
        left = min(burst, left + Double(now &- updated) / 1000 * perSecond)
        updated = now
        left = max(left - Double(cost), -2 * burst)
        return left >= 0 ? .allowed : left > -burst ? .refused : .closed
    }
}
