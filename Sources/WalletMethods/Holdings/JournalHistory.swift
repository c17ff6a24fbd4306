import BigInt
package import Bridge
import Ethereum
package import EthereumWallet
import Messages
package import WalletCore

/// The history as far as the journal tells it, which has the transactions that this wallet signed, and the transfers of
/// tokens and incoming payments that nodes know.
@MainActor package final class JournalHistory: HistorySource {
    package let changes = HoldingsChanges()

    private let journal: any Journal
    private let chains: ChainBook
    private let notes: any NoteStore

    /// The transfers of tokens; `nil` without an unlocked wallet.
    private let movements: TokenMovements?

    /// The payments of coins that arrived; `nil` without an unlocked wallet.
    private let incoming: IncomingEther?

    /// The addresses that are only watched; `nil` without an unlocked wallet.
    private let watched: WatchedEthereum?

    /// The number of transactions that are searched.
    private static let most = 10_000

    /// Creates a history of the transactions in `journal`, of `movements` and of `incoming` payments.
    package init(
        journal: any Journal, chains: ChainBook, notes: any NoteStore, movements: TokenMovements? = nil,
        incoming: IncomingEther? = nil, watched: WatchedEthereum? = nil
    ) {
        self.incoming = incoming
        self.movements = movements
        self.watched = watched
        self.journal = journal
        self.notes = notes
        self.chains = chains
    }

    package func history(_ filter: HistoryFilter, limit: Int) async throws(RPCError) -> [HistoryItem] {
        do throws(JournalError) {
            let records = try await journal.recent(limit: Self.most)
            var notes: [String: [String: String]] = [:]
            let moved = self.moved + (watched?.movements ?? [])
            for chain in Set(records.map(\.chain)).union(moved.map(\.account.chain.description)) {
                notes[chain] = try await self.notes.notes(on: chain)
            }
            let transfers = Dictionary(moved.map { (TransactionKey($0), $0) }) { first, _ in first }
            var items = records.compactMap { record in
                item(record, notes[record.chain]?[record.txid] ?? "").map { own in
                    transfers[TransactionKey(own)].map { own.moving($0) } ?? own
                }
            }
            let signed = Set(items.map { TransactionKey($0) })
            items += moved.filter { !signed.contains(TransactionKey($0)) }.map { transfer in
                transfer.with(note: notes[transfer.account.chain.description]?[transfer.txid] ?? "")
            }
            let allowed = items.filter(filter.allows).sorted { ($0.at ?? .max, $0.txid) > ($1.at ?? .max, $1.txid) }
            return Array(allowed.prefix(max(limit, 0)))
        } catch {
            throw RPCError(.failed, sentence: localizable("The transaction history could not be read."))
        }
    }

    /// What moved without a signature of this wallet: tokens, and coins that arrived; each transaction once.
    private var moved: [HistoryItem] {
        var moved = movements?.items ?? []
        let places = Dictionary(moved.indices.map { (TransactionKey(moved[$0]), $0) }) { first, _ in first }
        for payment in incoming?.items ?? [] {
            if let place = places[TransactionKey(payment)] {
                moved[place] = payment.moving(moved[place])
            } else {
                moved.append(payment)
            }
        }
        return moved
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

    private func item(_ record: TransactionRecord, _ note: String) -> HistoryItem? {
        guard let chain = ChainID(record.chain) else { return nil }
        let address = record.from.split(separator: ":").last.map(String.init) ?? record.from
        let state: HistoryItem.State =
            switch record.state {
            case .signed, .sent, .unknown: .pending
            case .mined(succeeded: true): .confirmed(1)
            case .mined(succeeded: false): .failed
            case .replaced, .refused, .declined, .abandoned: .dropped(record.state)
            }
        let (changes, others) = effects(of: record, on: chain)
        return HistoryItem(
            AccountID(chain: chain, address: address), txid: record.txid, at: record.at, changes: changes,
            others: others, what: record.what.isEmpty ? nil : record.what, state: state,
            note: note, origin: record.origin)
    }

    /// What a plain payment of an EVM account moves.
    private func effects(of record: TransactionRecord, on id: ChainID) -> ([AssetChange], [String]) {
        guard case .ethereum = record.kind, let chain = chains.chain(id),
            let transaction = try? SignedTransaction(raw: record.raw).transaction
        else { return ([], []) }
        let others = transaction.to.map { [$0.description] } ?? []
        guard transaction.value > 0 else { return ([], others) }
        return ([AssetChange(chain.coin, -BigInt(transaction.value))], others)
    }
}

/// A transaction on its chain.
private struct TransactionKey: Hashable {
    let chain: ChainID
    let txid: String

    init(_ item: HistoryItem) {
        chain = item.account.chain
        txid = item.txid.lowercased()
    }
}

extension HistoryItem {
    /// A signed transaction with the tokens that it moved, and the confirmations that the node names.
    fileprivate func moving(_ transfer: HistoryItem) -> HistoryItem {
        HistoryItem(
            account, txid: txid, at: at, changes: changes + transfer.changes, others: others, what: what, fee: fee,
            state: transfer.state, note: note, origin: origin)
    }

    fileprivate func with(note: String) -> HistoryItem {
        HistoryItem(
            account, txid: txid, at: at, changes: changes, others: others, what: what, fee: fee, state: state,
            note: note, origin: origin)
    }
}

extension HistoryFilter {
    /// Whether the filter lets `item` through.
    package func allows(_ item: HistoryItem) -> Bool {
        if let account, !account.isSame(as: item.account) { return false }
        if let direction, direction != item.direction { return false }
        if let from, item.at ?? .min < from { return false }
        if let until, item.at ?? .max >= until { return false }
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return true }
        let texts = [item.what?.text ?? "", item.note, item.txid, item.origin ?? ""] + item.others
        return texts.contains { $0.lowercased().contains(wanted) }
    }
}

extension HistoryItem {
    /// Which way the assets moved; outgoing if the wallet signed it.
    package var direction: HistoryFilter.Direction {
        what == nil && !changes.isEmpty && changes.allSatisfy({ $0.units.sign == .plus }) ? .incoming : .outgoing
    }
}
