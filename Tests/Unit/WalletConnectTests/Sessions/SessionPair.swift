import Bridge
import Testing

@testable import WalletConnect

/// One side of a session: a memory, and the engine that runs on it.
struct SessionSide: Sendable {
    let client: Int
    let memory = SessionMemory()
    let relay: FaultyRelay
    let clock: SessionClock

    func start(
        commits: Int? = nil, limits: SessionLimits = SessionLimits(), isLocked: Bool = false, seed: UInt64 = 1
    ) async throws -> (engine: SessionEngine, run: SessionRun) {
        let run = SessionRun(memory, relay, client: client, commits: commits)
        run.setLocked(isLocked)
        let engine = SessionEngine(
            metadata: AppMetadata(name: "client \(client)"), store: run, relay: run, sealing: run,
            environment: clock.environment(seed: seed &+ UInt64(client)), limits: limits)
        do {
            try await engine.start()
        } catch {
            guard run.isDead else { throw error }
        }
        if !run.isDead { await relay.connect(engine, client) }
        if commits != nil {
            // Else those who wait for a program that has ended would wait for ever.
            Task {
                await relay.death(of: client)
                await engine.stop()
            }
        }
        return (engine, run)
    }
}

/// Names and values of the tests.
enum Sample {
    static let chain = ChainID(eip155: 1)
    static let account = "eip155:1:0x00000000000000000000000000000000000000ab"
    static let wanted = ProposalNamespaces([
        ProposalNamespaces.Entry(
            "eip155", chains: ["eip155:1"], methods: ["personal_sign"], events: ["accountsChanged"])
    ])

    static func approved(methods: [String] = ["personal_sign"]) -> SessionNamespaces {
        SessionNamespaces([
            SessionNamespaces.Entry(
                "eip155", accounts: [account], methods: methods, events: ["accountsChanged"])
        ])
    }
}

/// A wallet and an app that are connected.
struct SessionPair {
    let relay: FaultyRelay
    let clock = SessionClock()
    let wallet: SessionSide
    let app: SessionSide
    let walletEngine: SessionEngine
    let appEngine: SessionEngine
    let walletRun: SessionRun
    let appRun: SessionRun

    init(
        _ faults: FaultyRelay.Faults = .none, limits: SessionLimits = SessionLimits(), seed: UInt64 = 1
    ) async throws {
        relay = FaultyRelay(faults, seed: seed)
        wallet = SessionSide(client: 0, relay: relay, clock: clock)
        app = SessionSide(client: 1, relay: relay, clock: clock)
        (walletEngine, walletRun) = try await wallet.start(limits: limits, seed: seed)
        (appEngine, appRun) = try await app.start(limits: limits, seed: seed &+ 10)
    }

    /// Connects app and wallet.
    func connect(required: ProposalNamespaces = ProposalNamespaces()) async throws -> SessionDetails {
        let uri = try await appEngine.propose(required: required, optional: Sample.wanted)
        let news = await walletEngine.news()
        try await walletEngine.pair(uri)
        for await case .proposal(let proposal) in news {
            try await walletEngine.approve(proposal.key, namespaces: Sample.approved())
            break
        }
        let session = try await appEngine.connection(uri.topic)
        // The wallet gets the acknowledgement before a test turns the clock.
        await settle()
        return session
    }

    /// Waits until both sides have sent everything, and got everything.
    func settle() async {
        while true {
            var isIdle = [await walletEngine.isIdle, await appEngine.isIdle]
            let wasBusy = await relay.settle()
            isIdle += [await walletEngine.isIdle, await appEngine.isIdle]
            if !isIdle.contains(false), !wasBusy { return }
            await Task.yield()
        }
    }

    /// The next request that the wallet shows.
    func shown(_ news: AsyncStream<SessionNews>) async -> PendingSessionRequest? {
        for await case .request(let request) in news { return request }
        return nil
    }

    /// The key of a session as the app has it.
    func key(of topic: Topic) throws -> SymmetricKey {
        guard case .session(let record) = app.memory.records[.session(topic)] else {
            throw WalletConnectError.session(.unknownSession)
        }
        return try SymmetricKey(copying: record.key.map { $0 ^ 0x55 })
    }

    /// Passes a message to one side as if the other had sent it, and returns the answer.
    func answer(to message: RPCMessage, _ key: SymmetricKey, from client: Int = 1) async throws -> RPCResponse {
        await settle()
        let before = await relay.published.count
        let engine = client == 1 ? walletEngine : appEngine
        #expect(await engine.receive(try Self.seal(message, key), on: key.topic))
        await settle()
        for sent in await relay.published.dropFirst(before) where sent.topic == key.topic {
            if case .response(let response) = try Self.open(sent, key), response.id == message.id { return response }
        }
        throw WalletConnectError.session(.expired)
    }

    static func seal(_ message: RPCMessage, _ key: SymmetricKey) throws -> String {
        try Envelope.seal(message.json.bytes, with: key).text(for: .relay)
    }

    static func open(_ message: RelayedMessage, _ key: SymmetricKey) throws -> RPCMessage {
        try RPCMessage(parsing: Envelope(parsing: message.text, from: .relay).open(with: key))
    }
}

extension RPCResponse {
    /// The error, if it is one.
    var failure: ErrorResponse? {
        guard case .failure(let response) = outcome else { return nil }
        return response
    }
}
