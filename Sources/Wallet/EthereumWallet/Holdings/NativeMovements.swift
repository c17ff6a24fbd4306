import BigInt
package import Bridge
package import WalletCore

/// The movements of chains' coins from and to an account, as far as nodes tell without an index.
///
/// Movements of a coin write no logs. A node that keeps traces is asked for all of them, back to the first block; with
/// another one, what arrives and leaves is found while the wallet is open. They are stored with the blocks that were searched.
@MainActor package final class NativeMovements {
    /// Notes every change of ``items`` and ``gaps``.
    package var changes: HoldingsChanges { searched.changes }

    /// The movements, the newest first.
    package var items: [HistoryItem] { searched.items }

    /// Where the search has not reached the first block.
    package var gaps: [HistoryGap] { searched.gaps }

    private let searched: SearchedMovements<NativeMovementSearch>
    private let store: any NativeMovementStore

    /// Creates the movements of `activeAccount`; no node is asked yet.
    package convenience init(activeAccount: WalletSigner, chains: ChainBook, store: any NativeMovementStore) {
        self.init(.active(activeAccount), chains: chains, store: store)
    }

    /// Creates the movements of `holder`; no node is asked yet.
    package init(_ holder: EthereumHolder, chains: ChainBook, store: any NativeMovementStore) {
        searched = SearchedMovements(.coins, of: holder, chains: chains)
        self.store = store
    }

    /// Asks each node for the movements since the last call, and for earlier ones.
    ///
    /// - Parameters:
    ///   - most: The maximum number of searches of traces on each chain.
    ///   - heads: The latest blocks, as far as they were asked for just now, by chain.
    package func refresh(most: Int = 40, heads: [UInt64: UInt64] = [:]) async {
        await searched.refresh(most: most, heads: heads) { [store] _, own in
            NativeMovementSearch(own: own, store: store)
        } listed: { known, chain, _ in
            known.movements.filter { $0.block <= known.head }.map {
                HistoryItem($0, of: chain, head: known.head, site: known.searched.site)
            }
        }
    }

    /// The stored movements of an account on `chain`; no node is asked.
    package static func stored(
        of account: AccountID, on chain: Chain, in store: any NativeMovementStore
    ) async throws(JournalError) -> [HistoryItem] {
        let site = try await store.searchedCoins(for: account)?.searched.site
        return try await store.coinMovements(of: account).map {
            HistoryItem($0, of: chain, head: nil, site: site)
        }
    }

    /// Removes what is stored about the account.
    package func forget() async {
        for id in searched.ids { try? await store.forgetCoins(of: id) }
    }
}

extension HistoryItem {
    /// A movement of the coin of `chain`, whose latest block is `head` as far as is known.
    ///
    /// `site` named the node that has reported it; `nil` if the user did.
    package init(_ movement: NativeMovement, of chain: Chain, head: UInt64?, site: String?) {
        let confirmations = head.map { $0 >= movement.block ? Int(clamping: $0 - movement.block) + 1 : 1 } ?? 1
        self.init(
            movement.account, txid: movement.txid, at: movement.at,
            changes: movement.units == 0 ? [] : [AssetChange(chain.coin, movement.units)], others: [movement.other],
            state: movement.hasFailed ? .failed : .confirmed(confirmations), nodeSite: site)
    }
}
