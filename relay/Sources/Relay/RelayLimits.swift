/// The limits of the relay; none can be turned off.
public struct RelayLimits: Sendable {
    /// The most bytes of a message, as it is written in the frame.
    public var messageBytes = 512 << 10

    /// The most bytes of a frame, and of all fragments of one.
    public var frameBytes = 1 << 20

    /// The most elements of a batch.
    public var batch = 500

    /// The most bytes of fragmented frames that are not complete, of all connections.
    public var incompleteBytes = 64 << 20

    /// The most subscriptions of a connection: as many as a wallet may have topics.
    public var subscriptionsPerClient = 10_000

    /// The most subscriptions of all connections.
    public var subscriptions = 1_000_000

    /// The most subscribers of a topic on one process.
    public var subscribersPerTopic = 16

    /// The most topics that have a message in the mailbox.
    public var topics = 500_000

    /// The most messages of a topic in the mailbox.
    public var messagesPerTopic = 256

    /// The most bytes of a topic in the mailbox.
    public var bytesPerTopic = 4 << 20

    /// The most bytes in the mailbox.
    public var mailboxBytes = 256 << 20

    /// The shortest lifetime of a message, in seconds.
    public var shortestLifetime = 1

    /// The longest lifetime of a message, in seconds: seven days, as long as a request of a session may be valid.
    public var longestLifetime = 604_800

    /// The lifetime of a message of the legacy bridge, in seconds.
    public var legacyLifetime = 3600

    /// The most messages of the legacy bridge that wait while the mailbox cannot be reached.
    public var legacyWaiting = 1000

    /// The most bytes of such messages.
    public var legacyWaitingBytes = 16 << 20

    /// The most requests of a connection in a second, on average.
    ///
    /// A batch of publications counts as one for each ten of them, every other batch as one for each fifty elements.
    public var requestsPerSecond = 50

    /// The most requests of a connection at once, after a pause.
    public var requestBurst = 500

    /// The most connections.
    public var connections = 20_000

    /// The most connections from one address.
    public var connectionsPerAddress = 256

    /// The most connections of one client; the oldest one is closed for a new one.
    public var connectionsPerClient = 4

    /// The most deliveries that a connection has not confirmed.
    public var unconfirmed = 128

    /// The most bytes of deliveries that a connection has not confirmed, unless it is a single one.
    public var unconfirmedBytes = 1 << 20

    /// Creates the default limits.
    public init() {}

    /// Checks that each limit is positive and none contradicts another.
    ///
    /// - Throws: ``RelayError/limits(_:)``.
    func check() throws(RelayError) {
        let all: [(String, Int)] = [
            ("message size", messageBytes), ("frame size", frameBytes), ("batch size", batch),
            ("incomplete frames", incompleteBytes), ("subscriptions", subscriptions),
            ("subscriptions of a client", subscriptionsPerClient), ("subscribers of a topic", subscribersPerTopic),
            ("topics", topics), ("messages of a topic", messagesPerTopic), ("bytes of a topic", bytesPerTopic),
            ("bytes of the mailbox", mailboxBytes), ("shortest lifetime", shortestLifetime),
            ("longest lifetime", longestLifetime), ("lifetime of legacy messages", legacyLifetime),
            ("waiting legacy messages", legacyWaiting), ("bytes of waiting legacy messages", legacyWaitingBytes),
            ("requests in a second", requestsPerSecond), ("requests at once", requestBurst),
            ("connections", connections), ("connections of an address", connectionsPerAddress),
            ("connections of a client", connectionsPerClient), ("unconfirmed deliveries", unconfirmed),
            ("bytes of unconfirmed deliveries", unconfirmedBytes),
        ]
        for (name, value) in all where !(1...Self.most ~= value) {
            throw .limits("The limit for \(name) is not between 1 and \(Self.most).")
        }
        guard messageBytes + 1024 <= frameBytes else {
            throw .limits("A frame must have at least 1,024 bytes more than a message.")
        }
        guard messageBytes + 1024 <= bytesPerTopic, bytesPerTopic <= mailboxBytes else {
            throw .limits("A topic must have room for a message, and the mailbox for a topic.")
        }
        guard frameBytes <= incompleteBytes, frameBytes <= Int(UInt32.max) else {
            throw .limits("There must be room for an incomplete frame, and a frame has at most 4 GiB.")
        }
        guard batch <= 1000 else { throw .limits("A batch has at most 1,000 elements.") }
        guard subscriptionsPerClient <= subscriptions else {
            throw .limits("One client may not have more subscriptions than all together.")
        }
        guard shortestLifetime <= longestLifetime else {
            throw .limits("The shortest lifetime is longer than the longest one.")
        }
    }

    /// No limit is above this, so that sums of limits never overflow.
    private static let most = 1 << 40
}

/// The times of the relay, in milliseconds; tests make them short.
public struct RelayTimes: Sendable {
    /// A delivery is repeated after this time without a confirmation.
    public var confirmation = 4000

    /// A delivery is sent at most so many times on one connection.
    ///
    /// After that the message waits in the mailbox for the next subscription.
    public var attempts = 5

    /// A ping is sent after this time without traffic to the client.
    public var ping = 30_000

    /// The connection ends this time after a ping without any answer.
    public var pong = 15_000

    /// A connection is closed that is not a WebSocket after this time.
    public var handshake = 10_000

    /// A connection without subscriptions is closed after this time without traffic from the client.
    public var stale = 60_000

    /// A connection is closed whose client has not read for this time.
    public var slow = 30_000

    /// A closing connection ends after this time, even if the client does not close it.
    public var closing = 2000

    /// A Redis server is asked after this time whether it is there, and given up after as long again without an answer.
    public var silence = 5000

    /// The relay remembers what was published for this time, to recognize repetitions.
    public var repetition = 600_000

    /// Creates the default times.
    public init() {}

    /// The time between two looks at all connections.
    var tick: Int { max(10, min(1000, confirmation / 4, ping / 4, pong / 4, stale / 4, slow / 4)) }
}
