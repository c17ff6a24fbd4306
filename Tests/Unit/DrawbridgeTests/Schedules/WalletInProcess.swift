import Bridge
import Ethereum
import EthereumWallet
import Foundation
import Keys
import Primitives
import Store
import Synchronization
import TestSupport
import WalletCore
import WalletMethods

/// One process of a wallet: with its own connection to the store, its own copies, dispatcher and lock, and a person who
/// answers its questions whenever the test wants.
@MainActor final class WalletInProcess: Approver {
    /// A question on the screen.
    struct Question {
        let number: Int
        let peer: Peer
        let isConnection: Bool
        fileprivate let continuation: CheckedContinuation<Decision, Never>
    }

    let services: WalletServices
    let dispatcher: RequestDispatcher
    let keys: HookedKeys
    let follower: UseFollower
    private(set) var questions: [Question] = []

    /// The accounts that each page was told last, by event.
    private(set) var told: [Origin: [String]] = [:]

    /// The chains that each page was told last, by event.
    private(set) var toldChains: [Origin: String] = [:]

    /// Called when a question is shown.
    var onAsk: (@MainActor (Question) -> Void)?

    /// Called when the wallet was locked or unlocked, or uses another account.
    var onUse: (@MainActor () -> Void)?

    /// Called when a question is approved, at the moment at which the gate learns it.
    var onApprove: (@MainActor (Question) -> Void)?

    private let store: Store
    private let walletLock: WalletLock
    private var stop: (@Sendable () -> Void)?
    private var subscription: EventBus.Subscription?
    private var last = 0

    static let file = "savings"
    static let accounts = (0..<3).map { Account(name: "Account \($0)", index: UInt32($0)) }

    /// Starts a process of the wallet whose data are in `folder`.
    init(_ folder: String) throws {
        let store = try Store(folder: folder)
        let relay = ApproverRelay()
        let gate = Gate(approver: relay, limits: Self.limits)
        keys = try HookedKeys()
        let memory = MemoryHoldings()
        services = WalletServices(
            activeAccount: WalletSigner(), gate: gate, grants: try Grants(keptBy: store.grants), chains: ChainBook(),
            journal: MemoryJournal(), recipients: MemoryRecipientBook(), tokens: try TokenBook(keptBy: store.tokens),
            storage: WalletHoldings.Storage(
                coins: store.coins, storedBalances: store.balances, notes: memory, contacts: store.contacts,
                coinMovements: memory,
                movements: MemoryMovements(), watched: store.watched),
            siteRules: try SiteRules(keptBy: store.sites))
        dispatcher = RequestDispatcher(
            handler: Router.wallet(services, version: "1"), gate: gate, limits: Self.limits, time: ManualClock().time)
        follower = UseFollower(try VaultUses(keptBy: store.vaultUses))
        walletLock = WalletLock(dispatcher, activeAccount: services.activeAccount) { [services] in
            services.sites.announceLock()
        }
        self.store = store
        relay.target = self
        walletLock.lockEvents.add { [weak self] in self?.onUse?() }
        services.present.add { [weak self] () throws(JournalError) in try self?.follow() }
        subscription = services.eventBus.subscribe { [weak self] event, audience in
            guard case .origin(let origin) = audience else { return }
            switch event {
            case .accountsChanged(let accounts): self?.told[origin] = accounts
            case .chainChanged(let chain): self?.toldChains[origin] = chain
            default: break
            }
        }
    }

    /// Takes over what others change as soon as they say so, as a window does.
    func observe() throws {
        stop = try store.observe { [weak self] in
            Task { @MainActor in
                try? self?.services.present.read()
                await self?.services.holdings.takeStored()
            }
        }
    }

    isolated deinit { stop?() }

    /// The questions never make a site wait.
    private static var limits: Limits {
        var limits = Limits()
        limits.refusalsInARow = .max
        limits.waitingPerOrigin = 64
        return limits
    }

    // MARK: The user

    var isLocked: Bool { services.gate.isLocked }

