import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import Network
import WalletConnect
import WalletCore
import WalletMethods
import WalletTerminal
import WalletUI

/// The WalletConnect sessions of a wallet window: the client, the channel to the dispatcher, and what the user sees.
@MainActor final class WalletSessions {
    /// Where sessions are stored, and what encrypts their keys there.
    struct Storage {
        /// Opens the storage; a client that was stopped leaves it to the next one.
        let open: @MainActor () -> WalletConnectStorage

        /// Stores the settings.
        let keep: @MainActor (SessionSettings) async throws(WalletError) -> Void
    }

    /// An event that the window shows.
    enum Event {
        /// The list of sessions or the connection to the relay has changed.
        case changed

        /// The app of a link is awaited, until a time in seconds since 1970.
        case paired(link: String, expiry: Int64)

        /// An app has proposed a session, or cannot any more.
        case proposed

        /// A link needs a relay, and is opened afterwards.
        case needsRelay(HeldLink)
    }

    /// The events of the sessions.
    let events = Listeners<Event>()

    /// The settings.
    private(set) var settings: SessionSettings

    /// The connection to the relay.
    private(set) var relay = RelayState.offline

    /// The sessions, the newest first.
    private(set) var sessions: [SessionDetails] = []

    let wallet: PageWallet
    let window: BrowserWindow
    let accounts: any AccountControl
    private let storage: Storage
    private let proxy: ProxySetting
    private var client: WalletConnectClient?
    private var attestationKeys: AttestationKeys?
    private var channel: SessionChannel?

    /// The tasks of the client; they end with it.
    private var tasks = OwnedTasks()

    /// The start of the client, until it can be used.
    private var starting: Task<Void, Never>?

    /// Locking and unlocking, in order.
    private var lockTask: Task<Void, Never>?
    private(set) var isClientLocked = true

    /// The links that wait until the wallet is unlocked.
    private var held: [HeldLink] = []

    /// A link, and the page of this window that it came from.
    struct HeldLink: Hashable {
        let link: String
        let page: Origin?
    }

    /// The sessions that the user is ending.
    private(set) var ending: Set<Topic> = []

    /// The most links that wait.
    private static let mostHeld = 8

    /// Creates the sessions of `wallet`; nothing is connected before ``start()``.
    init(
        _ wallet: PageWallet, window: BrowserWindow, accounts: any AccountControl, settings: SessionSettings,
        storage: Storage, proxy: ProxySetting
    ) {
        self.wallet = wallet
        self.window = window
        self.accounts = accounts
        self.settings = settings
        self.storage = storage
        self.proxy = proxy
        wallet.services.sessionChains.onUse = { [weak self] chain, session async throws(RPCError) in
            try await self?.use(chain, in: session)
        }
    }

    /// Whether the wallet can be used.
    var isLocked: Bool { wallet.services.gate.isLocked || !wallet.services.activeAccount.isOpen }

    // MARK: From start to stop

    /// Continues the stored sessions, if a relay is set.
    func start() {
        guard client == nil, let relay = settings.usedRelay else { return }
        let client: WalletConnectClient
        do throws(WalletConnectError) {
            let configuration = try WalletConnectConfiguration(
                metadata: AppIdentity.metadata, relay: relay, projectID: settings.projectID)
            let opened = storage.open()
            let source = NetworkAttestationKeySource(
                WebClient(trusting: .system, through: proxy), url: settings.verificationAddress)
            let keys = AttestationKeys(opened, source: source, isAllowed: settings.verifies)
            client = WalletConnectClient(
                configuration, storage: opened, dialer: WebSocketClient(trusting: .system, through: proxy),
                attestationKeys: keys)
            attestationKeys = keys
        } catch {
            return window.showNotice(.sessionFailure, error.sentence)
        }
        self.client = client
        let channel = SessionChannel(
            client.wallet, wallet.dispatcher, host: self, time: wallet.services.time, now: wallet.services.now)
        self.channel = channel
        tasks = OwnedTasks()
        let starting = Task { [weak self] in
            do throws(WalletConnectError) {
                try await client.start()
            } catch {
                self?.fail(error)
                return
            }
            let chains = self?.wallet.services.chains.chains.map { ChainID(eip155: $0.id) } ?? []
            await client.wallet.signIn(on: chains)
            self?.followLock()
            await self?.lockTask?.value
            await self?.read()
        }
        self.starting = starting
        tasks.start {
            await starting.value
            await channel.run()
        }
        tasks.start { [weak self] in
            for await state in await client.connectionStates() {
                self?.relay = state
                self?.events.tell(.changed)
            }
        }
    }

