import BigInt
import Bridge
import Ethereum
package import WalletCore

/// The movements of chains' coins from and to an account, as far as nodes tell without an index.
///
/// Movements of a coin write no logs. A node that keeps traces is asked for all of them, back to the first block; with
/// another one, what arrives and leaves is found while the wallet is open. They are stored with the blocks that were searched.
@MainActor package final class CoinMovements {
    /// Notes every change of ``items`` and ``gaps``.
    package let changes = HoldingsChanges()

    /// The movements, the newest first.
    package private(set) var items: [HistoryItem] = []

    /// Where the search has not reached the first block.
    package private(set) var gaps: [HistoryGap] = []

    private let holder: EthereumHolder
    private let chains: ChainBook
    private let store: any CoinMovementStore

    private var owner = ""
    private var known: [UInt64: CoinMovementSearch.Known] = [:]
    private var isAsking = false

    /// Creates the movements of `activeAccount`; no node is asked yet.
    package convenience init(activeAccount: ActiveAccount, chains: ChainBook, store: any CoinMovementStore) {
        self.init(.active(activeAccount), chains: chains, store: store)
    }

    /// Creates the movements of `holder`; no node is asked yet.
    package init(_ holder: EthereumHolder, chains: ChainBook, store: any CoinMovementStore) {
        self.holder = holder
        self.chains = chains
        self.store = store
    }

    /// Asks each node for the movements since the last call, and for earlier ones.
    ///
    /// - Parameters:
    ///   - most: The maximum number of searches of traces on each chain.
    ///   - heads: The latest blocks, as far as they were asked for just now, by chain.
    package func refresh(most: Int = 40, heads: [UInt64: UInt64] = [:]) async {
        let address = holder.address()
        guard let account = try? EthereumAddress(address), !isAsking else { return }
        isAsking = true
        defer { isAsking = false }
        if address != owner { (owner, items, gaps, known) = (address, [], [], [:]) }
        await withTaskGroup { group in
            for chain in chains.served(to: holder) {
                group.addTask { await self.refresh(chain, of: account, most, at: heads[chain.id]) }
            }
        }
    }

    /// Removes what is stored about the account.
    package func forget() async {
        let address = holder.address()
        for chain in chains.chains {
            try? await store.forgetCoins(of: AccountID(chain: ChainID(eip155: chain.id), address: address))
        }
    }

    private func refresh(
        _ chain: Chain, of account: EthereumAddress, _ most: Int, at head: UInt64?
    ) async {
        guard let node = try? chains.node(for: chain) else { return }
        let search = CoinMovementSearch(
            id: AccountID(chain: ChainID(eip155: chain.id), address: account.description), account: account,
            node: node, site: chains.siteOfNode(of: chain)?.description, store: store,
            head: head)
        var state = known[chain.id]
        if state == nil {
            guard let stored = await search.load() else { return }
            state = stored
        }
        guard let earlier = state else { return }
        let found = await search.continued(earlier, most: most)
        guard owner == account.description else { return }
        known[chain.id] = found ?? earlier
        list(chain, search.id)
    }

    private func list(_ chain: Chain, _ id: AccountID) {
        guard let state = known[chain.id] else { return }
        let listed = state.movements.filter { $0.block <= state.head }.map { movement in
            HistoryItem(movement, of: chain, head: state.head)
        }
        let before = (items, gaps)
        items = (items.filter { $0.account != id } + listed).sorted { ($0.at ?? 0) > ($1.at ?? 0) }
        gaps.removeAll { $0.account == id }
        if state.coins.searched.blocks.lowest != 0 {
            gaps.append(HistoryGap(account: id, of: .coins, since: state.coins.searched.since))
        }
        if before != (items, gaps) { changes.note() }
    }
}

extension HistoryItem {
    /// A movement of the coin of `chain`, whose latest block is `head` as far as is known.
    package init(_ movement: CoinMovement, of chain: Chain, head: UInt64?) {
        let confirmations = head.map { $0 >= movement.block ? Int(clamping: $0 - movement.block) + 1 : 1 } ?? 1
        self.init(
            movement.account, txid: movement.txid, at: movement.at,
            changes: movement.units == 0 ? [] : [AssetChange(chain.coin, movement.units)], others: [movement.other],
            state: movement.hasFailed ? .failed : .confirmed(confirmations))
    }
}
