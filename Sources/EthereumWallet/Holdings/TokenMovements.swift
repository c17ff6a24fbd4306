package import Bridge
import Ethereum
package import WalletCore

/// The movements of tokens and of items of collections from and to an account, by the logs of its nodes.
///
/// They are stored with the blocks in which they were searched. Payments of the native coin write no logs.
@MainActor package final class TokenMovements {
    /// Notes every change of ``items`` and ``gaps``.
    package let changes = HoldingsChanges()

    /// The movements, the newest first.
    package private(set) var items: [HistoryItem] = []

    /// Where the search has not reached the first block.
    package private(set) var gaps: [HistoryGap] = []

    private let holder: EthereumHolder
    private let chains: ChainBook
    private let knowledge: EthereumKnowledge
    private let store: any MovementStore

    private var owner = ""
    private var known: [UInt64: TokenMovementSearch.Known] = [:]
    private var descriptions: [UInt64: [EthereumAddress: TokenDescription]] = [:]
    private var isAsking = false

    /// Creates movements of `activeAccount`; no node is asked yet.
    package convenience init(
        activeAccount: ActiveAccount, chains: ChainBook, knowledge: EthereumKnowledge, store: any MovementStore
    ) {
        self.init(.active(activeAccount), chains: chains, knowledge: knowledge, store: store)
    }

    /// Creates movements of `holder`; no node is asked yet.
    package init(
        _ holder: EthereumHolder, chains: ChainBook, knowledge: EthereumKnowledge, store: any MovementStore
    ) {
        self.holder = holder
        self.chains = chains
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
        let address = holder.address()
        guard let account = try? EthereumAddress(address), !isAsking else { return }
        isAsking = true
        defer { isAsking = false }
        if address != owner { (owner, items, gaps, known, descriptions) = (address, [], [], [:], [:]) }
        await withTaskGroup { group in
            for chain in chains.served(to: holder) {
                group.addTask { await self.refresh(chain, of: account, most, at: heads[chain.id]) }
            }
        }
    }

    /// The stored movements of an account on `chain`; no node is asked.
    package static func stored(
        of account: AccountID, on chain: Chain, in store: any MovementStore, tokens: TokenBook
    ) async throws(JournalError) -> [HistoryItem] {
        TokenMovementItems(id: account, chain: chain, tokens: tokens, descriptions: [:]).items(
            try await store.movements(of: account), head: nil)
    }

    /// Removes what is stored about the account.
    package func forget() async {
        let address = holder.address()
        for chain in chains.chains {
            try? await store.forget(AccountID(chain: ChainID(eip155: chain.id), address: address))
        }
    }

    private func refresh(
        _ chain: Chain, of account: EthereumAddress, _ most: Int, at head: UInt64?
    ) async {
        guard let node = try? chains.node(for: chain) else { return }
        let search = TokenMovementSearch(
            id: AccountID(chain: ChainID(eip155: chain.id), address: account.description), account: account,
            node: node, contracts: contracts(on: chain), site: chains.siteOfNode(of: chain)?.description, store: store,
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
        await describe(found ?? earlier, on: chain, asking: node)
        guard owner == account.description else { return }
        list(chain, search.id)
    }

    /// The contracts that the wallet or the user knows.
    private func contracts(on chain: Chain) -> [EthereumAddress] {
        let tokens = knowledge.tokens.all.filter { $0.chainID == chain.id }.map(\.address)
        let all = Set(tokens).union(KnownCollections.all(on: chain.id))
        return Array(all.sorted { $0.description < $1.description }.prefix(Self.mostContracts))
    }

    /// Asks contracts that the wallet does not know how they describe themselves.
    private func describe(
        _ state: TokenMovementSearch.Known, on chain: Chain, asking node: any EthereumNode
    ) async {
        let unknown = TokenMovementItems.used(state.movements).compactMap { try? EthereumAddress($0) }.filter {
            knowledge.tokens.token($0, on: chain.id) == nil && descriptions[chain.id]?[$0] == nil
        }
        guard !unknown.isEmpty else { return }
        let asked = unknown.sorted { $0.description < $1.description }.prefix(Self.mostDescriptions)
        guard let found = try? await TokenDescription.of(Array(asked), asking: node) else { return }
        descriptions[chain.id, default: [:]].merge(found) { $1 }
    }

    private func list(_ chain: Chain, _ id: AccountID) {
        guard let state = known[chain.id] else { return }
        let listed = TokenMovementItems(
            id: id, chain: chain, tokens: knowledge.tokens, descriptions: descriptions[chain.id] ?? [:]
        ).items(state.movements, head: state.head)
        let before = (items, gaps)
        items = (items.filter { $0.account != id } + listed).sorted { ($0.at ?? 0) > ($1.at ?? 0) }
        gaps.removeAll { $0.account == id }
        if state.searched.blocks.lowest != 0 {
            gaps.append(HistoryGap(account: id, of: .tokens, since: state.searched.since))
        }
        if before != (items, gaps) { changes.note() }
    }

    private static let mostContracts = 256
    private static let mostDescriptions = 50
}
