package import Bridge
package import EthereumWallet
import Messages
package import WalletCore

/// The history as far as the journal tells it, which has the transactions that this wallet signed, and what moved without
/// them: the transfers of tokens and incoming payments that nodes know.
@MainActor package final class JournalHistory: HistorySource {
    package let changes = HoldingsChanges()

    private let journal: any Journal
    private let chains: ChainBook
    private let notes: any NoteStore
    private let sources: Sources

    /// What the journal does not tell.
    package struct Sources {
        /// What moved without a signature of this wallet.
        let moved: @MainActor () async -> [HistoryItem]

        /// The addresses whose transactions are listed, in lower case and without a prefix; `nil` for all, because the
        /// journal has those of every wallet on this computer.
        let owners: @MainActor () -> Set<String>?

        /// The latest blocks, by chain ID.
        let heads: @MainActor () -> [UInt64: UInt64]

        /// Creates the sources; without arguments, everything in the journal is listed, and nothing else.
        package init(
            moved: @escaping @MainActor () async -> [HistoryItem] = { [] },
            owners: @escaping @MainActor () -> Set<String>? = { nil },
            heads: @escaping @MainActor () -> [UInt64: UInt64] = { [:] }
        ) {
            (self.moved, self.owners, self.heads) = (moved, owners, heads)
        }
    }

    /// The number of transactions that are searched.
    private static let most = 10_000

    /// Creates a history of the transactions in `journal`, and of what `sources` tell.
    package init(
        journal: any Journal, chains: ChainBook, notes: any NoteStore, _ sources: Sources = Sources()
    ) {
        self.journal = journal
        self.chains = chains
        self.notes = notes
        self.sources = sources
    }

    package func history(_ filter: HistoryFilter, limit: Int) async throws(RPCError) -> [HistoryItem] {
        let (heads, owners, moved) = (sources.heads(), sources.owners(), await sources.moved())
        do throws(JournalError) {
            let records = try await journal.recent(limit: Self.most)
            var notes: [String: [String: String]] = [:]
            for chain in Set(records.map(\.chain)).union(moved.map(\.account.chain.description)) {
                notes[chain] = try await self.notes.notes(on: chain)
            }
            let known = chains.chains.map {
                (
                    "eip155:\($0.id)",
                    JournalItems.Network(
                        coin: $0.coin, head: heads[$0.id], site: chains.siteOfNode(of: $0)?.description)
                )
            }
            return await JournalItems(
                records: records, notes: notes, moved: moved,
                networks: Dictionary(known) { first, _ in first }, owners: owners
            ).items(filter, limit: limit)
        } catch {
            throw RPCError(.failed, sentence: localizable("The transaction history could not be read."))
        }
    }

    package func raw(_ txid: String, of account: AccountID) async -> [UInt8]? {
        (try? await journal.transaction(txid, on: account.chain.description))?.raw
    }

    package func note(_ text: String, on txid: String, of account: AccountID) async throws(RPCError) {
        do throws(JournalError) {
            try await notes.keep(text, of: txid, on: account.chain.description)
        } catch {
            throw RPCError(.failed, sentence: localizable("The note could not be saved."))
        }
        changes.note()
    }
}
