package import Bridge

/// What pages watch on chains: filters, which they poll, and subscriptions, which push events.
///
/// None of this is stored at the node, which may be one of several behind one address. A filter consists only of its
/// criteria and the last block that was reported; subscriptions are served by polling each chain at intervals. Each
/// watch belongs to a document and to the chain that its site was on, and ends when the document ends or the site
/// changes the chain.
@MainActor package final class ChainWatches {
    /// The limits on what pages may watch.
    package struct Limits: Sendable {
        /// The maximum number of filters and subscriptions of one document of a connected site.
        package var perDocument = 32

        /// The maximum number for a document of any other site.
        package var perUnconnected = 8

        /// The maximum number for all documents.
        package var inAll = 512

        /// How long a filter exists without being polled, as in Geth.
        package var idle = Duration.seconds(300)

        /// The interval at which a chain with subscriptions is polled.
        package var pause = Duration.seconds(4)

        /// The maximum number of blocks that are reported after one poll; older ones are skipped.
        package var blocks: UInt64 = 64

        /// The number of blocks whose logs are requested from a node at once; it is halved after each refusal, and
        /// later raised again.
        package var logBlocks: UInt64 = 500

        /// The largest header that is sent to a page, in bytes.
        package var headerBytes = 16 << 10

        /// The maximum number of logs that a subscription gets per poll; the rest follows with the next.
        package var logs = 1_000

        /// Creates the default limits.
        package init() {}
    }

    /// The kind of data that is watched.
    package enum Kind: Hashable {
        case blocks
        case logs(LogCriteria)
    }

    /// One filter or subscription.
    struct Watch {
        let id: String
        let kind: Kind
        let peer: Peer
        let chain: Chain
        let isSubscription: Bool
        /// The next block to report.
        var next: UInt64
        /// When it was last polled.
        var asked: Duration
        /// The number of blocks whose logs are requested from the node at once.
        var span: UInt64 = .max
        /// The number of responses before more blocks are requested again, and the number of responses since the last
        /// refusal.
        var patience = 1
        var answers = 0

        /// The node did not return the logs of `blocks`: if fewer blocks could help, the next request is for half as
        /// many.
        ///
        /// Each refusal doubles the number of responses to wait for before a larger number of blocks is tried.
        mutating func narrow(from blocks: ClosedRange<UInt64>, because error: NodeError) {
            guard error.mayAnswerLess, blocks.upperBound > blocks.lowerBound else { return }
            span = (blocks.upperBound - blocks.lowerBound + 1) / 2
            patience = min(64, patience * 2)
            answers = 0
        }

        /// The node returned the logs of `blocks`: if these were as many as the current limit allows, it is soon asked
        /// for twice as many.
        mutating func widen(after blocks: ClosedRange<UInt64>) {
            guard span < .max, blocks.upperBound - blocks.lowerBound >= span - 1 else { return }
            answers += 1
            guard answers >= patience else { return }
            if answers > patience { patience = 1 }
            span = span.multipliedReportingOverflow(by: 2).overflow ? .max : span * 2
        }
    }

    /// The blocks up to `head` whose logs are requested next; `nil` if the page wants none of them.
    func logBlocks(_ watch: Watch, _ criteria: LogCriteria, upTo head: UInt64) -> ClosedRange<UInt64>? {
        guard watch.next <= head, let wanted = criteria.part(of: watch.next...head) else { return nil }
        let more = max(1, min(watch.span, limits.logBlocks)) - 1
        return wanted.upperBound - wanted.lowerBound <= more
            ? wanted : wanted.lowerBound...(wanted.lowerBound + more)
    }

    struct Key: Hashable {
        let document: DocumentID
        let id: String
    }

    /// The limits on what pages may watch.
    package var limits = Limits()

    /// Keeps the permit of a long response until the request has its response.
    package var keep: (@MainActor (any Sendable, Request) -> Void)?

    package var time = TimeSource.system
    let chains: ChainBook
    let eventBus: EventBus
    let pace: SiteRateLimit
    var watches: [Key: Watch] = [:]
    var heads: [UInt64: ChainHead] = [:]
    var looking: [UInt64: Task<Void, Never>] = [:]
    private var last: UInt64 = 0

    package init(chains: ChainBook, eventBus: EventBus, pace: SiteRateLimit) {
        self.chains = chains
        self.eventBus = eventBus
        self.pace = pace
    }

    isolated deinit {
        for task in looking.values { task.cancel() }
    }

    /// The number of filters and subscriptions.
    package var count: Int { watches.count }

    /// Starts to watch for a page, from the block after the newest one.
    ///
    /// - Returns: The ID that the page uses for it: a hexadecimal quantity.
    /// - Throws: ``/Bridge/RPCError/Kind/tooMany``, or the error for the node's failure.
    package func begin(
        _ kind: Kind, isSubscription: Bool, for request: Request, isConnected: Bool
    ) async throws(RPCError) -> String {
        guard let document = request.peer.document else {
            throw RPCError(.unsupported, "Only pages can watch a chain.")
        }
        let chain = chains.chain(of: request.peer.origin)
        try makeRoom(for: document, isConnected: isConnected)
        let head = try await self.head(of: chain, for: request.peer.origin, isConnected: isConnected)
        // The page may have closed, or created more watches, while the node was asked.
        guard !Task.isCancelled else { throw RPCError(.gone, "The request ended before it was sent to the network.") }
        try makeRoom(for: document, isConnected: isConnected)
        last += 1
        let id = HexNumber.text(last)
        watches[Key(document: document, id: id)] = Watch(
            id: id, kind: kind, peer: request.peer, chain: chain, isSubscription: isSubscription, next: head + 1,
            asked: time.now())
        if isSubscription { look(at: chain) }
        return id
    }

    /// The page's watch with this ID; `nil` if it does not exist, has ended, or belongs to another chain.
    func watch(_ id: String, of peer: Peer, isSubscription: Bool) -> Watch? {
        guard let document = peer.document else { return nil }
        let key = Key(document: document, id: id)
        guard let watch = watches[key], watch.isSubscription == isSubscription else { return nil }
        guard isAlive(watch) else {
            watches[key] = nil
            return nil
        }
        return watch
    }

    /// Stores the changes to a watch, if it still exists.
    func update(_ watch: Watch) {
        guard let document = watch.peer.document else { return }
        let key = Key(document: document, id: watch.id)
        if watches[key] != nil { watches[key] = watch }
    }

    /// Ends a watch; false for an unknown ID.
    package func end(_ id: String, of peer: Peer, isSubscription: Bool) -> Bool {
        guard let watch = watch(id, of: peer, isSubscription: isSubscription), let document = peer.document else {
            return false
        }
        watches[Key(document: document, id: watch.id)] = nil
        return true
    }

    /// Ends everything that a document watches.
    package func end(_ document: DocumentID) {
        guard !watches.isEmpty else { return }
        watches = watches.filter { $0.key.document != document }
    }

    /// Whether a watch may still be used: its site is on the same chain, and a filter was polled within
    /// ``Limits/idle``.
    func isAlive(_ watch: Watch) -> Bool {
        guard chains.chain(of: watch.peer.origin).id == watch.chain.id else { return false }
        return watch.isSubscription || time.now() - watch.asked <= limits.idle
    }

    private func makeRoom(for document: DocumentID, isConnected: Bool) throws(RPCError) {
        watches = watches.filter { isAlive($0.value) }
        let own = watches.keys.count { $0.document == document }
        guard own < (isConnected ? limits.perDocument : limits.perUnconnected), watches.count < limits.inAll else {
            throw RPCError(
                .tooMany, "The page has too many filters and subscriptions. Remove those that it no longer needs.",
                phrase: "limit exceeded")
        }
    }
}
