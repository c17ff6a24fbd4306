package import Bridge
internal import Messages

/// Passes the proposals and the requests of sessions to the dispatcher, and the outcomes back.
///
/// What cannot be shown now, because the wallet is locked or another account is in use, waits and is not answered until
/// it expires. Everything of one session is shown one after the other, in the order in which it came.
@MainActor package final class SessionChannel {
    /// An item that is shown or waits for its turn in the dispatcher.
    private struct Shown {
        let item: Item
        let peer: SessionPeer
        let place: Int
        var task: Task<Void, Never>?
        /// The item that is shown instead, because more is known about it.
        var successor: Item?
    }

    /// A request on which the user has decided, and whose app has no answer yet.
    private struct Decided {
        let request: PendingSessionRequest
        let outcome: Result<JSON, RPCError>
    }

    private let client: WalletClient
    private let dispatcher: RequestDispatcher
    private weak var host: (any SessionChannelHost)?
    private let time: TimeSource
    private let now: @Sendable () -> Int64

    private var sessions: [Topic: SessionDetails] = [:]
    /// The sessions that the user has ended, of which late news may tell.
    private var disconnected: Set<Topic> = []
    private var waiting: [(item: Item, place: Int)] = []
    private var shown: [RequestKey: Shown] = [:]
    private var decided: [RequestKey: Decided] = [:]
    private var told: [SessionChannelEvent.Waiting] = []
    private var lastPlace = 0
    /// The number of times that the wallet was locked or unlocked, or its account changed.
    private var changes = 0
    private var retry: Task<Void, Never>?

    /// Creates a channel.
    ///
    /// - Parameters:
    ///   - client: The sessions.
    ///   - dispatcher: Where the requests go.
    ///   - host: The wallet around it.
    ///   - time: The clock for pauses.
    ///   - now: The time in seconds since 1970.
    package init(
        _ client: WalletClient, _ dispatcher: RequestDispatcher, host: any SessionChannelHost,
        time: TimeSource = .system, now: @escaping @Sendable () -> Int64
    ) {
        (self.client, self.dispatcher, self.host) = (client, dispatcher, host)
        (self.time, self.now) = (time, now)
        dispatcher.gate.onApproval = { [weak self] request async throws(RPCError) in
            try await self?.begin(request)
        }
    }

    isolated deinit {
        retry?.cancel()
        for entry in shown.values { entry.task?.cancel() }
    }

    /// Serves until the client stops, or the task is cancelled.
    package func run() async {
        await readSessions()
        for await news in await client.news() { await take(news) }
    }

    /// The wallet was locked or unlocked, or uses another account now.
    package func refresh() {
        changes += 1
        start()
        deliverAgain()
    }

    /// Ends a session; when it returns, nothing of it is or will be asked.
    package func disconnect(_ topic: Topic) async throws(WalletConnectError) {
        try await client.disconnect(topic)
        disconnected.insert(topic)
        sessions[topic] = nil
        waiting.removeAll { $0.item.key.topic == topic }
        let tasks = shown.values.filter { $0.item.key.topic == topic }.compactMap(\.task)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        tellWaiting()
    }

    // MARK: News

    private func take(_ news: SessionNews) async {
        switch news {
        case .proposal(let proposal): append(.proposal(proposal))
        case .request(let request):
            if sessions[request.key.topic] == nil { await readSessions() }
            append(.request(request))
        case .authentication(let authentication): append(.authentication(authentication))
        case .proposalWithdrawn(let key, let why), .authenticationWithdrawn(let key, let why),
            .requestWithdrawn(let key, let why):
            withdraw(key, why)
        case .verification(let key, _): await update(key)
        case .settled(let session):
            sessions[session.topic] = session
            host?.take(.connected(session))
            host?.take(.changed)
        case .updated(let session), .extended(let session):
            sessions[session.topic] = session
            host?.take(.changed)
        case .ended(let topic, let reason): end(topic, reason)
        case .expired(let topic): end(topic, nil)
        default: break
        }
    }

    private func readSessions() async {
        let all = await client.sessions().filter { !disconnected.contains($0.topic) }
        sessions = Dictionary(all.map { ($0.topic, $0) }) { $1 }
    }

    private func append(_ item: Item) {
        let key = item.key
        guard shown[key] == nil, decided[key] == nil, !waiting.contains(where: { $0.item.key == key }) else { return }
        lastPlace += 1
        waiting.append((item, lastPlace))
        start()
    }

    private func withdraw(_ key: RequestKey, _ why: Withdrawal) {
        decided[key] = nil
        var item = shown[key]?.item
        shown[key]?.successor = nil
        shown[key]?.task?.cancel()
        if let place = waiting.firstIndex(where: { $0.item.key == key }) { item = waiting.remove(at: place).item }
        tellWaiting()
        guard let item, let peer = peer(of: item), why != .replaced else { return }
        host?.take(.withdrawn(peer, isProposal: item.isProposal, why))
    }

    /// Shows an item as it is now, because more is known about where it comes from.
    private func update(_ key: RequestKey) async {
        guard let item = await item(key) else { return }
        if let place = waiting.firstIndex(where: { $0.item.key == key }) {
            waiting[place].item = item
        } else if shown[key] != nil {
            shown[key]?.successor = item
            shown[key]?.task?.cancel()
        }
    }

    private func item(_ key: RequestKey) async -> Item? {
        if let proposal = await client.proposals().first(where: { $0.key == key }) { return .proposal(proposal) }
        if let request = await client.requests().first(where: { $0.key == key }) { return .request(request) }
        let authentication = await client.authentications().first { $0.key == key }
        return authentication.map { .authentication($0) }
    }

    private func end(_ topic: Topic, _ reason: ErrorResponse?) {
        if let session = sessions.removeValue(forKey: topic) { host?.take(.ended(session, reason)) }
        host?.take(.changed)
    }

    private func peer(of item: Item) -> SessionPeer? {
        switch item {
        case .proposal(let proposal): SessionPeer(proposal, message(of: proposal)?.account)
        case .authentication(let authentication): SessionPeer(authentication, message(of: authentication)?.account)
        case .request(let request): sessions[request.key.topic].map { SessionPeer($0, request) }
        }
    }

    // MARK: Asking

    /// Shows what can be shown: of each session at most as many as the gate accepts of one requester.
    private func start() {
        var counts: [Topic: Int] = [:]
        for key in shown.keys { counts[key.topic, default: 0] += 1 }
        var rest: [(item: Item, place: Int)] = []
        for (item, place) in waiting {
            let topic = item.key.topic
            guard let peer = peer(of: item), !isBlocked(item, peer),
                counts[topic, default: 0] < dispatcher.limits.waitingPerOrigin
            else {
                rest.append((item, place))
                continue
            }
            counts[topic, default: 0] += 1
            shown[item.key] = Shown(item: item, peer: peer, place: place)
            shown[item.key]?.task = Task { [weak self] in await self?.show(item, peer) }
        }
        waiting = rest
        tellWaiting()
    }

    private func show(_ item: Item, _ peer: SessionPeer) async {
        let before = changes
        let lifetime = Duration.seconds(max(item.expiry.subtractingReportingOverflow(now()).partialValue, 1))
        let outcome: Result<JSON, RPCError>
        switch item {
        case .proposal(let proposal): outcome = await decide(on: proposal, peer, within: lifetime)
        case .authentication(let authentication):
            outcome = await decide(on: authentication, peer, within: lifetime)
        case .request(let request): outcome = await answer(request, peer, within: lifetime)
        }
        guard let entry = shown.removeValue(forKey: item.key) else { return }
        if case .failure(let error) = outcome, error.kind == .locked || error.kind == .gone {
            // A request that was withdrawn needs no answer. Any other that the user has not decided on waits again.
            if let successor = entry.successor {
                wait(for: successor, entry.place)
            } else if !Task.isCancelled, before != changes || isBlocked(item, peer) {
                wait(for: item, entry.place)
            } else if !Task.isCancelled {
                await finish(item, outcome)
            }
        } else {
            await finish(item, outcome)
        }
        start()
    }

    /// Whether an item cannot be shown now; what needs no question can be answered for any account.
    private func isBlocked(_ item: Item, _ peer: SessionPeer) -> Bool {
        guard let obstacle = host?.obstacle(for: peer) else { return false }
        return obstacle == .locked || !item.isInterrupted
    }

    private func wait(for item: Item, _ place: Int) {
        waiting.insert((item, place), at: waiting.firstIndex { $0.place > place } ?? waiting.endIndex)
    }

    private func answer(
        _ request: PendingSessionRequest, _ peer: SessionPeer, within lifetime: Duration
    ) async -> Result<JSON, RPCError> {
        if let earlier = await host?.earlierOutcome(of: request, for: peer) { return earlier }
        guard !request.isInterrupted else { return .failure(Self.interrupted) }
        return await dispatcher.perform(request.request.method, request.request.params, for: peer, within: lifetime)
    }

    /// Stores that the user has approved a request, before anything is signed: if the program ends now, the user is not
    /// asked again, and nothing is signed twice.
    private func begin(_ request: Request) async throws(RPCError) {
        guard let purpose = request.peer.session?.purpose,
            case .request(let pending)? = shown.values.first(where: { $0.peer.purpose == purpose })?.item
        else { return }
        do throws(WalletConnectError) {
            try await client.begin(pending)
        } catch {
            throw error == .session(.storage)
                ? RPCError(.failed, "The wallet could not store that the user has approved the request.") : Self.gone
        }
    }

    private func decide(
        on proposal: PendingProposal, _ peer: SessionPeer, within lifetime: Duration
    ) async -> Result<JSON, RPCError> {
        guard let host else { return .failure(Self.gone) }
        let supported = host.supported()
        let namespaces: SessionNamespaces
        do throws(WalletConnectError) {
            namespaces = try supported.approve(required: proposal.required, optional: proposal.optional)
        } catch {
            // The client tells the app what the wallet does not support.
            _ = try? await client.approve(proposal, with: supported)
            if case .namespaces(let fault) = error { host.take(.unsupported(peer, fault)) }
            return .success(.null)
        }
        let message = message(of: proposal)
        return await dispatcher.ask("wc_sessionPropose", for: peer, within: lifetime) {
            [client] request async throws(RPCError) in
            var signed: [SignedAuthentication] = []
            if let message {
                let signature = try await host.signIn(message, connecting: namespaces, for: request)
                signed.append(message.signed(signature))
            } else {
                try await host.ask(about: proposal, namespaces, for: request)
            }
            do throws(WalletConnectError) {
                if signed.isEmpty {
                    try await client.approve(proposal, with: supported)
                } else {
                    try await client.approve(proposal, with: supported, authentications: signed)
                }
            } catch {
                // A wallet that was locked meanwhile asks again.
                throw error == .session(.locked)
                    ? .locked : RPCError(.failed, sentence: localizable("The app could not be connected."))
            }
            return .null
        }
    }

    /// The message with which the account in use would sign in to the app of a proposal; `nil` if the app asks for no
    /// sign-in that the wallet can sign.
    ///
    /// One signature is enough.
    private func message(of proposal: PendingProposal) -> AuthenticationText? {
        guard let supported = host?.supported() else { return nil }
        return proposal.authentications.lazy.compactMap { try? $0.messages(for: supported).first }.first
    }

    /// The message with which the account in use would sign in; `nil` if the wallet supports no chain of it.
    private func message(of authentication: PendingAuthentication) -> AuthenticationText? {
        host.flatMap { try? authentication.signIn.messages(for: $0.supported()).first }
    }

    private func decide(
        on authentication: PendingAuthentication, _ peer: SessionPeer, within lifetime: Duration
    ) async -> Result<JSON, RPCError> {
        guard let host else { return .failure(Self.gone) }
        guard let message = message(of: authentication) else {
            // The app proposes a session without a sign-in instead.
            try? await client.decline(authentication)
            return .success(.null)
        }
        return await dispatcher.ask("wc_sessionAuthenticate", for: peer, within: lifetime) {
            [client] request async throws(RPCError) in
            let signature = try await host.signIn(message, connecting: nil, for: request)
            do throws(WalletConnectError) {
                try await client.approve(authentication, [message]) { _ in signature }
            } catch {
                throw error == .session(.locked)
                    ? .locked : RPCError(.failed, sentence: localizable("The app could not be connected."))
            }
            return .null
        }
    }

    private static let gone = RPCError(.gone, "The wallet was closed before the request was answered.")
    private static let interrupted = RPCError(
        .failed, "The wallet ended after its user had approved the request, and does not carry it out again.")

    // MARK: Answering

    private func finish(_ item: Item, _ outcome: Result<JSON, RPCError>) async {
        switch (item, outcome) {
        case (.proposal, .success), (.authentication, .success): break
        case (.authentication(let authentication), .failure): try? await client.reject(authentication)
        case (.proposal(let proposal), .failure): try? await client.reject(proposal)
        case (.request(let request), let outcome):
            decided[request.key] = Decided(request: request, outcome: outcome)
            await deliver(request.key)
        }
    }

    /// Gives the app the outcome of a request; what cannot be stored or encrypted now is given later.
    private func deliver(_ key: RequestKey) async {
        guard let entry = decided[key] else { return }
        do throws(WalletConnectError) {
            switch entry.outcome {
            case .success(let result): try await client.answer(entry.request, with: result)
            case .failure(let error):
                let response = ErrorResponse(error, of: entry.request.request.method)
                try await client.reject(entry.request, reason: response)
            }
            decided[key] = nil
        } catch {
            switch error {
            case .session(.locked): break
            case .session(.storage): deliverLater()
            // It has expired, or its session has ended.
            default: decided[key] = nil
            }
        }
    }

    private func deliverAgain() {
        guard !decided.isEmpty else { return }
        Task { [weak self] in
            for key in self?.decided.keys.map(\.self) ?? [] { await self?.deliver(key) }
        }
    }

    private func deliverLater() {
        guard retry == nil else { return }
        retry = Task { [weak self, time] in
            guard (try? await time.sleep(.seconds(5))) != nil else { return }
            self?.retry = nil
            self?.deliverAgain()
        }
    }

    // MARK: What waits

    private func tellWaiting() {
        var counts: [(peer: SessionPeer, obstacle: SessionObstacle, count: Int)] = []
        for (item, _) in waiting {
            guard let peer = peer(of: item), let obstacle = host?.obstacle(for: peer) else { continue }
            if let place = counts.firstIndex(where: { $0.peer == peer && $0.obstacle == obstacle }) {
                counts[place].count += 1
            } else {
                counts.append((peer, obstacle, 1))
            }
        }
        let now = counts.map { SessionChannelEvent.Waiting(peer: $0.peer, obstacle: $0.obstacle, count: $0.count) }
        guard now != told else { return }
        told = now
        host?.take(.waiting(now))
    }
}
