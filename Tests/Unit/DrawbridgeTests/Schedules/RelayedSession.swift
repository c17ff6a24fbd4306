import Bridge
import Foundation
import Network
import Primitives
import TestServers
import WalletConnect
import WalletCore
import WalletMethods

/// An app that is connected to one process of the wallet by WalletConnect, over a relay on this machine.
@MainActor final class RelayedSession: SessionChannelHost {
    /// The session at the moment, as the app has it.
    private(set) var session: AppSession?

    private let window: WalletInProcess
    private let relay: RelayPeer
    private let wallet: WalletConnectClient
    private let app: WalletConnectClient
    private var channel: SessionChannel?
    private var running: Task<Void, Never>?

    private static let chain = ChainID(eip155: 1)
    private static let methods = ["personal_sign"]

    /// Connects the clients of the app and of `window` with a relay; ``connect()`` makes a session.
    init(_ window: WalletInProcess) async throws {
        self.window = window
        relay = try await RelayPeer()
        wallet = try Self.client("Wallet", relay)
        app = try Self.client("App", relay)
        try await wallet.start()
        try await app.start()
        let channel = SessionChannel(
            wallet.wallet, window.dispatcher, host: self, now: { Int64(Date().timeIntervalSince1970) })
        self.channel = channel
        running = Task { await channel.run() }
        window.onUse = { [weak channel] in channel?.refresh() }
    }

    private static func client(_ name: String, _ relay: RelayPeer) throws -> WalletConnectClient {
        let metadata = AppMetadata(name: name, url: "https://app.example")
        var limits = SessionLimits()
        // A pairing counts for some minutes, also after its session has ended.
        limits.pairings = .max
        return WalletConnectClient(
            try WalletConnectConfiguration(metadata: metadata, relay: relay.address), storage: .memory(),
            relayDialer: NetworkRelayDialer(WebSocketClient()), limits: limits)
    }

    /// Ends both clients.
    func stop() async {
        running?.cancel()
        await app.stop()
        await wallet.stop()
    }

    /// Makes a session with the account in use, unless there is one.
    func connect() async throws {
        if let topic = session?.details.topic, await wallet.wallet.sessions().contains(where: { $0.topic == topic }) {
            return
        }
        let wanted = ProposalNamespaces.Entry("eip155", chains: ["\(Self.chain)"], methods: Self.methods)
        session = try await app.app.connect(ProposalNamespaces([wanted])) { [wallet] link in
            try? await wallet.wallet.pair(link)
        }
    }

    /// Sends a request of the app, and waits for the answer.
    ///
    /// - Returns: The result; `nil` for an error.
    func ask(_ method: String, _ params: JSON) async -> JSON? { try? await session?.request(method, params) }

    /// Tells the app that its session has ended, as an unlocked window does.
    func endRequested() async {
        guard let topic = session?.details.topic, !window.isLocked,
            window.services.siteRules.ended.contains(.session(topic.description))
        else { return }
        try? await channel?.disconnect(topic)
        try? await window.services.siteRules.end(.session(topic.description), false)
    }

    // MARK: SessionChannelHost

    func obstacle(for peer: SessionPeer) -> SessionObstacle? {
        if window.isLocked { return .locked }
        guard peer.chain != nil, !peer.shares(window.services.activeAccount.address(.ethereum)) else { return nil }
        return .otherAccount
    }

    func supported() -> SupportedNamespaces {
        let address = window.services.activeAccount.address(.ethereum)
        return SupportedNamespaces([
            SupportedNamespaces.Entry(
                "eip155", chains: [Self.chain], methods: Self.methods, events: [],
                accounts: address.isEmpty ? [] : [AccountID(chain: Self.chain, address: address)])
        ])
    }

    /// The user agrees: the schedules are about what comes afterwards.
    func ask(about proposal: PendingProposal, _ namespaces: SessionNamespaces, for request: Request) {}

    func signIn(
        _ message: AuthenticationText, connecting namespaces: SessionNamespaces?, for request: Request
    ) throws(RPCError) -> RecoverableSignature {
        throw .rejected
    }

    func earlierOutcome(of request: PendingSessionRequest, for peer: SessionPeer) -> Result<JSON, RPCError>? { nil }

    func take(_ event: SessionChannelEvent) {}
}
