internal import Bridge

/// A client of a WalletConnect relay: keeps one connection while something needs it, and loses nothing.
///
/// A message is confirmed to the relay after the ``RelayReceiver`` has stored it. A publication is stored before it is
/// sent, and sent again with the same id until the relay has accepted it or its lifetime has ended. Messages can arrive
/// in any order and, after a crash, twice.
///
/// A client runs from ``start()`` to ``stop()``, once.
package actor RelayClient {
    private(set) var key: ClientKey
    let dialer: any RelayDialer
    let outboxStore: any RelayOutbox
    let receivedMessages: any ReceivedMessages
    let receiver: any RelayReceiver
    let environment: RelayEnvironment
    let limits: RelayLimits
    let timing: RelayTiming
    var time: TimeSource { environment.time }

    var configuration: RelayConfiguration
    /// What the client has seen.
    package internal(set) var statistics = RelayStatistics()
    /// By how many seconds the relay's clock was ahead at the last connection; `nil` if it is not known.
    package internal(set) var clockSkew: Int64?

    // Running.
    private var isPrepared = false
    var isStarted = false
    var isStopped = false
    var running: Task<Void, Never>?
    var wake: CheckedContinuation<Void, Never>?
    var dialing: Task<RelayReply, Never>?
    var backoff = RelayBackoff()
    var obstacle = RelayObstacle.lost
    var notBefore = Duration.zero
    var refusal: RelayRefusal?
    /// The difference of the two clocks when the relay refused the client because of its clock.
    var refusedOffset: Int64 = 0
    var keptUntil = Duration.zero
    var connection: RelayConnection?
    var lastConnection = 0

    /// The connection, as the user sees it.
    package internal(set) var state = RelayState.offline
    var observers: [Int: AsyncStream<RelayState>.Continuation] = [:]
    var lastObserver = 0

    // Calls.
    var ids = RelayIDSource()
    var tickets: [UInt64: Ticket] = [:]
    var lastTicket: UInt64 = 0
    /// The callers that wait for a connection.
    var connectionWaiters: Set<UInt64> = []

    // Subscriptions.
    var topics: [Topic: Subscription] = [:]
    var subscribers: [UInt64: Set<Topic>] = [:]

    // Publications.
    var outbox = OutboxQueue()
    var storing = 0
    var storingBytes = 0

    /// Whether the relay has accepted everything that was published.
    var isOutboxEmpty: Bool { outbox.isEmpty && storing == 0 }
    var publishers: [UInt64: UInt64] = [:]
    var expiryTimer: Task<Void, Never>?
    var nextExpiry: Duration?

    // Messages.
    var incoming: IncomingQueue
    var isReceiving = false
    var roomWaiters: Set<UInt64> = []

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - configuration: The relay.
    ///   - key: The identity, under which the relay keeps messages.
    ///   - dialer: Opens connections, through the proxy that is set.
    ///   - outbox: Keeps publications across restarts.
    ///   - received: Keeps what was received across restarts.
    ///   - receiver: Gets the messages.
    ///   - environment: Clocks and random numbers.
    ///   - limits: How much is kept and accepted.
    ///   - timing: The times.
    package init(
        _ configuration: RelayConfiguration, key: ClientKey, dialer: any RelayDialer, outbox: any RelayOutbox,
        received: any ReceivedMessages, receiver: any RelayReceiver, environment: RelayEnvironment,
        limits: RelayLimits = RelayLimits(), timing: RelayTiming = RelayTiming()
    ) {
        self.configuration = configuration
        self.key = key
        self.dialer = dialer
        outboxStore = outbox
        receivedMessages = received
        self.receiver = receiver
        self.environment = environment
        self.limits = limits
        self.timing = timing
        incoming = IncomingQueue(limits)
    }

    /// Uses another identity, before ``start()``.
    package func identify(as key: ClientKey) {
        if !isStarted { self.key = key }
    }

    /// Reads the outbox, without connecting.
    ///
    /// - Throws: ``WalletConnectError/relay(_:)`` with `storage` if it cannot be read; it can be tried again.
    package func prepare() async throws(WalletConnectError) {
        guard !isPrepared, !isStopped else { return }
        isPrepared = true
        do throws(WalletConnectError) {
            restore(try await outboxStore.entries())
        } catch {
            isPrepared = false
            throw .relay(.storage)
        }
    }

    /// Reads the outbox if that was not done, and connects as soon as something needs a connection.
    ///
    /// - Throws: As ``prepare()``.
    package func start() async throws(WalletConnectError) {
        guard !isStarted, !isStopped else { return }
        isStarted = true
        do throws(WalletConnectError) {
            try await prepare()
        } catch {
            isStarted = false
            throw error
        }
        guard !isStopped else { return }
        running = Task { await run() }
    }

    /// Closes the connection, and ends everything that waits with `stopped`; the outbox stays as it is.
    package func stop() async {
        guard !isStopped else { return }
        isStopped = true
        dialing?.cancel()
        expiryTimer?.cancel()
        if let connection { close(connection, code: 1000) }
        wakeUp()
        await running?.value
        for ticket in tickets.keys { settle(ticket, .failure(.stopped)) }
        for observer in observers.values { observer.finish() }
        observers = [:]
    }

    /// Uses another relay from now on; the topics and the outbox move with the client.
    package func use(_ configuration: RelayConfiguration) {
        guard configuration != self.configuration else { return }
        self.configuration = configuration
        dialing?.cancel()
        if let connection { close(connection, code: 1000) }
        connectNow()
    }

    /// Ends a pause, and tries again also after the relay has refused the client: the user asks for it, or the network
    /// has come back.
    package func connectNow() {
        refusal = nil
        notBefore = .zero
        backoff.reset()
        wakeUp()
    }

    /// Keeps a connection for some time even if there is no topic and no publication, such as during a pairing.
    package func keepConnected(for duration: Duration) {
        keptUntil = max(keptUntil, time.now() + min(max(duration, .zero), .seconds(86_400)))
        needChanged()
        Task {
            try? await time.sleep(max(.zero, keptUntil - time.now()))
            needChanged()
        }
    }

    /// The states of the connection from now on, beginning with the current one; a slow observer gets the latest.
    package func states() -> AsyncStream<RelayState> {
        let (stream, continuation) = AsyncStream.makeStream(of: RelayState.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(state)
        guard !isStopped else {
            continuation.finish()
            return stream
        }
        lastObserver &+= 1
        let number = lastObserver
        observers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeObserver(number) }
        }
        return stream
    }

    private func removeObserver(_ number: Int) { observers[number] = nil }

    func set(_ new: RelayState) {
        guard new != state else { return }
        state = new
        for observer in observers.values { observer.yield(new) }
    }
}
