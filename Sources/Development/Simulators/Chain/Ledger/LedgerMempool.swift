internal import Bitcoin

/// The transactions that wait, of which none spends the outputs of another's inputs.
struct LedgerMempool: Sendable {
    /// A waiting transaction.
    struct Entry: Sendable {
        let own: TakenTransaction
        /// The waiting transactions whose outputs it spends.
        let parents: Set<TransactionID>
        /// Its place in the order of arrival.
        let arrival: Int
    }

    private(set) var entries: [TransactionID: Entry] = [:]
    private(set) var spenders: [OutPoint: TransactionID] = [:]

    /// The waiting transactions of each script.
    private(set) var histories: [[UInt8]: Set<TransactionID>] = [:]

    private var arrivals = 0

    /// Satoshis per 1,000 (virtual) bytes, below which nothing is taken.
    var leastRate: UInt64 = 1_000

    mutating func insert(_ own: TakenTransaction) {
        let parents = Set(own.transaction.inputs.map(\.outPoint.transaction).filter { entries[$0] != nil })
        arrivals += 1
        entries[own.id] = Entry(own: own, parents: parents, arrival: arrivals)
        for input in own.transaction.inputs { spenders[input.outPoint] = own.id }
        for script in own.scripts { histories[script, default: []].insert(own.id) }
    }

    /// Takes out a transaction; its children stay.
    mutating func take(_ id: TransactionID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        for input in entry.own.transaction.inputs where spenders[input.outPoint] == id {
            spenders[input.outPoint] = nil
        }
        for script in entry.own.scripts {
            histories[script]?.remove(id)
            if histories[script]?.isEmpty == true { histories[script] = nil }
        }
    }

    /// The transaction and all that depend on it.
    func descendants(of id: TransactionID) -> Set<TransactionID> {
        reached(from: [id]) { id in
            (entries[id]?.own.transaction.outputs.indices ?? 0..<0).compactMap { spenders[OutPoint(id, UInt32($0))] }
        }
    }

    /// All waiting transactions that transactions with these parents depend on.
    func ancestors(from parents: Set<TransactionID>) -> Set<TransactionID> {
        reached(from: Array(parents)) { Array(entries[$0]?.parents ?? []) }
    }

    private func reached(
        from first: [TransactionID], _ next: (TransactionID) -> [TransactionID]
    ) -> Set<TransactionID> {
        var (found, queue) = (Set<TransactionID>(), first)
        while let id = queue.popLast() {
            if entries[id] != nil, found.insert(id).inserted { queue += next(id) }
        }
        return found
    }

    /// All of them, each after its parents.
    var sorted: [Entry] { entries.values.sorted { $0.arrival < $1.arrival } }
}
