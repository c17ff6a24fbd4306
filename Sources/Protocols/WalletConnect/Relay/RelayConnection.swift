/// An open connection, and what waits on it; a part of ``RelayClient``.
final class RelayConnection {
    /// A number that no other connection of the client has.
    let number: Int
    let socket: any RelaySocket
    let openedAt: Duration

    /// The tickets of the calls without an answer, by their ids.
    var calls: [UInt64: UInt64] = [:]
    /// How many calls in a row were not answered.
    var unanswered = 0

    private var outgoing: [String] = []
    private var outgoingBytes = 0
    var isWriting = false

    var malformed = FrameRate()
    var unwanted = FrameRate()

    var isSubscribing = false
    /// Whether messages are collected, to be sorted.
    var isGathering = true

    /// Why the client closes the connection; `nil` as long as it does not.
    var verdict: RelayVerdict?
    var isClosedByClient = false

    init(number: Int, socket: any RelaySocket, openedAt: Duration) {
        self.number = number
        self.socket = socket
        self.openedAt = openedAt
    }

    /// Adds a frame to those that are sent; `false` if there is no room.
    func append(_ frame: String, _ limits: RelayLimits) -> Bool {
        let size = frame.utf8.count
        guard outgoing.count < limits.outgoing, outgoingBytes + size <= limits.outgoingBytes else { return false }
        outgoing.append(frame)
        outgoingBytes += size
        return true
    }

    /// Takes the next frame to send.
    func popFrame() -> String? {
        guard !outgoing.isEmpty else { return nil }
        let frame = outgoing.removeFirst()
        outgoingBytes -= frame.utf8.count
        return frame
    }
}

/// Counts frames in the current minute.
struct FrameRate: Sendable {
    private var begin = Duration.zero
    private var count = 0

    /// Counts a frame; whether there are more than `limit` in a minute.
    mutating func exceeds(_ limit: Int, at now: Duration) -> Bool {
        if now - begin >= .seconds(60) {
            begin = now
            count = 0
        }
        count = min(count + 1, 1 << 30)
        return count > limit
    }
}

/// What a ``RelayClient`` has seen, for logs and tests; it is told to nobody.
package struct RelayStatistics: Hashable, Sendable {
    /// Frames that were not JSON-RPC of a relay.
    package var malformed = 0
    /// Answers without a call.
    package var unexpectedAnswers = 0
    /// Messages that had been received before.
    package var duplicates = 0
    /// Messages of topics without a subscription.
    package var unknownTopics = 0
    /// Messages for which there was no room.
    package var dropped = 0
    /// Messages and publications that could not be stored or removed.
    package var storageFailures = 0
    /// Messages that were stored and passed on.
    package var received = 0
    /// Connections that were opened.
    package var connections = 0
}
