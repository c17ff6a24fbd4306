@testable import WalletConnect

/// An outbox in memory.
final class MemoryOutbox: RelayOutbox {
    struct State: Sendable {
        var entries: [UInt64: OutboxEntry] = [:]
        var isBroken = false
        var added = 0
    }

    let state = Watched(State())

    func entries() async throws(WalletConnectError) -> [OutboxEntry] {
        try check()
        return Array(state.value.entries.values)
    }

    func add(_ entry: OutboxEntry) async throws(WalletConnectError) {
        try check()
        state.update {
            $0.entries[entry.id] = entry
            $0.added += 1
        }
    }

    func remove(_ id: UInt64) async throws(WalletConnectError) {
        try check()
        state.update { $0.entries[id] = nil }
    }

    private func check() throws(WalletConnectError) {
        if state.value.isBroken { throw .relay(.storage) }
    }
}

/// What was received, in memory.
final class MemoryReceived: ReceivedMessages {
    struct State: Sendable {
        var keys: [RelayMessage.Key: Int64] = [:]
        var isBroken = false
    }

    let state = Watched(State())

    func contains(_ key: RelayMessage.Key) async throws(WalletConnectError) -> Bool {
        if state.value.isBroken { throw .relay(.storage) }
        return state.value.keys[key] != nil
    }

    func insert(_ key: RelayMessage.Key, at time: Int64) async throws(WalletConnectError) {
        if state.value.isBroken { throw .relay(.storage) }
        state.update { $0.keys[key] = time }
    }
}

/// Stores what it gets, unless a test says otherwise.
final class MemoryReceiver: RelayReceiver {
    struct State: Sendable {
        var messages: [RelayMessage] = []
        var outcomes: [(entry: OutboxEntry, outcome: PublicationOutcome)] = []
        var calls = 0
        var refuses = false
        var isHanging = false
    }

    let state = Watched(State())

    var texts: [String] { state.value.messages.map(\.message) }

    func receive(_ message: RelayMessage) async -> Bool {
        state.update { $0.calls += 1 }
        await state.wait { !$0.isHanging }
        return state.update { state in
            guard !state.refuses else { return false }
            state.messages.append(message)
            return true
        }
    }

    func publicationEnded(_ entry: OutboxEntry, _ outcome: PublicationOutcome) async {
        state.update { $0.outcomes.append((entry, outcome)) }
    }
}

/// A client with everything around it under a test's control.
struct RelayBench {
    let relay = ScriptedRelay()
    let outbox: MemoryOutbox
    let received: MemoryReceived
    let receiver = MemoryReceiver()
    let clock: RelayClock
    let client: RelayClient

    init(
        outbox: MemoryOutbox = MemoryOutbox(), received: MemoryReceived = MemoryReceived(),
        clock: RelayClock = RelayClock(), projectID: String? = nil,
        mailbox: RelayConfiguration.Mailbox = .delivered, limits: RelayLimits = RelayLimits()
    ) throws {
        self.outbox = outbox
        self.received = received
        self.clock = clock
        let configuration = try RelayConfiguration(
            address: RelayAddress("wss://relay.example.org"), projectID: projectID, version: "1.0", mailbox: mailbox)
        client = RelayClient(
            configuration, key: .random(), dialer: relay, outbox: outbox, received: received, receiver: receiver,
            environment: clock.environment, limits: limits)
    }

    /// Starts the client, connects it, and subscribes to topics, for which the relay delivers some messages immediately.
    func connect(_ topics: Topic..., waiting: Int = 0) async throws {
        try await client.start()
        await client.keepConnected(for: .seconds(3_600))
        await relay.connections(1)
        if !topics.isEmpty { try await client.subscribe(topics) }
        while await client.incoming.count < waiting { await Task.yield() }
        await clock.pass(.milliseconds(250))
    }

    /// Waits for a state of the connection.
    func reaches(_ condition: @Sendable (RelayState) -> Bool) async -> RelayState? {
        for await state in await client.states() where condition(state) { return state }
        return nil
    }
}
