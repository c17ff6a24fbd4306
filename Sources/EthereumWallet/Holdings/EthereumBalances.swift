import BigInt
import Bridge
package import Ethereum
import Keys
package import WalletCore

/// The balances of an account on the EVM chains that have a node: of the coin, of the tokens that the wallet trusts, and
/// of those that the user added.
@MainActor package final class EthereumBalances: BalanceSource {
    package let changes = HoldingsChanges()

    private let holder: EthereumHolder
    private let chains: ChainBook
    private let tokens: TokenBook
    private let clock: WalletClock

    /// The balances of `owner`, by chain.
    private var balances: [UInt64: [AssetBalance]] = [:]

    /// The latest block of each chain for which the balances were asked.
    package private(set) var blocks: [UInt64: UInt64] = [:]
    private var owner = ""
    private var following: Task<Void, Never>?

    /// Called after the balances were asked because of a new block.
    package var onBlock: (@MainActor () async -> Void)?

    /// How often each node is asked for its latest block.
    private static let interval = Duration.seconds(15)

    /// The maximum number of tokens of one chain.
    private static let mostTokens = 256

    /// Creates the balances of `activeAccount`; no node is asked yet.
    package convenience init(activeAccount: ActiveAccount, chains: ChainBook, tokens: TokenBook, clock: WalletClock) {
        self.init(.active(activeAccount), chains: chains, tokens: tokens, clock: clock)
    }

    /// Creates the balances of `holder`; no node is asked yet.
    package init(_ holder: EthereumHolder, chains: ChainBook, tokens: TokenBook, clock: WalletClock) {
        self.holder = holder
        self.chains = chains
        self.tokens = tokens
        self.clock = clock
    }

    isolated deinit { following?.cancel() }

    package var accounts: [AccountSummary] {
        let address = holder.address()
        guard !address.isEmpty else { return [] }
        let known = address == owner ? balances : [:]
        return shownChains.map { chain in
            let state: AssetBalance.State = chains.hasNode(chain) ? .earlier : .noServer
            return AccountSummary(
                AccountID(chain: ChainID(eip155: chain.id), address: address), name: holder.name(),
                chainName: chain.name, isWellKnownChain: chain.isWellKnown, isTest: chain.isTest,
                isWatchOnly: holder.isWatchOnly, balances: known[chain.id] ?? [AssetBalance(chain.coin, state: state)])
        }
    }

    /// The chains with a node; without one, the initial chain, to say so.
    private var shownChains: [Chain] {
        let served = servedChains
        return served.isEmpty ? [chains.initial] : served
    }

    private var servedChains: [Chain] { chains.served(to: holder) }

    package func refresh() async {
        let address = holder.address()
        guard !address.isEmpty else { return }
        if address != owner { (owner, balances, blocks) = (address, [:], [:]) }
        await withTaskGroup { group in
            for chain in servedChains {
                group.addTask { await self.refresh(chain, of: address) }
            }
        }
        follow()
    }

    /// Asks the node of `chain` for all balances of `address`.
    private func refresh(_ chain: Chain, of address: String) async {
        if balances[chain.id] == nil {
            balances[chain.id] = [AssetBalance(chain.coin, state: .asking)]
            changes.note()
        }
        let site = chains.siteOfNode(of: chain)?.site
        guard let node = try? chains.node(for: chain), let account = try? EthereumAddress(address) else { return }
        do throws(NodeError) {
            let block = try await node.ask("eth_blockNumber", []).quantity
            guard let units = try await node.ask("eth_getBalance", [.string(address), "latest"]).bigQuantity else {
                throw .malformed
            }
            let now = clock.now()
            // Known only now: when a node fails, one in reserve answers.
            let source = chains.endpointInUse(of: chain)?.description
            var found = [AssetBalance(chain.coin, units: units, at: now, source: source, state: .current)]
            if let held = await tokenBalances(of: account, on: chain, asking: node) {
                let source = chains.endpointInUse(of: chain)?.description
                found += held.compactMap { held in
                    HeldAsset(held.token).map { asset in
                        var balance = AssetBalance(asset, units: held.units, at: now, source: source, state: .current)
                        balance.contradiction = held.contradiction
                        return balance
                    }
                }
            } else {
                found += (balances[chain.id] ?? []).dropFirst().map { token in
                    var token = token
                    token.state = .offline
                    return token
                }
            }
            if let block, let claims = await dissent(from: units, at: block, of: address, on: chain, asking: node) {
                found[0].state = .disagreement(claims)
            }
            guard owner == address else { return }
            for place in found.indices { found[place].nodeSite = site }
            balances[chain.id] = found
            blocks[chain.id] = block
        } catch {
            guard owner == address else { return }
            // The latest figures stay, with the time at which they were named.
            for index in balances[chain.id, default: []].indices { balances[chain.id]?[index].state = .offline }
        }
        changes.note()
    }

    /// What the node in use and the first one in reserve say about the balance of the coin, if they say different
    /// things.
    ///
    /// The two nodes may have different latest blocks, so both are asked about the same one before they are said to
    /// disagree. A node that does not answer does not disagree.
    private func dissent(
        from units: BigUInt, at block: UInt64, of address: String, on chain: Chain, asking node: any EthereumNode
    ) async -> [AssetBalance.Claim]? {
        guard let (endpoint, other) = chains.reserve(of: chain),
            let latest = try? await other.ask("eth_getBalance", [.string(address), "latest"]).bigQuantity,
            latest != units
        else { return nil }
        let params: JSON = [.string(address), .string(HexNumber.text(block))]
        guard let own = try? await node.ask("eth_getBalance", params).bigQuantity,
            let others = try? await other.ask("eth_getBalance", params).bigQuantity, own != others
        else { return nil }
        return [
            AssetBalance.Claim(source: chains.endpointInUse(of: chain)?.description ?? "", units: own),
            AssetBalance.Claim(source: endpoint.description, units: others),
        ]
    }

    /// The tokens that the account has, and those that the user added; `nil` if the node does not tell.
    private func tokenBalances(
        of account: EthereumAddress, on chain: Chain, asking node: any EthereumNode
    ) async -> [TokenBalanceReader.Balance]? {
        let known = tokens.all.filter { $0.chainID == chain.id }
            .sorted { ($0.symbol, $0.address.description) < ($1.symbol, $1.address.description) }
            .prefix(Self.mostTokens)
        return try? await TokenBalanceReader(node: node).balances(of: Array(known), account)
    }

    /// Asks again after each new block, until the account changes or the wallet is locked.
    private func follow() {
        guard following == nil else { return }
        following = Task { [weak self, time = clock.time] in
            while (try? await time.sleep(Self.interval)) != nil, let self, await self.isContinued() {}
            self?.following = nil
        }
    }

    private func isContinued() async -> Bool {
        let address = holder.address()
        guard !address.isEmpty, address == owner else { return false }
        // A node that does not answer must not delay the other chains.
        let isNews = await withTaskGroup(of: Bool.self) { group in
            for chain in servedChains { group.addTask { await self.isRefreshed(chain, of: address) } }
            var isNews = false
            for await isRefreshed in group where isRefreshed { isNews = true }
            return isNews
        }
        if isNews { await onBlock?() }
        return true
    }

    /// Asks the node of `chain` again if it has a new block, or does not tell; whether it was asked.
    private func isRefreshed(_ chain: Chain, of address: String) async -> Bool {
        guard let node = try? chains.node(for: chain) else { return false }
        let block = try? await node.ask("eth_blockNumber", []).quantity
        guard block == nil || block != blocks[chain.id] else { return false }
        await refresh(chain, of: address)
        return true
    }
}

extension Chain {
    /// Its coin; the wallet derives the keys of all EVM chains with the coin type 60 (SLIP-44).
    package var coin: HeldAsset {
        HeldAsset(
            AssetID(coin: 60, on: ChainID(eip155: id)), symbol: symbol, decimals: 18, isVouchedFor: isWellKnown)
    }

    /// Whether its coins have no value.
    package var isTest: Bool { isWellKnown && name.hasSuffix("(test network)") }
}

extension HeldAsset {
    /// An ERC-20 token.
    package init?(_ token: Token) {
        guard let id = AssetID("eip155:\(token.chainID)/erc20:\(token.address)") else { return nil }
        self.init(id, symbol: token.symbol, decimals: token.decimals, isVouchedFor: token.isVouchedFor)
    }
}
