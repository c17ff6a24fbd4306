package import Bridge
import Ethereum
package import WalletCore

/// The movements of tokens and of items of collections from and to an account, by the logs of its nodes.
///
/// They are stored with the blocks in which they were searched. Payments of the native coin write no logs.
@MainActor package final class TokenMovements {
    /// Notes every change of ``items`` and ``gaps``.
    package var changes: HoldingsChanges { searched.changes }

    /// The movements, the newest first.
    package var items: [HistoryItem] { searched.items }

    /// Where the search has not reached the first block.
    package var gaps: [HistoryGap] { searched.gaps }

    private let searched: SearchedMovements<TokenMovementSearch>
    private let knowledge: EthereumKnowledge
    private let store: any MovementStore
    private var descriptions: [UInt64: [EthereumAddress: TokenDescription]] = [:]

    /// Creates movements of `activeAccount`; no node is asked yet.
    package convenience init(
        activeAccount: WalletSigner, chains: ChainBook, knowledge: EthereumKnowledge, store: any MovementStore
    ) {
        self.init(.active(activeAccount), chains: chains, knowledge: knowledge, store: store)
    }

    /// Creates movements of `holder`; no node is asked yet.
    package init(
        _ holder: EthereumHolder, chains: ChainBook, knowledge: EthereumKnowledge, store: any MovementStore
    ) {
        searched = SearchedMovements(.tokens, of: holder, chains: chains)
        self.knowledge = knowledge
        self.store = store
    }

    /// Asks each node for the movements since the last call, and for earlier ones.
    ///
    /// - Parameters:
    ///   - most: The maximum number of searches on each chain; with many blocks, it takes several calls to reach
    ///     the first one.
    ///   - heads: The latest blocks, as far as they were asked for just now, by chain.
    package func refresh(most: Int = 60, heads: [UInt64: UInt64] = [:]) async {
        let owner = searched.owner
        await searched.refresh(most: most, heads: heads) { [self] chain, own in
            if searched.owner != owner { descriptions[chain.id] = nil }
            return TokenMovementSearch(own: own, contracts: contracts(on: chain), store: store)
        } listed: { [self] known, chain, own in
            await describe(known, on: chain, asking: own.node)
            return TokenMovementItems(
                id: own.id, chain: chain, tokens: knowledge.tokens, descriptions: descriptions[chain.id] ?? [:],
                site: known.searched.site
            ).items(known.movements, head: known.head)
        }
    }

    /// The stored movements of an account on `chain`; no node is asked.
    package static func stored(
        of account: AccountID, on chain: Chain, in store: any MovementStore, tokens: TokenBook
    ) async throws(JournalError) -> [HistoryItem] {
        let site = try await store.searched(for: account)?.site
        return TokenMovementItems(id: account, chain: chain, tokens: tokens, descriptions: [:], site: site).items(
            try await store.movements(of: account), head: nil)
    }

    /// Removes what is stored about the account.
    package func forget() async {
        for id in searched.ids { try? await store.forget(id) }
    }

    /// The contracts that the wallet or the user knows.
    private func contracts(on chain: Chain) -> [EthereumAddress] {
        let tokens = knowledge.tokens.all.filter { $0.chainID == chain.id }.map(\.address)
        let all = Set(tokens).union(KnownCollections.all(on: chain.id))
        return Array(all.sorted().prefix(Self.mostContracts))
    }

    /// Asks contracts that the wallet does not know how they describe themselves.
    private func describe(
        _ state: TokenMovementSearch.Known, on chain: Chain, asking node: any EthereumNode
    ) async {
        let unknown = TokenMovementItems.used(state.movements).compactMap { try? EthereumAddress($0) }.filter {
            knowledge.tokens.token($0, on: chain.id) == nil && descriptions[chain.id]?[$0] == nil
        }
        guard !unknown.isEmpty else { return }
        let asked = unknown.sorted().prefix(Self.mostDescriptions)
        guard let found = try? await TokenDescription.of(Array(asked), asking: node) else { return }
        descriptions[chain.id, default: [:]].merge(found) { $1 }
    }

    private static let mostContracts = 256
    private static let mostDescriptions = 50
}