    private func fail(_ error: WalletConnectError) {
        // Another window of the wallet serves the sessions.
        if error != .session(.inUse) { window.showNotice(.sessionFailure, error.sentence) }
        (client, channel, attestationKeys) = (nil, nil, nil)
    }

    /// Ends the client; what is stored stays.
    private func stop() async {
        let client = client
        (self.client, channel, attestationKeys) = (nil, nil, nil)
        tasks = OwnedTasks()
        await client?.stop()
        relay = .offline
        isClientLocked = true
        window.removeNotice(.waitingSessions)
        events.tell(.changed)
    }

    /// Stores other settings, and uses them from now on.
    func use(_ settings: SessionSettings) async throws(WalletError) {
        try await storage.keep(settings)
        await change(to: settings)
    }

    /// Uses the settings that another process has stored.
    func take(_ settings: SessionSettings) {
        guard settings != self.settings else { return }
        tasks.start { await self.change(to: settings) }
    }

    private func change(to settings: SessionSettings) async {
        guard settings != self.settings else { return }
        let isSameService = settings.verificationAddress == self.settings.verificationAddress
        self.settings = settings
        await attestationKeys?.allow(settings.verifies)
        guard client != nil, isSameService, let relay = settings.usedRelay,
            let configuration = try? WalletConnectConfiguration(
                metadata: AppIdentity.metadata, relay: relay, projectID: settings.projectID)
        else {
            await stop()
            return start()
        }
        await client?.use(configuration)
        events.tell(.changed)
    }

    /// Reads the list of sessions.
    func read() async {
        guard let client else { return }
        sessions = await client.wallet.sessions()
        events.tell(.changed)
    }

    // MARK: The lock

    /// The wallet was locked or unlocked, or uses another account now.
    func refresh() {
        channel?.refresh()
        followLock()
        guard !isLocked else { return }
        let links = held
        held = []
        window.removeNotice(.heldLink)
        for entry in links { Task { await open(entry.link, from: entry.page) } }
    }

    /// Locks or unlocks the client as the wallet is, after what was begun before.
    private func followLock() {
        let earlier = lockTask
        lockTask = Task { [weak self] in
            await earlier?.value
            await self?.matchLock()
        }
    }

    private func matchLock() async {
        guard let client, isClientLocked != isLocked else { return }
        if isLocked {
            isClientLocked = true
            await client.lock()
        } else {
            isClientLocked = false
            do throws(WalletConnectError) {
                try await client.unlock()
            } catch {
                window.showNotice(.sessionFailure, error.sentence)
            }
            await endRequested()
        }
        channel?.refresh()
    }

    // MARK: Links

    /// Opens a link of WalletConnect from any source.
    ///
    /// - Parameters:
    ///   - link: The link, in any form.
    ///   - page: The page of this window that it came from; `nil` for another source.
    func open(_ link: String, from page: Origin? = nil) async {
        switch await pair(link, from: page) {
        case .paired(let expiry): events.tell(.paired(link: link, expiry: expiry))
        case .opened: window.present()
        case .needsRelay: events.tell(.needsRelay(HeldLink(link: link, page: page)))
        case .held: break
        case .problem(let sentence): window.report(sentence)
        }
    }

    /// The connection to the server that a link of version 1 names.
    func server(of link: String) async -> RelayState? { await client?.serverState(of: link) }

    /// What became of a link.
    enum Pairing: Hashable {
        /// The app is asked what it wants, until this time in seconds since 1970.
        case paired(until: Int64)
        /// It only brings the wallet to the front.
        case opened
        /// The user must set a relay first.
        case needsRelay
        /// It waits until the wallet is unlocked.
        case held
        /// It cannot be used.
        case problem(String)
    }

