/// A journal in memory that is lost when the process ends: for tests, and for keys without value.
public actor MemoryJournal: Journal {
    private var entries: [TransactionRecord] = []

    /// Creates an empty journal.
    public init() {}

    /// Adds a transaction.
    public func record(_ outgoing: TransactionRecord) throws(JournalError) {
        if let index = index(of: outgoing.txid, on: outgoing.chain) {
            guard entries[index].raw == outgoing.raw else { throw .otherBytes }
            if [.refused, .abandoned, .declined].contains(entries[index].state) {
                entries[index] = outgoing
            }
        } else {
            entries.append(outgoing)
        }
    }

    /// Adds a transaction whose nonce is free.
    public func claim(_ outgoing: TransactionRecord) throws(JournalError) {
        let isTaken = entries.contains {
            $0.chain == outgoing.chain && $0.from == outgoing.from && $0.kind == outgoing.kind
                && ![.refused, .abandoned, .declined].contains($0.state)
        }
        if case .ethereum = outgoing.kind, isTaken { throw .nonceTaken }
        try record(outgoing)
    }

    /// Records what happened to a transaction.
    public func setState(_ state: TransactionRecord.State, of txid: String, on chain: String) throws(JournalError) {
        guard let index = index(of: txid, on: chain) else { throw .noSuchTransaction }
        entries[index].become(state)
    }

    /// Records the block of a transaction, and what it cost there.
    public func setInclusion(
        _ inclusion: TransactionRecord.Inclusion, of txid: String, on chain: String
    ) throws(JournalError) {
        guard let index = index(of: txid, on: chain) else { throw .noSuchTransaction }
        entries[index].inclusion = inclusion
    }

    /// Records what each server said about a transaction.
    public func setReplies(
        _ replies: [BroadcastReply], of txid: String, on chain: String
    ) throws(JournalError) {
        guard let index = index(of: txid, on: chain) else { throw .noSuchTransaction }
        entries[index].replies = replies
    }

    /// The transactions whose outcome may still change, oldest first.
    public func open() -> [TransactionRecord] {
        entries.filter(\.state.isOpen)
    }

    /// The latest transactions, newest first.
    public func recent(limit: Int) -> [TransactionRecord] {
        entries.suffix(max(limit, 0)).reversed()
    }

    private func index(of txid: String, on chain: String) -> Int? {
        entries.firstIndex { $0.txid == txid && $0.chain == chain }
    }
}
