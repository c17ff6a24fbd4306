import BigInt
import Bridge
import Ethereum
import WalletCore

/// Makes the items of a history from the journal and from what moved without it, off the main actor.
struct JournalItems: Sendable {
    /// What is known of a chain.
    struct Network: Sendable {
        /// Its coin.
        let coin: HeldAsset

        /// Its latest block; `nil` if no node has named it.
        let head: UInt64?

        /// The site that named its node; `nil` if the user did.
        let site: String?
    }

    /// The transactions that were signed.
    let records: [TransactionRecord]

    /// The user's notes, by chain (CAIP-2) and transaction ID.
    let notes: [String: [String: String]]

    /// What moved without a signature of this wallet.
    let moved: [HistoryItem]

    /// The EVM chains (CAIP-2).
    let networks: [String: Network]

    /// The addresses whose transactions are listed; `nil` for all.
    let owners: Set<String>?

    /// The newest items that `filter` lets through, at most `limit`.
    ///
    /// A transaction is decoded only once it is its turn.
    @concurrent func items(_ filter: HistoryFilter, limit: Int) async -> [HistoryItem] {
        let transfers = Dictionary(moved.map { (TransactionKey($0), $0) }) { first, _ in first }
        var entries: [Entry] = []
        var signed: Set<TransactionKey> = []
        for record in records {
            guard let account = Self.account(of: record), owners?.contains(account.address.lowercased()) ?? true else {
                continue
            }
            let key = TransactionKey(account.chain, record.txid)
            signed.insert(key)
            guard filter.allowsPlace(of: account, at: record.at) else { continue }
            entries.append(Entry(at: record.at, txid: record.txid, content: .signed(record, account, transfers[key])))
        }
        for transfer in moved where !signed.contains(TransactionKey(transfer)) {
            guard filter.allowsPlace(of: transfer.account, at: transfer.at) else { continue }
            entries.append(Entry(at: transfer.at, txid: transfer.txid, content: .moved(transfer)))
        }
        entries.sort { ($0.at ?? .max, $0.txid) > ($1.at ?? .max, $1.txid) }
        var items: [HistoryItem] = []
        for entry in entries {
            guard items.count < limit else { break }
            let item = item(of: entry)
            if filter.allows(item) { items.append(item) }
        }
        return items
    }

    /// A transaction of which only the place in the list is known.
    private struct Entry {
        indirect enum Content {
            case signed(TransactionRecord, AccountID, HistoryItem?)
            case moved(HistoryItem)
        }

        let at: Int64?
        let txid: String
        let content: Content
    }

    private func item(of entry: Entry) -> HistoryItem {
        let note = { (account: AccountID) in notes[account.chain.description]?[entry.txid] ?? "" }
        return switch entry.content {
        case .moved(let transfer): transfer.with(note: note(transfer.account))
        case .signed(let record, let account, let transfer):
            item(record, account, note(account)).moving(transfer)
        }
    }

    private static func account(of record: TransactionRecord) -> AccountID? {
        let address = record.from.split(separator: ":").last.map(String.init) ?? record.from
        return ChainID(record.chain).map { AccountID(chain: $0, address: address) }
    }

    private func item(_ record: TransactionRecord, _ account: AccountID, _ note: String) -> HistoryItem {
        let network = networks[record.chain]
        let state: HistoryItem.State =
            switch record.state {
            case .sent: .pending
            case .signed, .unknown: .unknown
            case .mined(succeeded: true):
                .confirmed(Self.confirmations(of: record.inclusion?.block, until: network?.head))
            case .mined(succeeded: false): .failed
            case .replaced, .refused, .declined, .abandoned: .dropped(record.state)
            }
        // What became of a transaction, only a node knows.
        let isToldByNode =
            switch record.state {
            case .mined, .replaced: true
            default: false
            }
        let (changes, others) = network.map { Self.effects(of: record, $0.coin) } ?? ([], [])
        let fee = record.inclusion?.fee.flatMap { fee in network.map { AssetChange($0.coin, -BigInt(fee)) } }
        var item = HistoryItem(
            account, txid: record.txid, at: record.at, changes: changes, others: others,
            what: record.what.isEmpty ? nil : record.what, fee: fee, state: state, note: note, origin: record.origin,
            nodeSite: isToldByNode ? network?.site : nil)
        item.replies = record.replies
        return item
    }

    /// The confirmations of a block; 1 if it is not known.
    private static func confirmations(of block: UInt64?, until head: UInt64?) -> Int {
        guard let block, let head, block <= head else { return 1 }
        return Int(clamping: (head - block).addingReportingOverflow(1).partialValue)
    }

    /// What a plain payment of an EVM account moves, and to whom.
    private static func effects(of record: TransactionRecord, _ coin: HeldAsset) -> ([AssetChange], [String]) {
        guard case .ethereum = record.kind, let transaction = try? EthereumTransaction(unverified: record.raw) else {
            return ([], [])
        }
        let others = (recipient(of: transaction.data) ?? transaction.to).map { [$0.description] } ?? []
        // A transaction that failed moved nothing.
        guard transaction.value > 0, record.state != .mined(succeeded: false) else { return ([], others) }
        return ([AssetChange(coin, -BigInt(transaction.value))], others)
    }

    /// The recipient of a transfer of tokens: `transfer(address,uint256)` or `transferFrom(address,address,uint256)` of
    /// ERC-20; `nil` for other data.
    private static func recipient(of data: [UInt8]) -> EthereumAddress? {
        let place: Int
        switch (Array(data.prefix(4)), data.count) {
        case ([0xA9, 0x05, 0x9C, 0xBB], 68): place = 4
        case ([0x23, 0xB8, 0x72, 0xDD], 100): place = 36
        default: return nil
        }
        let word = data[place..<place + 32]
        guard word.prefix(12).allSatisfy({ $0 == 0 }) else { return nil }
        return try? EthereumAddress(bytes: Array(word.suffix(20)))
    }
}
