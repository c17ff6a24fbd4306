import Bridge
import Ethereum
import WalletCore

/// An account on one chain whose movements are searched, and the node that is asked.
struct SearchedAccount: Sendable {
    /// The account on the chain.
    let id: AccountID

    /// Its address.
    let address: EthereumAddress

    /// A node of the chain.
    let node: any EthereumNode

    /// The site that named the node; `nil` if the user did.
    let site: String?

    /// The latest block, if it was asked for just now.
    let head: UInt64?

    /// The latest block; `nil` if the node does not answer, or with an implausible number.
    func latest() async -> UInt64? {
        var latest = head
        if latest == nil { latest = try? await node.ask("eth_blockNumber", []).quantity }
        return latest.flatMap { $0 < 1 << 53 ? $0 : nil }
    }
}

/// What a search knows of an account on a chain.
protocol SearchState: Sendable {
    /// Where the movements were searched.
    var searched: SearchedBlocks { get }
}

/// Searches one chain for the movements of an account, and stores what it finds.
protocol MovementSearch: Sendable {
    /// What is known.
    associatedtype Known: SearchState

    /// The account and the node.
    var own: SearchedAccount { get }

    /// What the store has; `nil` if it cannot be read.
    func load() async -> Known?

    /// Searches the blocks since the last search, and then earlier ones.
    ///
    /// - Parameters:
    ///   - known: What is known.
    ///   - most: The maximum number of searches; slightly more are possible.
    /// - Returns: What is known then; `nil` if the node does not answer.
    func continued(_ known: Known, most: Int) async -> Known?
}

extension MovementSearch {
    var id: AccountID { own.id }
    var account: EthereumAddress { own.address }
    var node: any EthereumNode { own.node }
    var site: String? { own.site }
    var chain: AnchoredChain { AnchoredChain(node: node, site: site) }

    /// The maximum number of movements that are known of an account, after which no earlier ones are searched.
    static var mostStored: Int { 20_000 }
}

/// The movements of one kind of an account, on all chains that have a node, as searches find them.
@MainActor final class SearchedMovements<Search: MovementSearch> {
    /// Notes every change of ``items`` and ``gaps``.
    let changes = HoldingsChanges()

    /// The movements, the newest first.
    private(set) var items: [HistoryItem] = []

    /// Where the search has not reached the first block.
    private(set) var gaps: [HistoryGap] = []

    /// The address whose movements these are.
    private(set) var owner = ""

    private let kind: HistoryGap.Kind
    private let holder: EthereumHolder
    private let chains: ChainBook
    private var known: [UInt64: Search.Known] = [:]
    private var isAsking = false

    init(_ kind: HistoryGap.Kind, of holder: EthereumHolder, chains: ChainBook) {
        self.kind = kind
        self.holder = holder
        self.chains = chains
    }

    /// The account on each chain, with a node or without.
    var ids: [AccountID] {
        let address = holder.address()
        return chains.chains.map { AccountID(chain: ChainID(eip155: $0.id), address: address) }
    }

    /// Asks each node for the movements since the last call, and for earlier ones.
    ///
    /// - Parameters:
    ///   - most: The maximum number of searches on each chain.
    ///   - heads: The latest blocks, as far as they were asked for just now, by chain.
    ///   - search: Makes the search on a chain.
    ///   - listed: What is shown of what is known.
    func refresh(
        most: Int, heads: [UInt64: UInt64], search: @escaping @MainActor (Chain, SearchedAccount) -> Search,
        listed: @escaping @MainActor (Search.Known, Chain, SearchedAccount) async -> [HistoryItem]
    ) async {
        let text = holder.address()
        guard let address = try? EthereumAddress(text), !isAsking else { return }
        isAsking = true
        defer { isAsking = false }
        if text != owner { (owner, items, gaps, known) = (text, [], [], [:]) }
        await withTaskGroup { group in
            for chain in chains.served(to: holder) {
                guard let node = try? chains.node(for: chain) else { continue }
                let own = SearchedAccount(
                    id: AccountID(chain: ChainID(eip155: chain.id), address: address.description), address: address,
                    node: node, site: chains.siteOfNode(of: chain)?.description, head: heads[chain.id])
                group.addTask { await self.refresh(chain, own, most, search(chain, own), listed) }
            }
        }
    }

    private func refresh(
        _ chain: Chain, _ own: SearchedAccount, _ most: Int, _ search: Search,
        _ listed: @MainActor (Search.Known, Chain, SearchedAccount) async -> [HistoryItem]
    ) async {
        var state = known[chain.id]
        if state == nil { state = await search.load() }
        guard let earlier = state else { return }
        let found = await search.continued(earlier, most: most) ?? earlier
        guard owner == own.address.description else { return }
        known[chain.id] = found
        let listed = await listed(found, chain, own)
        guard owner == own.address.description else { return }
        let before = (items, gaps)
        items = (items.filter { $0.account != own.id } + listed).sorted { ($0.at ?? 0) > ($1.at ?? 0) }
        gaps.removeAll { $0.account == own.id }
        if found.searched.blocks.lowest != 0 {
            gaps.append(HistoryGap(account: own.id, of: kind, since: found.searched.since))
        }
        if before != (items, gaps) { changes.note() }
    }
}
