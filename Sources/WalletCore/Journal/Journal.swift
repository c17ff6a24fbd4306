/// The transactions that this wallet signed, kept across restarts.
///
/// When a function returns, what it was told is durable. The order is: ``record(_:)``, then broadcast, then
/// ``setState(_:of:on:)``; a transaction that could not be recorded is not broadcast.
public protocol Journal: Sendable {
    /// Adds a transaction; one that is there already, with the same bytes, is left as it is, but for one that was
    /// refused, given up or declined: that is signed again, now and for this asker.
    ///
    /// - Throws: ``JournalError/otherBytes`` where the id is there with other bytes.
    func record(_ outgoing: TransactionRecord) async throws(JournalError)

    /// Adds a transaction as ``record(_:)`` does, but only where its nonce is free: where no transaction of its account
    /// on its chain has the nonce that was neither refused nor given up.
    ///
    /// It is looked for and written in one step, so that of two programs with one journal only one gets the nonce.
    ///
    /// - Throws: ``JournalError/nonceTaken``, also where the transaction itself is there already.
    func claim(_ outgoing: TransactionRecord) async throws(JournalError)

    /// Says what became of a transaction.
    ///
    /// - Throws: ``JournalError/noSuchTransaction``.
    func setState(_ state: TransactionRecord.State, of txid: String, on chain: String) async throws(JournalError)

    /// The transactions whose fate may still change, oldest first.
    func open() async throws(JournalError) -> [TransactionRecord]

    /// The transactions that were given up or declined, and that could still be sent by those who have them, newest
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
    /// Those among the latest 1,000.
    public func possible() async throws(JournalError) -> [TransactionRecord] {
        Array(try await recent(limit: 1_000).filter(\.state.isPossible).prefix(100))
    }

    /// Those among the latest 1,000.
    public func returned() async throws(JournalError) -> [TransactionRecord] {
        Array(try await recent(limit: 1_000).filter(\.hasReturned).prefix(100))
    }

    /// Those among all.
    public func signed(for purpose: String) async throws(JournalError) -> [TransactionRecord] {
        try await recent(limit: .max).filter { $0.purpose == purpose }
    }

    /// The one among all.
    public func transaction(_ txid: String, on chain: String) async throws(JournalError) -> TransactionRecord? {
        try await recent(limit: .max).first { $0.txid == txid && $0.chain == chain }
    }
}
