package import Bridge

/// A transaction on its chain.
package struct TransactionKey: Hashable, Sendable {
    let chain: ChainID
    let txid: String

    /// Creates the key of a transaction.
    package init(_ chain: ChainID, _ txid: String) {
        self.chain = chain
        self.txid = txid.lowercased()
    }

    /// Creates the key of an item.
    package init(_ item: HistoryItem) { self.init(item.account.chain, item.txid) }
}

extension HistoryItem {
    /// A transaction with what it moved according to a node, and the confirmations that the node names.
    package func moving(_ transfer: HistoryItem?) -> HistoryItem {
        guard let transfer else { return self }
        // What the node says about an asset has everything that the transaction did with it.
        let told = Set(transfer.changes.map(\.asset.id))
        var item = HistoryItem(
            account, txid: txid, at: at ?? transfer.at,
            changes: changes.filter { !told.contains($0.asset.id) } + transfer.changes,
            others: others.isEmpty || changes.isEmpty && what == nil ? transfer.others : others, what: what, fee: fee,
            state: transfer.state, note: note, origin: origin, nodeSite: transfer.nodeSite ?? nodeSite)
        item.replies = replies
        return item
    }

    /// The item with a note.
    package func with(note: String) -> HistoryItem {
        var item = HistoryItem(
            account, txid: txid, at: at, changes: changes, others: others, what: what, fee: fee, state: state,
            note: note, origin: origin, nodeSite: nodeSite)
        item.replies = replies
        return item
    }

    /// What moved without a signature of the wallet: the movements of tokens and of coins; each transaction
    /// once.
    package static func moved(tokens: [HistoryItem], coins: [HistoryItem]) -> [HistoryItem] {
        var moved = tokens
        let places = Dictionary(moved.indices.map { (TransactionKey(moved[$0]), $0) }) { first, _ in first }
        for payment in coins {
            if let place = places[TransactionKey(payment)] {
                moved[place] = payment.moving(moved[place])
            } else {
                moved.append(payment)
            }
        }
        return moved
    }
}
