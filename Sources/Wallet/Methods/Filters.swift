import Bridge

/// `eth_newFilter`, `eth_newBlockFilter`, `eth_getFilterChanges`, `eth_getFilterLogs` and `eth_uninstallFilter`.
///
/// The wallet keeps the filters, not the node: see ``ChainWatches``.
enum Filters: Handler {
    case newLogs(Desk)
    case newBlocks(Desk)
    case changes(Desk)
    case logs(Desk)
    case uninstall(Desk)

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        switch self {
        case .newLogs(let desk):
            let criteria = try LogCriteria(request.params[0] ?? .null)
            return .string(try await Self.begin(.logs(criteria), request, desk))
        case .newBlocks(let desk): return .string(try await Self.begin(.blocks, request, desk))
        case .changes(let desk):
            return try await desk.watches.changes(
                try Self.id(request), for: request, isConnected: desk.isConnected(request))
        case .logs(let desk):
            return try await desk.watches.all(
                try Self.id(request), for: request, isConnected: desk.isConnected(request))
        case .uninstall(let desk):
            return .bool(desk.watches.end(try Self.id(request), of: request.peer, isSubscription: false))
        }
    }

    func end(_ document: DocumentID) {
        if case .newLogs(let desk) = self { desk.watches.end(document) }
    }

    private static func begin(
        _ kind: ChainWatches.Kind, _ request: Request, _ desk: Desk
    ) async throws(RPCError) -> String {
        try await desk.watches.begin(
            kind, isSubscription: false, for: request, isConnected: desk.isConnected(request))
    }

    /// The id that the page names, as it was given to it.
    static func id(_ request: Request) throws(RPCError) -> String {
        guard let id = request.params[0]?.string, HexNumber.readBig(id) != nil else {
            throw RPCError(.invalidParameters, "The parameters must be [id].")
        }
        return id
    }
}

/// `eth_subscribe` (`newHeads` and `logs`) and `eth_unsubscribe` (EIP-758).
enum Subscriptions: Handler {
    case begin(Desk)
    case end(Desk)

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        switch self {
        case .begin(let desk):
            return .string(
                try await desk.watches.begin(
                    try Self.kind(request.params), isSubscription: true, for: request,
                    isConnected: desk.isConnected(request)))
        case .end(let desk):
            return .bool(desk.watches.end(try Filters.id(request), of: request.peer, isSubscription: true))
        }
    }

    private static func kind(_ params: JSON) throws(RPCError) -> ChainWatches.Kind {
        switch params[0]?.string {
        case "newHeads": return .blocks
        case "logs": return .logs(try LogCriteria(params[1] ?? [:]))
        case "newPendingTransactions", "syncing":
            throw RPCError(.unsupported, "Only subscriptions to newHeads and logs are supported.")
        default:
            throw RPCError(.invalidParameters, "The parameters must be [\"newHeads\"] or [\"logs\", filter].")
        }
    }
}

extension Desk {
    /// Whether the user connected the site that asks.
    func isConnected(_ request: Request) -> Bool { grants.allows(.ethereum, to: request.peer.origin) }
}
