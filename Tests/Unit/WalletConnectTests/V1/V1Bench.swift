import Bridge
import Synchronization
import Testing

@testable import WalletConnect

/// One program that runs on rows in memory, until it ends in the middle of something.
final class V1Run: V1Store, KeySealing {
    private struct State {
        var commitsLeft: Int?
        var isDead = false
        var isLocked = false
        var isBroken = false
        var commits = 0
    }

    private let memory: MemoryStorage
    private let gate: MemoryBridgeGate?
    private let state: Mutex<State>

    /// Ends the program after so many commits, before anything follows from the last one.
    init(_ memory: MemoryStorage, commits: Int? = nil, gate: MemoryBridgeGate? = nil) {
        (self.memory, self.gate) = (memory, gate)
        state = Mutex(State(commitsLeft: commits))
    }

    var isDead: Bool { state.withLock(\.isDead) }
    var commits: Int { state.withLock(\.commits) }

    func setLocked(_ isLocked: Bool) { state.withLock { $0.isLocked = isLocked } }
    func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

    func legacyRows() async throws(WalletConnectError) -> [V1Row] { try await memory.legacyRows() }

    func commit(_ changes: [V1Change]) async throws(WalletConnectError) {
        let (isOpen, isLast) = state.withLock { state in
            guard !state.isDead, !state.isBroken else { return (false, false) }
            state.commits += 1
            guard let left = state.commitsLeft else { return (true, false) }
            state.commitsLeft = left - 1
            if left == 1 { state.isDead = true }
            return (true, left == 1)
        }
        guard isOpen else { throw .session(.storage) }
        try await memory.commit(changes)
        if isLast {
            gate?.close()
            throw .session(.storage)
        }
    }

    func seal(_ secret: UnsafeRawBufferPointer) throws(WalletConnectError) -> [UInt8] {
        if state.withLock(\.isLocked) { throw .session(.locked) }
        return secret.map { $0 ^ 0x55 }
    }

    func open<Result>(
        _ sealed: [UInt8], _ use: (UnsafeRawBufferPointer) throws(WalletConnectError) -> Result
    ) throws(WalletConnectError) -> Result {
        if state.withLock(\.isLocked) { throw .session(.locked) }
        return try PlainSealing().open(sealed.map { $0 ^ 0x55 }, use)
    }
}

/// A wallet and an app with a bridge server between them.
struct V1Pair {
    static let address = "ws://127.0.0.1:7700"

    let bridge = MemoryBridge()
    let clock = SessionClock()
    let walletMemory = MemoryStorage()
    let appMemory = MemoryStorage()
    let walletRun: V1Run
    let appRun: V1Run
    let wallet: V1Engine
    let app: V1Engine

    init(limits: SessionLimits = SessionLimits()) async throws {
        (walletRun, appRun) = (V1Run(walletMemory), V1Run(appMemory))
        wallet = try Self.engine("wallet", walletRun, bridge, clock, limits)
        app = try Self.engine("app", appRun, bridge, clock, limits)
        try await wallet.start()
        try await app.start()
    }

    static func engine(
        _ name: String, _ run: V1Run, _ bridge: any RelayDialer, _ clock: SessionClock,
        _ limits: SessionLimits = SessionLimits(), seed: UInt64 = 7
    ) throws -> V1Engine {
        let bridges = V1Bridges(dialer: bridge, publicDialer: bridge, environment: RelayClock().hurried)
        return V1Engine(
            metadata: AppMetadata(name: name, url: "https://\(name).example"), bridge: try V1BridgeAddress(address),
            store: run, transport: bridges, sealing: run, environment: clock.environment(seed: seed), limits: limits)
    }

    static let wanted = ProposalNamespaces([
        ProposalNamespaces.Entry(
            "eip155", chains: ["eip155:5", "eip155:1"], methods: ["personal_sign", "app_special"])
    ])

    static let account = "0x00000000000000000000000000000000000000Ab"

