import Bridge
import Primitives
import TestSupport
import Testing

@testable import WalletConnect

/// A user whose decisions the test controls.
@MainActor final class ChannelUser: Approver {
    private var waiting: [(question: PendingApproval, continuation: CheckedContinuation<Decision, Never>)] = []

    /// How many questions there were.
    private(set) var count = 0

    /// The open questions.
    var open: [PendingApproval] { waiting.map(\.question) }

    func decide(_ question: PendingApproval) async -> Decision {
        count += 1
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .rejected) }
                waiting.append((question, continuation))
            }
        } onCancel: {
            Task { @MainActor in self.close(question) }
        }
    }

    /// Decides the oldest open question.
    func answer(_ decision: Decision) {
        if !waiting.isEmpty { waiting.removeFirst().continuation.resume(returning: decision) }
    }

    private func close(_ question: PendingApproval) {
        guard let place = waiting.firstIndex(where: { $0.question === question }) else { return }
        waiting.remove(at: place).continuation.resume(returning: .rejected)
    }
}

/// Something to approve.
struct ChannelSubject: Approvable {
    let sentence: String

    func approval() -> Approval { Approval(sentence, verb: "Do") }
}

/// The wallet around a channel.
@MainActor final class ChannelWallet: SessionChannelHost {
    /// Whether another account than that of the session is in use.
    var hasOtherAccount = false

    /// The outcomes that an earlier run left.
    var earlier: [RPCID: Result<JSON, RPCError>] = [:]

    /// The account that the wallet shares.
    var account = Sample.account

    /// Who signs in; without it, a sign-in is rejected.
    var signer: SignInUser?

    /// The sign-ins that the user was asked for, and what the sessions of their proposals may use.
    private(set) var signIns: [(text: AuthenticationText, namespaces: SessionNamespaces?)] = []

    /// What the user had to know.
    private(set) var events: [SessionChannelEvent] = []

    /// What was done, by the first parameter of its request.
    private(set) var done: [String] = []

    let gate: Gate
    private var late: [CheckedContinuation<Void, Never>] = []

    init(_ gate: Gate) { self.gate = gate }

    /// Lets what is being sent arrive.
    func finish() {
        for continuation in late { continuation.resume() }
        late = []
    }

    /// Whether something is being sent.
    var isSending: Bool { !late.isEmpty }

    /// What waits now.
    var waiting: [SessionChannelEvent.Waiting] {
        for case .waiting(let waiting) in events.reversed() { return waiting }
        return []
    }

    func obstacle(for peer: SessionPeer) -> SessionObstacle? {
        gate.isLocked ? .locked : peer.chain != nil && hasOtherAccount ? .otherAccount : nil
    }

    func supported() -> SupportedNamespaces {
        SupportedNamespaces([
            SupportedNamespaces.Entry(
                "eip155", chains: [Sample.chain], methods: ["personal_sign"], events: ["accountsChanged"],
                accounts: [AccountID(account)].compactMap(\.self))
        ])
    }

    func ask(
        about proposal: PendingProposal, _ namespaces: SessionNamespaces, for request: Request
    ) async throws(RPCError) {
        _ = try await gate.ask(ChannelSubject(sentence: "Connect."), for: request)
    }

    func signIn(
        _ message: AuthenticationText, connecting namespaces: SessionNamespaces?, for request: Request
    ) async throws(RPCError) -> RecoverableSignature {
        signIns.append((message, namespaces))
        _ = try await gate.ask(ChannelSubject(sentence: "Sign in."), for: request)
        guard let signature = signer?.sign(message) else { throw .rejected }
        return signature
    }

    func earlierOutcome(of request: PendingSessionRequest, for peer: SessionPeer) async -> Result<JSON, RPCError>? {
        earlier[request.key.id]
    }

    func take(_ event: SessionChannelEvent) { events.append(event) }

    fileprivate func handle(_ request: Request) async throws(RPCError) -> JSON {
        let text = request.params[0]?.string ?? ""
        _ = try await gate.ask(ChannelSubject(sentence: text), for: request)
        if text == "send" {
            try gate.commit(request)
            await withCheckedContinuation { late.append($0) }
        }
        done.append(text)
        return .string("signed \(text)")
    }
}

/// A wallet with a channel, and an app that is connected to it.
@MainActor final class ChannelFixture {
    let pair: SessionPair
    let user = ChannelUser()
    let dispatcher: RequestDispatcher
    let wallet: ChannelWallet
    private(set) var channel: SessionChannel
    private var run: Task<Void, Never>?

    init() async throws {
        pair = try await SessionPair()
        let clock = ManualClock()
        let gate = Gate(approver: user, time: clock.time)
        let handler = WalletHandler()
        dispatcher = RequestDispatcher(handler: handler, gate: gate, time: clock.time)
        wallet = ChannelWallet(gate)
        channel = SessionChannel(
            WalletClient(pair.walletEngine), dispatcher, host: wallet, time: clock.time,
            now: { [clock = pair.clock] in clock.seconds })
        handler.wallet = wallet
        let channel = channel
        run = Task { await channel.run() }
    }

    isolated deinit { run?.cancel() }

    /// Ends the program in the middle of what it does, and starts it again.
    func restart() async throws {
        run?.cancel()
        await pair.walletEngine.stop()
        let (engine, _) = try await pair.wallet.start(seed: 2)
        let time = ManualClock().time
        channel = SessionChannel(
            WalletClient(engine), dispatcher, host: wallet, time: time,
            now: { [clock = pair.clock] in clock.seconds })
        let channel = channel
        run = Task { await channel.run() }
    }

    /// Lets the app ask for a signature.
    func request(_ text: String, in session: SessionDetails) -> Task<JSON, any Error> {
        let engine = pair.appEngine
        return Task {
            try await engine.request(session.topic, "personal_sign", [.string(text)], chain: Sample.chain)
        }
    }

    /// Connects app and wallet through the channel.
    func connect() async throws -> SessionDetails {
        let uri = try await pair.appEngine.propose(required: ProposalNamespaces(), optional: Sample.wanted)
        try await pair.walletEngine.pair(uri)
        #expect(await shown(["Connect."]))
        user.answer(.approved)
        return try await pair.appEngine.connection(uri.topic)
    }

    /// Waits until exactly these questions are open.
    func shown(_ sentences: [String]) async -> Bool {
        await until { self.user.open.map(\.approval.sentence) == sentences }
    }

    /// Waits until the condition holds; the messages between app and wallet go on.
    func until(_ condition: () async -> Bool) async -> Bool {
        for _ in 0..<20_000 {
            if await condition() { return true }
            await Task.yield()
        }
        return await condition()
    }

    func lock() {
        dispatcher.lock()
        channel.refresh()
    }

    func unlock() {
        dispatcher.unlock()
        channel.refresh()
    }

    /// Forwards requests to the wallet: a dispatcher needs its handler before the wallet exists.
    private final class WalletHandler: Handler {
        weak var wallet: ChannelWallet?

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            guard let wallet else { throw RPCError(.failed, "The wallet is gone.") }
            return try await wallet.handle(request)
        }
    }
}
