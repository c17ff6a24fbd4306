/// The transactions that this wallet signed, kept across restarts.
///
/// When a function returns, its change is durable. The order is: ``record(_:)``, then broadcast, then
/// ``setState(_:of:on:)``; a transaction that could not be recorded is not broadcast.
public protocol Journal: Sendable {
    /// Adds a transaction; one that the journal already contains with the same bytes stays as it is. The exception is
    /// one that was refused, given up or declined: it counts as signed again, at the new time and for the new
    /// requester.
    ///
    /// - Throws: ``JournalError/otherBytes`` if the journal has other bytes under this id.
    func record(_ outgoing: TransactionRecord) async throws(JournalError)

    /// Adds a transaction as ``record(_:)`` does, but only if its nonce is free: no other transaction of its account on
    /// its chain has the nonce, except those that were refused, given up or declined.
    ///
    /// The check and the write are one atomic step, so that only one of two programs with the same journal gets the
    /// nonce.
    ///
    /// - Throws: ``JournalError/nonceTaken``, also if the journal already contains the transaction itself.
    func claim(_ outgoing: TransactionRecord) async throws(JournalError)

    /// Records what happened to a transaction.
    ///
    /// - Throws: ``JournalError/noSuchTransaction``.
    func setState(_ state: TransactionRecord.State, of txid: String, on chain: String) async throws(JournalError)

    /// Records the block of a transaction on an EVM chain, and what it cost there.
    ///
    /// - Throws: ``JournalError/noSuchTransaction``.
    func setInclusion(
        _ inclusion: TransactionRecord.Inclusion, of txid: String, on chain: String
    ) async throws(JournalError)

    /// Records what each server said about a transaction that was offered to it, instead of what was said before.
    ///
    /// - Throws: ``JournalError/noSuchTransaction``.
    func setReplies(
        _ replies: [BroadcastReply], of txid: String, on chain: String
    ) async throws(JournalError)

    /// The transactions whose outcome may still change, oldest first.
    func open() async throws(JournalError) -> [TransactionRecord]

    /// The transactions that were given up or declined, and that anyone who has their bytes could still send, newest
    /// first; at most 100.
    func possible() async throws(JournalError) -> [TransactionRecord]

    /// The transactions that were given up or declined, and that the network has shown since then, newest first; at
    /// most
    /// 100. See ``TransactionRecord/hasReturned``.
    func returned() async throws(JournalError) -> [TransactionRecord]

    /// The transactions that were signed for `purpose`, see ``TransactionRecord/purpose``, newest first.
    func signed(for purpose: String) async throws(JournalError) -> [TransactionRecord]

    /// The transaction with this id on `chain`.
    func transaction(_ txid: String, on chain: String) async throws(JournalError) -> TransactionRecord?

    /// The latest transactions of all chains, newest first, at most `limit`.
    func recent(limit: Int) async throws(JournalError) -> [TransactionRecord]
}

extension Journal {
    /// Keeps nothing.
    public func setReplies(
        _ replies: [BroadcastReply], of txid: String, on chain: String
    ) async throws(JournalError) {}

    /// Keeps nothing.
    public func setInclusion(
        _ inclusion: TransactionRecord.Inclusion, of txid: String, on chain: String
    ) async throws(JournalError) {}

    /// Searches the latest 1,000 transactions.
    public func possible() async throws(JournalError) -> [TransactionRecord] {
        Array(try await recent(limit: 1_000).filter(\.state.isPossible).prefix(100))
    }

    /// Searches the latest 1,000 transactions.
    public func returned() async throws(JournalError) -> [TransactionRecord] {
        Array(try await recent(limit: 1_000).filter(\.hasReturned).prefix(100))
    }

    /// Searches all transactions.
    public func signed(for purpose: String) async throws(JournalError) -> [TransactionRecord] {
        try await recent(limit: .max).filter { $0.purpose == purpose }
    }

    /// Searches all transactions.
    public func transaction(_ txid: String, on chain: String) async throws(JournalError) -> TransactionRecord? {
        try await recent(limit: .max).first { $0.txid == txid && $0.chain == chain }
    }
}
