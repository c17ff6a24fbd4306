internal import Bridge
internal import Ethereum
internal import Primitives

/// What filters and subscriptions are told: new blocks, waiting transactions, or logs.
enum EVMInterest: Sendable {
    case blocks
    case waiting(isFull: Bool)
    case logs(EVMLogQuery)

    /// Reads the parameters of `eth_subscribe`.
    init(_ parameters: EVMParameters) throws(SimulatorError) {
        switch try parameters.required(0).string {
        case "newHeads": self = .blocks
        case "newPendingTransactions": self = .waiting(isFull: parameters.optional(1)?.bool ?? false)
        case "logs": self = .logs(try EVMLogQuery(parameters.optional(1) ?? .object(JSONObject())))
        default: throw .refused("no such subscription in eth namespace", code: -32_601)
        }
    }

    /// What there is to tell; `asHeaders` describes blocks as subscriptions do, otherwise by their hashes.
    func results(of news: EVMLedger.News, in ledger: EVMLedger, asHeaders: Bool) -> [JSON] {
        switch self {
        case .blocks: return news.added.map { asHeaders ? .object($0.header) : .hex($0.hash) }
        case .waiting(let isFull):
            return news.waiting.map { hash in
                isFull ? ledger.pool[hash]?.json(in: nil, at: 0, baseFee: nil) ?? .hex(hash) : .hex(hash)
            }
        case .logs(let query):
            let removed = zip(news.removed, news.removedLogs).flatMap { query.logs(of: $1, in: $0, isRemoved: true) }
            return removed + news.added.flatMap { query.logs(of: ledger.receipts(of: $0), in: $0) }
        }
    }
}

/// A connection that subscriptions are told through.
final class EVMSession: Sendable {
    let send: @Sendable (String) -> Void

    init(_ send: @escaping @Sendable (String) -> Void) { self.send = send }
}

/// The filters and subscriptions of a node.
struct EVMFilters: Sendable {
    private struct Filter: Sendable {
        let interest: EVMInterest
        var results: [JSON] = []
    }

    private struct Subscription: Sendable {
        let interest: EVMInterest
        let session: EVMSession
    }

    /// The most filters; a new one replaces the oldest.
    private static let most = 1_024

    /// The most subscriptions of a connection.
    private static let mostOfSession = 128

    /// The most results that wait in a filter, which ends with more.
    private static let mostResults = 20_000

    private var filters: [UInt64: Filter] = [:]
    private var subscriptions: [UInt64: Subscription] = [:]
    private var last: UInt64 = 0

    /// Adds a filter.
    mutating func add(_ interest: EVMInterest) -> JSON {
        last += 1
        filters[last] = Filter(interest: interest)
        if filters.count > Self.most, let oldest = filters.keys.min() { filters[oldest] = nil }
        return .hex(last)
    }

    /// What a filter found since it was asked last.
    mutating func takeResults(_ id: JSON) throws(SimulatorError) -> JSON {
        guard let id = Quantity.readWord(id), let filter = filters[id] else { throw .refused("filter not found") }
        filters[id]?.results = []
        return .array(filter.results)
    }

    /// The query of a filter of logs.
    func query(_ id: JSON) throws(SimulatorError) -> EVMLogQuery {
        guard let id = Quantity.readWord(id), case .logs(let query) = filters[id]?.interest else {
            throw .refused("filter not found")
        }
        return query
    }

    /// Removes a filter.
    mutating func remove(_ id: JSON) -> JSON {
        .bool(Quantity.readWord(id).flatMap { filters.removeValue(forKey: $0) } != nil)
    }

    /// Adds a subscription of a connection.
    mutating func subscribe(_ interest: EVMInterest, _ session: EVMSession) throws(SimulatorError) -> JSON {
        guard subscriptions.values.count(where: { $0.session === session }) < Self.mostOfSession else {
            throw .refused("too many subscriptions", code: -32_005)
        }
        last += 1
        subscriptions[last] = Subscription(interest: interest, session: session)
        return .hex(last)
    }

    /// Ends a subscription of a connection.
    mutating func unsubscribe(_ id: JSON, _ session: EVMSession) throws(SimulatorError) -> JSON {
        guard let id = Quantity.readWord(id), subscriptions[id]?.session === session else {
            throw .refused("subscription not found")
        }
        subscriptions[id] = nil
        return true
    }

    /// Ends all subscriptions of a connection.
    mutating func end(_ session: EVMSession) { subscriptions = subscriptions.filter { $0.value.session !== session } }

    /// Tells everyone what changed.
    mutating func tell(_ news: EVMLedger.News, of ledger: EVMLedger) {
        for id in filters.keys {
            guard let interest = filters[id]?.interest else { continue }
            filters[id]?.results += interest.results(of: news, in: ledger, asHeaders: false)
            if filters[id]?.results.count ?? 0 > Self.mostResults { filters[id] = nil }
        }
        for (id, subscription) in subscriptions.sorted(by: { $0.key < $1.key }) {
            for result in subscription.interest.results(of: news, in: ledger, asHeaders: true) {
                let message: JSON = [
                    "jsonrpc": "2.0", "method": "eth_subscription",
                    "params": ["subscription": .hex(id), "result": result],
                ]
                subscription.session.send(message.text)
            }
        }
    }
}

extension EVMFilters {
    /// Each gets the filters, the ledger, the parameters, and the connection if it can be told things.
    typealias Method =
        @Sendable (inout EVMFilters, EVMLedger, EVMParameters, EVMSession?) throws(SimulatorError) -> JSON

    /// The methods of filters and subscriptions by their names.
    static let methods: [String: Method] = [
        "eth_newFilter": { filters, _, parameters, _ throws(SimulatorError) in
            filters.add(.logs(try EVMLogQuery(parameters.required(0))))
        },
        "eth_newBlockFilter": { filters, _, _, _ in filters.add(.blocks) },
        "eth_newPendingTransactionFilter": { filters, _, parameters, _ in
            filters.add(.waiting(isFull: parameters.optional(0)?.bool ?? false))
        },
        "eth_getFilterChanges": { filters, _, parameters, _ throws(SimulatorError) in
            try filters.takeResults(parameters.required(0))
        },
        "eth_getFilterLogs": { filters, ledger, parameters, _ throws(SimulatorError) in
            .array(try filters.query(parameters.required(0)).logs(in: ledger))
        },
        "eth_uninstallFilter": { filters, _, parameters, _ throws(SimulatorError) in
            filters.remove(try parameters.required(0))
        },
        "eth_subscribe": { filters, _, parameters, session throws(SimulatorError) in
            guard let session else { throw .refused("notifications not supported", code: -32_601) }
            return try filters.subscribe(EVMInterest(parameters), session)
        },
        "eth_unsubscribe": { filters, _, parameters, session throws(SimulatorError) in
            guard let session else { throw .refused("notifications not supported", code: -32_601) }
            return try filters.unsubscribe(parameters.required(0), session)
        },
    ]
}
