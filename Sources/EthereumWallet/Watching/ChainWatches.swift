package import Bridge

/// What pages watch on chains: filters, which they poll, and subscriptions, which push events.
///
/// Nothing of it is kept at the node, which may be one of several behind one address. A filter is no more than what is
/// wanted and the block up to which it was told; subscriptions are served by one look at each chain now and then. All
/// of it belongs to a document, on the chain that its site was on, and ends with either.
@MainActor public final class ChainWatches {
    /// How much pages may watch.
    public struct Limits: Sendable {
        /// Filters and subscriptions of one document of a connected site.
        public var perDocument = 32

        /// Those of a document of any other site.
        public var perStranger = 8

        /// Those of all documents.
        public var inAll = 512

        /// How long a filter lives that is not asked, as with Geth.
        public var idle = Duration.seconds(300)

        /// How often a chain with subscriptions is looked at.
        public var pause = Duration.seconds(4)

        /// The number of blocks that are reported after one poll; older ones are skipped.
        public var blocks: UInt64 = 64

        /// Blocks for whose logs a node is asked at once; half as many after each refusal, and soon more again.
        public var logBlocks: UInt64 = 500

        /// The largest header that is sent to a page, in bytes.
        public var headerBytes = 16 << 10

        /// Logs that one look tells a subscription; the rest follows with the next.
        public var logs = 1_000

        /// Creates the default limits.
        public init() {}
    }

    /// What is watched.
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
        /// The next block to tell of.
        var next: UInt64
        /// When it was last asked.
        var asked: Duration
        /// For the logs of how many blocks the node is asked at once.
        var span: UInt64 = .max
        /// How many answers come before the node is asked for more again, and how many came since it refused.
        var patience = 1
        var answers = 0

        /// The node did not give the logs of `blocks`: where fewer could help, it is asked for those of half as many.
        ///
        /// Each refusal doubles the answers that are awaited until a larger number is tried.
        mutating func narrow(from blocks: ClosedRange<UInt64>, because error: NodeError) {
            guard error.mayAnswerLess, blocks.upperBound > blocks.lowerBound else { return }
            span = (blocks.upperBound - blocks.lowerBound + 1) / 2
            patience = min(64, patience * 2)
            answers = 0
        }

        /// The node gave the logs of `blocks`: where it was asked for as many as it may be, it is soon asked for twice
        /// as many.
        mutating func widen(after blocks: ClosedRange<UInt64>) {
            guard span < .max, blocks.upperBound - blocks.lowerBound >= span - 1 else { return }
            answers += 1
            guard answers >= patience else { return }
            if answers > patience { patience = 1 }
            span = span.multipliedReportingOverflow(by: 2).overflow ? .max : span * 2
        }
    }

    /// The blocks up to `head` for whose logs the node is asked next; `nil` where the page wants none of them.
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

    /// How much pages may watch.
    public var limits = Limits()

    /// Keeps the turn of a long answer until a request has its answer.
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

    /// How many filters and subscriptions there are.
    public var count: Int { watches.count }

    /// Begins to watch for a page, from the block after the newest on.
    ///
    /// - Returns: The id by which the page names it: a hexadecimal quantity.
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
        // The page may have gone, or asked for more, while the node was asked.
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

    /// The page's watch with the name `id`; `nil` if it does not exist, any more or on this chain.
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

    /// Keeps what has changed in a watch that still is there.
    func update(_ watch: Watch) {
        guard let document = watch.peer.document else { return }
        let key = Key(document: document, id: watch.id)
        if watches[key] != nil { watches[key] = watch }
    }

    /// Ends a watch; false where there was none.
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

    /// Whether a watch may still be used: its site is on the same chain, and a filter was asked not long ago.
    func isAlive(_ watch: Watch) -> Bool {
        guard chains.chain(of: watch.peer.origin).id == watch.chain.id else { return false }
        return watch.isSubscription || time.now() - watch.asked <= limits.idle
    }

    private func makeRoom(for document: DocumentID, isConnected: Bool) throws(RPCError) {
        watches = watches.filter { isAlive($0.value) }
        let own = watches.keys.count { $0.document == document }
        guard own < (isConnected ? limits.perDocument : limits.perStranger), watches.count < limits.inAll else {
            throw RPCError(
                .tooMany, "The page has too many filters and subscriptions. Remove those that it no longer needs.",
                phrase: "limit exceeded")
        }
    }
}
