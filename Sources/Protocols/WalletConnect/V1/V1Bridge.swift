internal import Bridge

/// A client of one bridge server of version 1: keeps one connection while something needs it.
///
/// The protocol has no confirmation of a publication. A client that is subscribed to a topic also gets what it publishes
/// there itself, so the client sends a probe to a topic of its own after its messages: when the probe comes back, the
/// server has them. Until then they are kept, and sent again over the next connection. A server that sends no probe back
/// is believed to have what was written to the connection.
///
/// A server forgets a message when it has sent it. Messages are passed to the ``V1Receiver`` until it has stored
/// them, and nothing more is read from the server while too many wait.
package actor V1Bridge {
    let address: V1BridgeAddress
    let dialer: any RelayDialer
    let receiver: any V1Receiver
    let environment: RelayEnvironment
    let limits: V1BridgeLimits
    let timing: V1BridgeTiming
    var time: TimeSource { environment.time }

    // Running.
    var isStopped = false
    var running: Task<Void, Never>?
    var wake: CheckedContinuation<Void, Never>?
    var dialing: Task<RelayReply, Never>?
    var backoff = RelayBackoff()
    var obstacle = RelayObstacle.lost
    var notBefore = Duration.zero
    var connection: V1Connection?
    var lastConnection = 0

    /// The connection, as the user sees it.
    package internal(set) var state = RelayState.offline
    /// What the client has seen.
    package internal(set) var statistics = RelayStatistics()

    // Messages.
    var topics: Set<String> = []
    /// What the server may not have, in the order of the numbers.
    var outbox: [V1Outgoing] = []
    /// Whether the server sends probes back; `nil` if it is not known.
    var echoes: Bool?
    var incoming: [V1Message] = []
    var incomingBytes = 0
    var isDelivering = false
    var gatheringEnd = Duration.zero
    var roomWaiter: CheckedContinuation<Void, Never>?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - address: The server.
    ///   - dialer: Opens connections; to public addresses only, unless the server is this machine.
    ///   - receiver: Gets the messages.
    ///   - environment: Clocks and random numbers.
    ///   - limits: How much is accepted.
    ///   - timing: The times.
    package init(
        _ address: V1BridgeAddress, dialer: any RelayDialer, receiver: any V1Receiver,
        environment: RelayEnvironment, limits: V1BridgeLimits = V1BridgeLimits(),
        timing: V1BridgeTiming = V1BridgeTiming()
    ) {
        self.address = address
        self.dialer = dialer
        self.receiver = receiver
        self.environment = environment
        self.limits = limits
        self.timing = timing
    }

    /// Subscribes to topics, now and after each reconnection, until ``forget(_:)``; does not wait.
    ///
    /// - Returns: Whether the client has not ended.
    @discardableResult package func watch(_ new: Set<String>) -> Bool {
        guard !isStopped else { return false }
        topics.formUnion(new.filter { V1URI.isTopic($0) })
        needChanged()
        if let connection { write(on: connection) }
        return true
    }

    /// Takes no more messages of topics; the protocol cannot tell the server so before the connection ends.
    package func forget(_ old: Set<String>) {
        topics.subtract(old)
        needChanged()
    }

    /// Sends a message as soon as possible; one whose number is known is ignored.
    ///
    /// - Returns: Whether the client has not ended.
    @discardableResult package func send(_ message: V1Outgoing) -> Bool {
        guard !isStopped else { return false }
        guard !outbox.contains(where: { $0.number == message.number }) else { return true }
        let place = outbox.lastIndex { $0.number < message.number }.map { $0 + 1 } ?? 0
        outbox.insert(message, at: place)
        needChanged()
        if let connection { write(on: connection) }
        return true
    }

    /// Gives a message up that has not been sent.
    package func giveUp(_ number: Int64) {
        outbox.removeAll { $0.number == number }
        needChanged()
    }

    /// Ends a pause: the user asks for it, or the network has come back.
    package func connectNow() {
        notBefore = .zero
        backoff.reset()
        wakeUp()
    }

    /// Closes the connection, and ends the client.
    package func stop() async {
        guard !isStopped else { return }
        isStopped = true
        dialing?.cancel()
        if let connection { close(connection, code: 1000) }
        wakeUp()
        await running?.value
        state = .offline
    }

    /// Ends a client that nothing needs.
    ///
    /// - Returns: Whether it has ended.
    func retire() async -> Bool {
        guard !isNeeded, incoming.isEmpty, !isDelivering, connection == nil, dialing == nil else { return isStopped }
        await stop()
        return true
    }
}

/// An open connection, and what was sent on it; a part of ``V1Bridge``.
final class V1Connection {
    /// A number that no other connection of the client has.
    let number: Int
    let socket: any RelaySocket
    let openedAt: Duration
    /// A topic that nobody else knows, whose messages the server sends back.
    let probeTopic = RandomName.make()

    /// What was subscribed, also the topic of the probes.
    var subscribed: Set<String> = []
    var acknowledgements: [String] = []
    /// The numbers of the messages that were sent, and that the server may not have.
    var sent: Set<Int64> = []
    /// The probe that was sent last, and has not come back.
    var probe: Probe?
    var lastProbe = 0

    var isWriting = false
    var frames = FrameRate()
    var unwanted = FrameRate()

    /// Why the client closes the connection; `nil` as long as it does not.
    var verdict: RelayVerdict?
    var isClosedByClient = false

    /// A message to itself, behind other messages.
    struct Probe {
        /// What it contains.
        let text: String
        /// The messages before it.
        let numbers: Set<Int64>
        let timer: Task<Void, Never>
    }

    init(number: Int, socket: any RelaySocket, openedAt: Duration) {
        self.number = number
        self.socket = socket
        self.openedAt = openedAt
    }
}
