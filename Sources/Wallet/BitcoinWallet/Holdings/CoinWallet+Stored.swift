package import Bitcoin
package import Bridge
import Messages
package import WalletCore

extension CoinWallet {
    /// The history of all accounts in a store, as far as it was read before; no keys are needed, and no server is asked.
    ///
    /// - Parameters:
    ///   - store: The accounts.
    ///   - journal: The transactions that this wallet signed.
    ///   - filter: Which items are wanted.
    ///   - limit: The maximum number of items.
    ///   - registry: The names of tokens that the user has chosen.
    /// - Returns: The newest items first.
    /// - Throws: That the accounts cannot be read.
    package static func history(
        in store: any CoinStore, signed journal: any Journal, _ filter: HistoryFilter, limit: Int,
        _ registry: TokenRegistry? = nil
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
            snapshots.append(try await stored(record, in: store))
        }
        return await CoinHistory.items(of: snapshots, signed: signed, filter, limit: limit, registry)
    }

    /// The coins of all accounts in a store, as far as they were read before; no keys are needed, and no server is asked.
    ///
    /// - Throws: That the accounts cannot be read.
    package static func coins(
        in store: any CoinStore, signed journal: any Journal
    ) async throws(RPCError) -> [(account: AccountSummary, coins: [HeldCoin])] {
        let (records, open): ([CoinAccountRecord], [TransactionRecord])
        do throws(JournalError) {
            (records, open) = (try await store.accounts(), try await journal.open())
        } catch {
            throw RPCError(CoinError.journal)
        }
        let reserved = Set(open.flatMap(\.spends).compactMap { OutPoint($0) })
        var all: [(account: AccountSummary, coins: [HeldCoin])] = []
        for record in records {
            let snapshot = try await stored(record, in: store)
            all.append((summary(of: snapshot), await list(snapshot, reserved: reserved)))
        }
        return all
    }

    /// The account in a store that has received a coin.
    ///
    /// - Throws: That there is none, or that the accounts cannot be read.
    package static func owner(of coin: OutPoint, in store: any CoinStore) async throws(RPCError) -> AccountID {
        let records: [CoinAccountRecord]
        do throws(JournalError) {
            records = try await store.accounts()
        } catch {
            throw RPCError(CoinError.journal)
        }
        for record in records where try await stored(record, in: store).ledger.own(coin) != nil { return record.id }
        throw RPCError(.failed, sentence: localizable("No account has this coin. `drawbridge coins` lists them."))
    }

    private static func stored(
        _ record: CoinAccountRecord, in store: any CoinStore
    ) async throws(RPCError) -> CoinAccountSnapshot {
        let synchroniser = AccountSynchroniser(record, source: nil, server: nil, store: store, now: { 0 })
        do throws(CoinError) {
            try await synchroniser.open()
        } catch {
            throw RPCError(error)
        }
        return await synchroniser.snapshot
    }
}
