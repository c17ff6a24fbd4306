package import Bridge
package import WalletCore

extension CoinWallet {
    /// The history of all accounts in a store, as far as it was read before; no keys are needed, and no server is asked.
    ///
    /// - Parameters:
    ///   - store: The accounts.
    ///   - journal: The transactions that this wallet signed.
    ///   - filter: Which items are wanted.
    ///   - limit: The maximum number of items.
    /// - Returns: The newest items first.
    /// - Throws: That the accounts cannot be read.
    package static func history(
        in store: any CoinStore, signed journal: any Journal, _ filter: HistoryFilter, limit: Int
    ) async throws(RPCError) -> [HistoryItem] {
        let (records, signed): ([CoinAccountRecord], [TransactionRecord])
        do throws(JournalError) {
            records = try await store.accounts()
            signed = try await journal.recent(limit: mostSigned)
        } catch {
            throw RPCError(CoinError.journal)
        }
        var snapshots: [CoinAccountSnapshot] = []
        for record in records where filter.account == nil || filter.account == record.id {
            let synchroniser = AccountSynchroniser(record, source: nil, server: nil, store: store, now: { 0 })
            do throws(CoinError) {
                try await synchroniser.open()
            } catch {
                throw RPCError(error)
            }
            snapshots.append(await synchroniser.snapshot)
        }
        return await CoinHistory.items(of: snapshots, signed: signed, filter, limit: limit)
    }
}
