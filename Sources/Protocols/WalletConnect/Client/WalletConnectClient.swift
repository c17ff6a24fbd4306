public import Network
internal import Synchronization

/// A client of WalletConnect: one identity, one connection to a relay, and all sessions, in both roles.
///
///     let client = WalletConnectClient(
///         try WalletConnectConfiguration(metadata: AppMetadata(name: "Example"), relay: "wss://relay.example.org"))
///     try await client.start()
///     let session = try await client.app.connect(wanted) { link in print(link) }
///     let signature = try await session.request("personal_sign", [message, account])
///
/// A connection exists only while something needs it: a session, a pairing, or a message that is not sent yet. A client
/// runs from ``start()`` to ``stop()``, once; its sessions continue with the next client of the same storage.
public final class WalletConnectClient: Sendable {
    private struct State: Sendable {
        var isStarted = false
        var isStopped = false
        var claim: StorageClaim?
    }

    /// The wallet's side: pair, approve, answer.
    public let wallet: WalletClient

    /// The app's side: connect, request.
    public let app: AppClient

    /// The sessions of version 2.
    package let engine: SessionEngine

    /// The connection to the relay.
    package let relay: RelayClient

    /// The sessions of version 1; `nil` without bridge servers.
    package let legacy: V1Engine?

    private let services: [any SessionService]
    private let bridges: (any V1Transport)?
    private let storage: WalletConnectStorage
    private let link = RelayLink()
    private let state = Mutex(State())

    /// Creates a client; it does nothing before ``start()``.
    ///
    /// - Parameters:
    ///   - configuration: The relay, and what the other side is told.
    ///   - storage: Where sessions are kept.
    ///   - dialer: Opens connections, with a proxy and certificate authorities of its own.
    public convenience init(
        _ configuration: WalletConnectConfiguration, storage: WalletConnectStorage = .memory(),
        dialer: any WebSocketDialer = WebSocketClient()
    ) {
        self.init(
            configuration, storage: storage, relayDialer: NetworkRelayDialer(dialer),
            bridges: V1Bridges(dialer, environment: ClientEnvironment.system.relay))
    }

    /// Creates a client that checks attestations.
    ///
    /// - Parameters:
    ///   - configuration: The relay, and what the other side is told.
    ///   - storage: Where sessions are kept.
    ///   - dialer: Opens connections, with a proxy and certificate authorities of its own.
    ///   - attestationKeys: The key of the attestation service.
    package convenience init(
        _ configuration: WalletConnectConfiguration, storage: WalletConnectStorage, dialer: any WebSocketDialer,
        attestationKeys: AttestationKeys
    ) {
        self.init(
            configuration, storage: storage, relayDialer: NetworkRelayDialer(dialer),
            bridges: V1Bridges(dialer, environment: ClientEnvironment.system.relay),
            attestationKeys: attestationKeys)
    }

    /// Creates a client of replaceable parts.
    ///
    /// - Parameters:
    ///   - configuration: The relay, and what the other side is told.
    ///   - storage: Where sessions are kept.
    ///   - relayDialer: Opens connections to relays.
    ///   - bridges: The connections to bridge servers; without it, there is no version 1.
    ///   - environment: Clocks and random numbers.
    ///   - attestationKeys: The key of the attestation service; without it, no attestation is checked.
    ///   - limits: How much sessions keep.
    ///   - relayLimits: How much the connection to the relay keeps.
    package init(
        _ configuration: WalletConnectConfiguration, storage: WalletConnectStorage, relayDialer: any RelayDialer,
        bridges: (any V1Transport)? = nil, environment: ClientEnvironment = .system,
        attestationKeys: AttestationKeys? = nil, limits: SessionLimits = SessionLimits(),
        relayLimits: RelayLimits = RelayLimits()
    ) {
        self.storage = storage
        engine = SessionEngine(
            metadata: configuration.metadata, store: storage.sessions, relay: link, sealing: storage.sealing,
            environment: environment.sessions, limits: limits, attestationKeys: attestationKeys)
        // The identity is read from the storage before the first connection.
        relay = RelayClient(
            configuration.relay, key: .random(), dialer: relayDialer, outbox: storage.outbox,
            received: storage.received, receiver: link, environment: environment.relay, limits: relayLimits)
        self.bridges = bridges
        legacy = bridges.map { bridges in
            V1Engine(
                metadata: configuration.metadata, bridge: configuration.bridgeAddress, store: storage.legacy,
                transport: bridges, sealing: storage.sealing, environment: environment.sessions, limits: limits)
        }
        services = [engine] + (legacy.map { [$0] } ?? [])
        wallet = WalletClient(services)
        app = AppClient(services)
    }

