import Bridge
import EthereumWallet
import WalletCore

/// `eth_newFilter`, `eth_newBlockFilter`, `eth_getFilterChanges`, `eth_getFilterLogs` and `eth_uninstallFilter`.
///
/// The wallet keeps the filters, not the node: see ``ChainWatches``.
struct Filters: Method {
    /// The operation on a filter.
    enum Action: String, CaseIterable {
        case newLogs = "eth_newFilter"
        case newBlocks = "eth_newBlockFilter"
        case changes = "eth_getFilterChanges"
        case logs = "eth_getFilterLogs"
        case uninstall = "eth_uninstallFilter"
    }

    let access = MethodAccess.open
    let action: Action
    let watches: ChainWatches
    let sites: SiteAccounts

    var names: [String] { [action.rawValue] }

    func run(_ params: JSON, for request: Request) async throws(RPCError) -> JSON {
        switch action {
        case .newLogs:
            let criteria = try LogCriteria(params[0] ?? .null)
            return .string(try await begin(.logs(criteria), request))
        case .newBlocks: return .string(try await begin(.blocks, request))
        case .changes:
            return try await watches.changes(
                try Self.id(request), for: request, isConnected: sites.isConnected(request))
        case .logs:
            return try await watches.all(
                try Self.id(request), for: request, isConnected: sites.isConnected(request))
        case .uninstall:
            return .bool(watches.end(try Self.id(request), of: request.peer, isSubscription: false))
        }
    }

    func end(_ document: DocumentID) {
        if action == .newLogs { watches.end(document) }
    }

    private func begin(_ kind: ChainWatches.Kind, _ request: Request) async throws(RPCError) -> String {
        try await watches.begin(
            kind, isSubscription: false, for: request, isConnected: sites.isConnected(request))
    }

    /// The ID in the request, as the wallet returned it to the page.
    static func id(_ request: Request) throws(RPCError) -> String {
        guard let id = request.params[0]?.string, HexNumber.readBig(id) != nil else {
            throw RPCError(.invalidParameters, "The parameters must be [id].")
        }
        return id
    }
}

/// `eth_subscribe` (`newHeads` and `logs`) and `eth_unsubscribe` (EIP-758).
struct Subscriptions: Method {
    /// The operation on a subscription.
    enum Action: String, CaseIterable {
        case begin = "eth_subscribe"
        case end = "eth_unsubscribe"
    }

    let access = MethodAccess.open
    let action: Action
    let watches: ChainWatches
    let sites: SiteAccounts

    var names: [String] { [action.rawValue] }

    func run(_ params: JSON, for request: Request) async throws(RPCError) -> JSON {
        switch action {
        case .begin:
            return .string(
                try await watches.begin(
                    try Self.kind(params), isSubscription: true, for: request,
                    isConnected: sites.isConnected(request)))
        case .end:
            return .bool(watches.end(try Filters.id(request), of: request.peer, isSubscription: true))
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
