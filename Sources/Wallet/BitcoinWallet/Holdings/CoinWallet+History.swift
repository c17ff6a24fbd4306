internal import BigInt
internal import Bitcoin
package import Bridge
import Messages
package import WalletCore

extension CoinWallet: HistorySource {
    /// The newest items first, from what is known; no server is asked.
    package func history(_ filter: HistoryFilter, limit: Int) async throws(RPCError) -> [HistoryItem] {
        guard isOpen else { throw .locked }
        let signed: [TransactionRecord]
        do throws(JournalError) {
            signed = try await journal.recent(limit: Self.mostSigned)
        } catch {
            throw RPCError(CoinError.journal)
        }
        let shown = records.compactMap { snapshots[$0.id] }.filter {
            filter.account == nil || $0.record.id == filter.account
        }
        return await CoinHistory.items(of: shown, signed: signed, filter, limit: limit, registry)
    }

    /// The number of signed transactions that are considered.
    static let mostSigned = 10_000

    /// The bytes of a transaction of the history.
    package func raw(_ txid: String, of id: AccountID) async -> [UInt8]? {
        guard let txid = TransactionID(txid), let snapshot = snapshots[id] else { return nil }
        if let raw = try? await store.raw(txid, of: id) { return raw }
        if let signed = try? await journal.transaction(txid.description, on: snapshot.record.utxoChain.chain) {
            return signed.raw
        }
        return try? await coins.servers[snapshot.record.utxoChain]?.transaction(txid)
    }

    /// Stores the user's note of a transaction; empty removes it.
    package func note(_ text: String, on txid: String, of id: AccountID) async throws(RPCError) {
        let synchroniser = try account(id).synchroniser
        guard let txid = TransactionID(txid) else {
            throw RPCError(.failed, sentence: localizable("This is not the ID of a transaction."))
        }
        do throws(CoinError) {
            try await synchroniser.label(text, .transaction(txid))
        } catch {
            throw RPCError(error)
        }
    }
}

/// Makes the history of accounts from their transactions and from what this wallet signed.
enum CoinHistory {
    /// The newest items that `filter` lets through, at most `limit`.
    @concurrent static func items(
        of snapshots: [CoinAccountSnapshot], signed: [TransactionRecord], _ filter: HistoryFilter, limit: Int,
        _ registry: TokenRegistry? = nil
    ) async -> [HistoryItem] {
        var items: [HistoryItem] = []
        for snapshot in snapshots {
            let chain = snapshot.record.utxoChain.chain
            let own = Dictionary(
                signed.filter { $0.chain == chain }.map { ($0.txid, $0) }, uniquingKeysWith: { first, _ in first })
            let names = snapshot.record.utxoChain.isTest ? nil : registry
            items += snapshot.ledger.transactions.values.map {
                item($0, in: snapshot, own[$0.id.description], names)
            }
            // What was signed and is not on the chain is part of the history, too.
            items += own.values.filter { record in
                record.from == snapshot.record.address
                    && TransactionID(record.txid).map { snapshot.ledger.transactions[$0] == nil } ?? false
            }.map { item(ofUnknown: $0, in: snapshot) }
        }
        let kept = items.filter(filter.allows).sorted { left, right in
            left.at == right.at ? left.txid < right.txid : left.at ?? .max > right.at ?? .max
        }
        return Array(kept.prefix(max(limit, 0)))
    }

    private static func item(
        _ transaction: LedgerTransaction, in snapshot: CoinAccountSnapshot, _ signed: TransactionRecord?,
        _ registry: TokenRegistry?
    ) -> HistoryItem {
        let (ledger, record) = (snapshot.ledger, snapshot.record)
        let spent = ledger.spent(by: transaction)
        let fee = ledger.fee(of: transaction)
        let state: HistoryItem.State =
            transaction.block.map { .confirmed(Confirmations.count(from: $0.height, to: snapshot.state.height)) }
            ?? .pending
        let asset = HeldAsset.coin(of: record)
        var item = HistoryItem(
            record.id, txid: transaction.id.description,
            at: transaction.block == nil ? signed?.at ?? transaction.seen : transaction.time,
            changes: changes(of: transaction, spent, asset, registry, on: record.utxoChain),
            others: others(of: transaction, isOutgoing: !spent.isEmpty, in: snapshot), what: signed?.what,
            fee: fee.map { AssetChange(asset, -BigInt($0)) }, state: state,
            note: snapshot.notes.labels[.transaction(transaction.id)] ?? "", origin: signed?.origin)
        item.replies = signed?.replies ?? []
        return item
    }

    /// The changes of the account's balances: its coin first, then its tokens.
    private static func changes(
        of transaction: LedgerTransaction, _ spent: [(outPoint: OutPoint, own: LedgerTransaction.Own)],
        _ asset: HeldAsset, _ registry: TokenRegistry?, on utxoChain: UTXOChain
    ) -> [AssetChange] {
        var coins = BigInt(0)
        var tokens: [TransactionID: BigInt] = [:]
        for (own, sign) in transaction.outputs.map({ ($0, BigInt(1)) }) + spent.map({ ($0.own, BigInt(-1)) }) {
            coins += sign * BigInt(own.value)  // No trap: it has no upper bound: BigInt.
            if case .token(let token) = own.content {
                tokens[token.category, default: 0] += sign * BigInt(token.amount)
            }
        }
        var changes = [AssetChange(asset, coins)]
        for (category, units) in tokens.sorted(by: { $0.key < $1.key }) where units != 0 {
            if let token = HeldAsset.cashToken(category, on: utxoChain, registry) {
                changes.append(AssetChange(token, units))
            }
        }
        return changes
    }

    /// The recipients of what left the account, or the own addresses at which something arrived.
    private static func others(
        of transaction: LedgerTransaction, isOutgoing: Bool, in snapshot: CoinAccountSnapshot
    ) -> [String] {
        let utxoChain = snapshot.record.utxoChain
        let scripts =
            isOutgoing
            ? transaction.allPayees
            : transaction.outputs.compactMap { snapshot.ledger.scripts[$0.path] }
        return scripts.compactMap { $0.destination?.address(on: utxoChain) }
    }

    /// The transaction on the chain that spends a coin of one that is not.
    private static func rival(of signed: TransactionRecord, in ledger: CoinLedger) -> TransactionID? {
        signed.spends.lazy.compactMap { OutPoint($0) }.flatMap { ledger.spenders(of: $0) }.first
    }

    private static func item(ofUnknown signed: TransactionRecord, in snapshot: CoinAccountSnapshot) -> HistoryItem {
        let state: HistoryItem.State =
            switch signed.state {
            case .signed, .sent, .unknown, .mined:
                rival(of: signed, in: snapshot.ledger).map { .dropped(.replaced(by: $0.description)) }
                    ?? (signed.state == .signed || signed.state == .unknown ? .unknown : .pending)
            case .replaced, .refused, .declined, .abandoned: .dropped(signed.state)
            }
        let label = TransactionID(signed.txid).flatMap { snapshot.notes.labels[.transaction($0)] }
        var item = HistoryItem(
            snapshot.record.id, txid: signed.txid, at: signed.at, changes: [], what: signed.what, state: state,
            note: label ?? "", origin: signed.origin)
        item.replies = signed.replies
        return item
    }
}