    /// Loads what is stored, ends what has expired, and connects as soon as something needs a connection.
    ///
    /// Keys that cannot be opened, because the wallet is locked, are opened by ``unlock()``.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``: `storage`, `inUse` if another client has the storage, `stopped` if
    ///   the client was started before; ``WalletConnectError/relay(_:)`` with `storage`. After an error, the client is
    ///   stopped.
    public func start() async throws(WalletConnectError) {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted && !state.isStopped
        }
        guard isFirst else { throw .session(.stopped) }
        do throws(WalletConnectError) {
            let claim = try storage.claim()
            try state.withLock { state throws(WalletConnectError) in
                guard !state.isStopped else { throw .session(.stopped) }
                state.claim = claim
            }
            link.connect(engine, relay)
            await relay.identify(as: try await storage.identity.clientKey())
            // First the outbox, so that no new message gets the id of a stored one; the services before the
            // connection, so that they get the outcome of every message.
            try await relay.prepare()
            for service in services { try await service.start() }
            try await relay.start()
        } catch {
            await stop()
            throw error
        }
    }

    /// Ends the client: callers get `stopped`, and sequences end.
    ///
    /// What is stored stays.
    public func stop() async {
        let claim = state.withLock { state in
            defer { (state.isStopped, state.claim) = (true, nil) }
            return state.claim
        }
        await relay.stop()
        for service in services { await service.stop() }
        // Another client may use the storage only now.
        withExtendedLifetime(claim) {}
    }

    // MARK: The lock of the wallet

    /// Forgets the keys of sessions, because the wallet was locked.
    ///
    /// The connection and the queue stay: messages that come are stored and acknowledged, and wait for
    /// ``unlock()``.
    public func lock() async {
        for service in services { await service.locked() }
    }

    /// Opens the keys after the wallet was unlocked, and takes the messages that have come since.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage` or `stopped`.
    public func unlock() async throws(WalletConnectError) {
        for service in services { try await service.unlocked() }
    }

    // MARK: The connection

    /// The connection to the relay.
    public func connectionState() async -> RelayState { await relay.state }

    /// The states of the connection from now on, beginning with the current one; a slow reader gets the latest.
    public func connectionStates() async -> AsyncStream<RelayState> { await relay.states() }

    /// The connection to the server that a link of version 1 names; `nil` if there is none, and for other links.
    package func serverState(of link: String) async -> RelayState? {
        guard let bridges = bridges as? V1Bridges, case .legacy(let uri)? = try? ConnectionLink(link, now: 0),
            let address = try? V1BridgeAddress(uri.bridge)
        else { return nil }
        return await bridges.states()[address]
    }

    /// Whether the relay and the bridge servers have everything that was to be sent.
    package func hasSentEverything() async -> Bool {
        // In the order in which a message moves, so that none is missed.
        guard await engine.state.outgoing.isEmpty, await legacy?.isIdle != false else { return false }
        return await relay.isOutboxEmpty
    }

    /// Connects now instead of after the pause, and also after the relay has refused the client: the user asks for it,
    /// or the network has come back.
    public func connectNow() async {
        await relay.connectNow()
        await bridges?.connectNow()
    }

    /// Uses another relay or project ID from now on; sessions and queue move along.
    ///
    /// The other side of a session must use the same relay. Other members of the configuration do not change.
    public func use(_ configuration: WalletConnectConfiguration) async { await relay.use(configuration.relay) }
}