    static func approved(
        chain: UInt64 = 5, methods: [String] = ["personal_sign", "eth_sendTransaction"]
    ) -> SessionNamespaces {
        V1Scope.session(chain: chain, accounts: [account], methods: methods)
    }

    /// Offers a session, and waits for the wallet's proposal.
    func propose(_ offer: ConnectionOffer = ConnectionOffer(optional: wanted)) async throws -> (
        link: OfferedLink, proposal: PendingProposal
    ) {
        let link = try await app.offer(offer)
        let news = await wallet.news()
        try await wallet.pair(ConnectionLink(link.text, now: clock.seconds))
        for await case .proposal(let proposal) in news where proposal.key.topic == link.topic {
            return (link, proposal)
        }
        throw WalletConnectError.session(.expired)
    }

    /// Connects app and wallet.
    @discardableResult func connect() async throws -> SessionDetails {
        let (link, proposal) = try await propose()
        try await wallet.approve(proposal.key, namespaces: Self.approved())
        let session = try await app.connection(link.topic)
        // What a test does to the clock shall not end what is still being sent.
        await settle()
        return session
    }

    /// Waits until both sides have sent everything.
    func settle() async {
        for engine in [wallet, app] { await eventually { await engine.isIdle } }
    }

    /// Calls a method as the app, in a task of its own.
    func call(
        _ session: SessionDetails, _ params: JSON = ["0x01"], lifetime: Int64 = 300
    ) -> Task<JSON, any Error> {
        Task { [app] in
            try await app.request(
                session.topic, "personal_sign", params, chain: ChainID(eip155: 5), lifetime: lifetime)
        }
    }

    /// The next request that the wallet shows.
    func shown(_ news: AsyncStream<SessionNews>) async -> PendingSessionRequest? {
        for await case .request(let request) in news { return request }
        return nil
    }

    /// Answers each request with its parameters.
    func serve() -> Task<Void, Never> {
        Task { [wallet] in
            for await case .request(let request) in await wallet.news() {
                try? await wallet.answer(request.key, with: .result(request.request.params))
            }
        }
    }

    // MARK: Handmade messages

    func record(_ engine: V1Engine) async throws -> V1SessionRecord {
        try #require(await engine.state.sessions.values.first)
    }

    func key(_ engine: V1Engine) async throws -> SymmetricKey {
        try #require(await engine.keys.values.first)
    }

    /// Publishes a message to the wallet, or to the app, as if the other side had made it.
    func publish(_ message: RPCMessage, to engine: V1Engine) async throws {
        let payload = V1Payload(sealing: message.json.bytes, with: try await key(engine))
        bridge.publish(payload.text, on: try await record(engine).ownID)
    }

    func request(_ id: Int64, _ method: String = "personal_sign", _ params: JSON = ["0x00"]) -> RPCMessage {
        .request(RPCRequest(id: .number(id), method: method, params: params))
    }

    /// The id of a request that is made now.
    var id: Int64 { clock.milliseconds * 1_000 }

    /// What was published on a topic, opened.
    func messages(on topic: String, _ key: SymmetricKey) -> [RPCMessage] {
        bridge.state.value.published.filter { $0.topic == topic }
            .compactMap { try? RPCMessage(parsing: V1Payload(parsing: $0.payload).open(with: key)) }
    }

    /// Waits for what the wallet answers to a request.
    func answer(to id: Int64) async throws -> RPCResponse {
        let (peer, key) = (try #require(try await record(wallet).peer?.id), try await key(wallet))
        while !Task.isCancelled {
            for case .response(let response) in messages(on: peer, key) where response.id == .number(id) {
                return response
            }
            await Task.yield()
        }
        throw CancellationError()
    }
}

extension V1Bridge {
    /// Whether a probe is on its way.
    var isProbing: Bool { connection?.probe != nil }

    /// The topic of the probes of the connection.
    var probeTopic: String? { connection?.probeTopic }
}

/// Waits until a condition holds, or the test is cancelled because it takes too long.
func eventually(_ condition: () async throws -> Bool) async rethrows {
    while !Task.isCancelled, !(try await condition()) { await Task.yield() }
}