    /// Waits for the app of a link.
    func pair(_ link: String, from page: Origin? = nil) async -> Pairing {
        let now = wallet.services.now()
        var expiry = now + Self.patience
        do throws(WalletConnectError) {
            switch try ConnectionLink(link, now: now) {
            case .pairing(let uri):
                guard !uri.isExpired(at: now) else { throw .link(.expired) }
                expiry = min(uri.expiry, expiry)
            case .legacy: break
            case .wakeUp: return .opened
            }
            await starting?.value
            guard let client else {
                return settings.usedRelay == nil ? .needsRelay : .problem(WalletConnectError.session(.inUse).sentence)
            }
            guard !isLocked else { return hold(HeldLink(link: link, page: page)) }
            if let page {
                try await client.wallet.pair(link, from: page)
            } else {
                try await client.wallet.pair(link)
            }
            return .paired(until: expiry)
        } catch .session(.locked) {
            return hold(HeldLink(link: link, page: page))
        } catch {
            return .problem(error.sentence)
        }
    }

    /// How long an app is awaited, in seconds.
    private static let patience: Int64 = 300

    private func hold(_ link: HeldLink) -> Pairing {
        guard held.contains(link) || held.count < Self.mostHeld else {
            return .problem(WalletConnectError.session(.tooMany).sentence)
        }
        if !held.contains(link) { held.append(link) }
        window.showNotice(
            .heldLink, localized("A WalletConnect link is waiting. Unlock the wallet to connect its app."),
            button: localized("Unlock")
        ) { [weak self] in self?.accounts.unlock() }
        return .held
    }

    // MARK: Sessions

    /// Disconnects an app.
    ///
    /// What it asks for is rejected at once. Only an unlocked wallet can tell the app.
    func disconnect(_ topic: Topic) async {
        try? await wallet.services.siteRules.end(.session(topic.description))
        guard !isLocked else { return accounts.unlock() }
        await endRequested()
    }

    /// Disconnects all apps.
    func disconnectAll() async {
        for session in sessions { try? await wallet.services.siteRules.end(.session(session.topic.description)) }
        guard !isLocked else { return accounts.unlock() }
        await endRequested()
    }

    /// Tells the apps whose sessions the user has ended, in any process; a locked wallet does it when it is unlocked.
    func endRequested() async {
        let rules = wallet.services.siteRules
        for origin in rules.ended.sorted(by: { $0.host < $1.host }) {
            guard let client, !isLocked, !isClientLocked else { return }
            guard let topic = Topic(origin.host), ending.insert(topic).inserted else { continue }
            defer { ending.remove(topic) }
            let all = await client.wallet.sessions()
            do throws(WalletConnectError) {
                if all.contains(where: { $0.topic == topic }) { try await channel?.disconnect(topic) }
                try? await rules.end(origin, false)
            } catch {
                window.showNotice(.sessionFailure, error.sentence)
            }
            await read()
        }
    }

    /// Tries to reach the relay now.
    func connectNow() async { await client?.connectNow() }

    /// Lets a session use a chain, and tells its app that it is on that chain now.
    private func use(_ chain: ChainID, in session: SessionPeer) async throws(RPCError) {
        guard let client, let topic = Topic(session.topic),
            let details = await client.wallet.sessions().first(where: { $0.topic == topic })
        else { throw RPCError(.gone, "The session has ended.") }
        do throws(WalletConnectError) {
            if !details.namespaces.chains.contains(chain) {
                let account = AccountID(chain: chain, address: wallet.services.activeAccount.address(.ethereum))
                try await client.wallet.update(topic, namespaces: details.namespaces.adding(account))
            }
        } catch {
            throw error == .session(.locked) ? .locked : RPCError(.failed, "The session could not be changed.")
        }
        // Many sessions do not include the event.
        let data = chain.eip155.flatMap { JSONNumber(String($0)) }.map { JSON.number($0) } ?? .null
        try? await client.wallet.emit(SessionEvent(chain: chain, name: "chainChanged", data: data), to: topic)
    }
}

extension SessionNamespaces {
    /// The same with one more account, which may use what the accounts of its namespace may.
    fileprivate func adding(_ account: AccountID) -> SessionNamespaces {
        var namespaces = self
        let (key, chain) = (account.chain.namespace, account.chain.description)
        guard let place = namespaces.entries.firstIndex(where: { $0.key == key }) else {
            let entry = entries.first { $0.key.hasPrefix("\(key):") }
            let new = Entry(
                key, chains: [chain], accounts: [account.description], methods: entry?.methods ?? [],
                events: entry?.events ?? [])
            namespaces.entries.append(new)
            return namespaces
        }
        namespaces.entries[place].accounts.append(account.description)
        if namespaces.entries[place].chains != nil { namespaces.entries[place].chains?.append(chain) }
        return namespaces
    }
}
