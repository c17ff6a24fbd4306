internal import Bridge
internal import Ethereum
internal import Primitives

/// Which logs a request is for.
struct EVMLogQuery: Sendable {
    private let addresses: Set<EthereumAddress>?
    private let topics: [Set<Digest32>?]
    let from: EVMLedger.Point?
    let to: EVMLedger.Point?
    let block: Digest32?

    /// The most addresses, and alternatives of a topic.
    private static let most = 1_000

    /// The most logs in an answer.
    static let mostLogs = 10_000

    init(_ json: JSON) throws(SimulatorError) {
        guard json.object != nil else { throw .invalid("invalid argument 0: a filter is an object") }
        func value(_ key: String) -> JSON? { json[key].flatMap { $0 == .null ? nil : $0 } }
        block = try value("blockHash").map { json throws(SimulatorError) in
            try EVMParameters.digest(json, "blockHash")
        }
        from = try value("fromBlock").map { json throws(SimulatorError) in
            try EVMParameters.point(json, "fromBlock")
        }
        to = try value("toBlock").map { json throws(SimulatorError) in try EVMParameters.point(json, "toBlock") }
        guard block == nil || from == nil && to == nil else {
            throw .invalid("cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other")
        }
        let list = value("address").map { $0.array ?? [$0] } ?? []
        guard list.count <= Self.most else { throw .invalid("exceed max addresses") }
        let addresses = try list.map { json throws(SimulatorError) in try EVMParameters.address(json, "address") }
        self.addresses = addresses.isEmpty ? nil : Set(addresses)
        let wishes = value("topics")?.array ?? []
        guard wishes.count <= 4 else { throw .invalid("exceed max topics") }
        topics = try wishes.map { wish throws(SimulatorError) in
            guard wish != .null else { return nil }
            let choices = wish.array ?? [wish]
            guard choices.count <= Self.most else { throw .invalid("exceed max topics") }
            // A null among the choices is every topic.
            if choices.isEmpty || choices.contains(.null) { return nil }
            return Set(try choices.map { json throws(SimulatorError) in try EVMParameters.digest(json, "topics") })
        }
    }

    /// Whether a log is wanted.
    func matches(_ log: EVMLog) -> Bool {
        guard addresses?.contains(log.address) ?? true, log.topics.count >= topics.count else { return false }
        return zip(topics, log.topics).allSatisfy { $0?.contains($1) ?? true }
    }

    /// The wanted logs of some receipts in a block, as a node describes them.
    func logs(of receipts: [EVMReceipt], in block: EVMBlock, isRemoved: Bool = false) -> [JSON] {
        receipts.flatMap { receipt in
            guard receipt.logs.contains(where: matches) else { return [JSON]() }
            return zip(receipt.logs, receipt.logs(in: block, isRemoved: isRemoved)).filter { matches($0.0) }.map(\.1)
        }
    }

    /// The wanted logs of a chain.
    func logs(in ledger: EVMLedger) throws(SimulatorError) -> [JSON] {
        if let block {
            guard let found = ledger.block(at: .hash(block)) else { throw .refused("unknown block") }
            return logs(of: ledger.receipts(of: found), in: found)
        }
        let first = try number(from, in: ledger)
        let wanted = try number(to, in: ledger)
        if case .number = to, first > wanted { throw .invalid("invalid block range params") }
        let last = min(wanted, ledger.head.number)
        guard first <= last else { return [] }
        var found: [JSON] = []
        for block in ledger.blocks[Int(first)...Int(last)] where !block.transactions.isEmpty {
            found += logs(of: ledger.receipts(of: block), in: block)
            guard found.count <= Self.mostLogs else {
                throw .refused("query returned more than \(Self.mostLogs) results", code: -32_005)
            }
        }
        return found
    }

    private func number(_ point: EVMLedger.Point?, in ledger: EVMLedger) throws(SimulatorError) -> UInt64 {
        switch point ?? .latest {
        case .latest, .pending: return ledger.head.number
        case .number(let number): return number
        case .hash: throw .invalid("a range has numbers of blocks")
        }
    }
}