    func unlock() throws(KeyError) {
        let stored = follower.begin(Self.file).flatMap { Int($0) } ?? 0
        try walletLock.unlock { () throws(KeyError) in try use(stored) }
        onUse?()
    }

    /// Locks the wallet in every process.
    func lock() async {
        walletLock.lock()
        await follower.lock()
    }

    /// Uses another account, in every process.
    func choose(_ account: Int) async {
        guard !isLocked else { return }
        dispatcher.endAll(because: .switched)
        try? use(account)
        await follower.choose("\(account)")
    }

    private func use(_ account: Int) throws(KeyError) {
        let others = Self.accounts.filter { $0.index != account }
        try services.sites.use(keys, Self.accounts[account], others: others)
        if !isLocked { onUse?() }
    }

    /// As the wallet's window does.
    private func follow() throws(JournalError) {
        guard walletLock.state == .unlocked else { return }
        switch try follower.step(from: "\(services.activeAccount.account.index)") {
        case .nothing: break
        case .lock: walletLock.lock()
        case .use(let account):
            dispatcher.endAll(because: .switched)
            try? use(Int(account) ?? 0)
        }
    }

    /// Decides a question that is still open.
    func decide(_ number: Int, _ decision: Decision) {
        guard let place = questions.firstIndex(where: { $0.number == number }) else { return }
        questions.remove(at: place).continuation.resume(returning: decision)
    }

    func decide(_ question: PendingApproval) async -> Decision {
        last += 1
        let number = last
        var asked: Question?
        let decision = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let shown = Question(
                    number: number, peer: question.peer, isConnection: question.approval.verb == "Connect",
                    continuation: continuation)
                guard !Task.isCancelled else { return continuation.resume(returning: .rejected) }
                questions.append(shown)
                asked = shown
                onAsk?(shown)
            }
        } onCancel: {
            // The gate cancels on the main actor, and what follows must see that the question is gone.
            MainActor.assumeIsolated { self.decide(number, .rejected) }
        }
        if let asked, case .approved = decision { onApprove?(asked) }
        return decision
    }

    // MARK: Pages

    /// Sends a page's request; `reply` is called with the response.
    func send(_ method: String, _ params: JSON, from peer: Peer, reply: @escaping @MainActor (JSON) -> Void) {
        var message: JSONObject = ["method": .string(method)]
        if params != .null { message["params"] = params }
        JSON.object(message).bytes.withUnsafeBufferPointer { text in
            dispatcher.receive(text, in: EthereumDialect(), from: peer) { answer in
                reply((try? JSON(parsing: answer)) ?? .null)
            }
        }
    }

    private final class ApproverRelay: Approver {
        weak var target: WalletInProcess?

        func decide(_ question: PendingApproval) async -> Decision { await target?.decide(question) ?? .rejected }
    }
}

/// The demo keys, which tell when they sign.
final class HookedKeys: Signer {
    private let demo: DemoKeys
    private let known = Mutex<[DerivationPath: PublicKey]>([:])
    private let hook = Mutex<(@MainActor @Sendable (Digest32) -> Void)?>(nil)

    init() throws(KeyError) { demo = try DemoKeys() }

    func onSign(_ body: @escaping @MainActor @Sendable (Digest32) -> Void) { hook.withLock { $0 = body } }

    func publicKey(at path: DerivationPath) throws(KeyError) -> PublicKey {
        if let key = known.withLock({ $0[path] }) { return key }
        let key = try demo.publicKey(at: path)
        known.withLock { $0[path] = key }
        return key
    }

    func sign(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> RecoverableSignature {
        if let hook = hook.withLock({ $0 }) { MainActor.assumeIsolated { hook(digest) } }
        return try demo.sign(digest, at: path)
    }

    func signSchnorr(_ digest: Digest32, at path: DerivationPath) throws(KeyError) -> SchnorrSignature {
        try demo.signSchnorr(digest, at: path)
    }

    func signTaproot(
        _ digest: Digest32, at path: DerivationPath, tweak: TaprootTweak
    ) throws(KeyError) -> BIP340Signature {
        try demo.signTaproot(digest, at: path, tweak: tweak)
    }
}
