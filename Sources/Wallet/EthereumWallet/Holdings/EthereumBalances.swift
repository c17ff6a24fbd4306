import BigInt
import Bridge
package import Ethereum
import Keys
package import WalletCore

/// The balances of accounts on the EVM chains that have a node: of the coin, of the tokens that the wallet trusts, and of
/// those that the user added.
///
/// Each node is asked about the first account, which is the active one, before all others together.
@MainActor package final class EthereumBalances: BalanceSource {
    package let changes = HoldingsChanges()

    private let holders: @MainActor () -> [EthereumHolder]
    private let chains: ChainBook
    private let tokens: TokenBook
    private let clock: WalletClock

    /// The balances of each address, by chain.
    private var balances: [String: [UInt64: [AssetBalance]]] = [:]

    /// The latest block of each chain for which the balances of the first account were asked.
    package private(set) var blocks: [UInt64: UInt64] = [:]
    private var first = ""
    private var following: Task<Void, Never>?

    /// Called after the balances were asked because of a new block.
    package var onBlock: (@MainActor () async -> Void)?

    /// How often each node is asked for its latest block.
    private static let interval = Duration.seconds(15)

    /// The maximum number of tokens of one chain.
    private static let mostTokens = 256

    /// Creates the balances of the accounts of the wallet whose account `activeAccount` is; no node is asked yet.
    package convenience init(activeAccount: WalletSigner, chains: ChainBook, tokens: TokenBook, clock: WalletClock) {
        self.init({ EthereumHolder.all(of: activeAccount) }, chains: chains, tokens: tokens, clock: clock)
    }

    /// Creates the balances of `holder`; no node is asked yet.
    package convenience init(_ holder: EthereumHolder, chains: ChainBook, tokens: TokenBook, clock: WalletClock) {
        self.init({ [holder] }, chains: chains, tokens: tokens, clock: clock)
    }

    private init(
        _ holders: @escaping @MainActor () -> [EthereumHolder], chains: ChainBook, tokens: TokenBook, clock: WalletClock
    ) {
        self.holders = holders
        self.chains = chains
        self.tokens = tokens
        self.clock = clock
    }

    isolated deinit { following?.cancel() }

    package var accounts: [AccountSummary] {
        open.flatMap { holder in
            let (address, name) = (holder.address(), holder.name())
            let known = balances[address] ?? [:]
            return shownChains(of: holder).map { chain in
                let state: AssetBalance.State = chains.hasNode(chain) ? .earlier : .noServer
                var summary = AccountSummary(
                    AccountID(chain: ChainID(eip155: chain.id), address: address), name: name,
                    chainName: chain.name, isWellKnownChain: chain.isWellKnown, isTest: chain.isTest,
                    isWatchOnly: holder.isWatchOnly, isOnDevice: holder.isOnDevice(),
                    balances: known[chain.id] ?? [AssetBalance(chain.coin, state: state)])
                summary.isOfOtherAccount = holder.isOther
                return summary
            }
        }
    }

    /// The amounts that nodes have reported last, by account and asset.
    var amounts: [AccountID: [AssetID: BigUInt]] {
        accounts.reduce(into: [:]) { amounts, account in
            for balance in account.balances { amounts[account.id, default: [:]][balance.asset.id] = balance.units }
        }
    }

    /// The accounts while the wallet is open.
    private var open: [EthereumHolder] { holders().filter { !$0.address().isEmpty } }

    /// The chains with a node; without one, the initial chain, to say so.
    private func shownChains(of holder: EthereumHolder) -> [Chain] {
        let served = chains.served(to: holder)
        return served.isEmpty ? [chains.initial] : served
    }

    /// The addresses about which the node of a chain is asked.
    private func addresses(on chain: Chain) -> [String] {
        open.filter { chains.mayAsk(about: $0, on: chain) }.map { $0.address() }
    }

    package func refresh() async {
        let all = open.map { $0.address() }
        guard let first = all.first else { return }
        if first != self.first { (self.first, blocks) = (first, [:]) }
        balances = balances.filter { all.contains($0.key) }
        await withTaskGroup { group in
            for chain in chains.chains where !addresses(on: chain).isEmpty {
                group.addTask { await self.refresh(chain) }
            }
        }
        follow()
    }

    /// Asks the node of `chain` about all accounts.
    ///
    /// - Parameters:
    ///   - chain: The chain.
    ///   - head: The latest block, if it was asked for just now.
    private func refresh(_ chain: Chain, at head: UInt64? = nil) async {
        let addresses = addresses(on: chain)
        let block = await refresh(chain, of: Array(addresses.prefix(1)), at: head)
        _ = await refresh(chain, of: Array(addresses.dropFirst()), at: block)
    }

    /// Asks the node of `chain` for all balances of `addresses`.
    ///
    /// - Returns: The latest block, if the node has told it.
    private func refresh(_ chain: Chain, of addresses: [String], at head: UInt64?) async -> UInt64? {
        let accounts = addresses.compactMap { try? EthereumAddress($0) }
        guard let node = try? chains.node(for: chain), !accounts.isEmpty, accounts.count == addresses.count else {
            return head
        }
        for address in addresses where balances[address]?[chain.id] == nil {
            balances[address, default: [:]][chain.id] = [AssetBalance(chain.coin, state: .asking)]
            changes.note()
        }
        let site = chains.siteOfNode(of: chain)?.site
        var block = head
        do throws(NodeError) {
            if block == nil { block = try await chains.heads.number(of: chain, from: node, time: clock.time) }
            let units = try await NativeBalanceReader(node: node).balances(of: accounts)
            // Known only now: when a node fails, one in reserve answers.
            let source = chains.endpointInUse(of: chain)?.description
            let held = await tokenBalances(of: accounts, on: chain, asking: node)
            let tokenSource = chains.endpointInUse(of: chain)?.description
            let claims = await claims(against: units, at: block, of: accounts, on: chain, asking: node)
            let (now, isOpen) = (clock.now(), Set(open.map { $0.address() }))
            for (place, address) in addresses.enumerated() where isOpen.contains(address) {
                var found = [AssetBalance(chain.coin, units: units[place], at: now, source: source, state: .current)]
                if let claims = claims[place] { found[0].state = .disagreement(claims) }
                if let held {
                    found += held[place].compactMap { balance($0, at: now, from: tokenSource) }
                } else {
                    found += (balances[address]?[chain.id] ?? []).dropFirst().map { $0.kept(as: .incomplete) }
                }
                for place in found.indices { found[place].nodeSite = site }
                balances[address, default: [:]][chain.id] = found
                if address == first { blocks[chain.id] = block }
            }
        } catch {
            // The latest balances stay, with the time at which they were reported.
            for address in addresses {
                let latest = balances[address]?[chain.id]?.map { $0.kept(as: error.balanceState) }
                balances[address]?[chain.id] = latest
            }
        }
        changes.note()
        return block
    }

    private func balance(
        _ held: TokenBalanceReader.Balance, at time: Int64, from source: String?
    ) -> AssetBalance? {
        guard var asset = HeldAsset(held.token) else { return nil }
        asset.isImitation = !held.token.isVouchedFor && tokens.isNamesake(held.token)
        var balance = AssetBalance(asset, units: held.units, at: time, source: source, state: .current)
        balance.contradiction = held.contradiction
        return balance
    }

    /// What the node in use and the first one in reserve say about the balances of the coin of which they say different
    /// things, by their places.
    ///
    /// The two nodes may have different latest blocks, so both are asked about the same one before they are said to
    /// disagree. A node that does not answer does not disagree.
    private func claims(
        against units: [BigUInt], at block: UInt64?, of accounts: [EthereumAddress], on chain: Chain,
        asking node: any EthereumNode
    ) async -> [Int: [AssetBalance.Claim]] {
        guard let block, let (endpoint, other) = chains.reserve(of: chain),
            let latest = try? await NativeBalanceReader(node: other).balances(of: accounts)
        else { return [:] }
        var claims: [Int: [AssetBalance.Claim]] = [:]
        let number = HexNumber.text(block)
        for (place, account) in accounts.enumerated() where latest[place] != units[place] {
            guard let own = try? await NativeBalanceReader(node: node).balance(of: account, at: number),
                let others = try? await NativeBalanceReader(node: other).balance(of: account, at: number), own != others
            else { continue }
            claims[place] = [
                AssetBalance.Claim(source: chains.endpointInUse(of: chain)?.description ?? "", units: own),
                AssetBalance.Claim(source: endpoint.description, units: others),
            ]
        }
        return claims
    }

    /// The tokens that each account has, and those that the user added; `nil` if the node does not tell.
    private func tokenBalances(
        of accounts: [EthereumAddress], on chain: Chain, asking node: any EthereumNode
    ) async -> [[TokenBalanceReader.Balance]]? {
        let known = tokens.all.filter { $0.chainID == chain.id }
            .sorted { ($0.symbol, $0.address) < ($1.symbol, $1.address) }
            .prefix(Self.mostTokens)
        return try? await TokenBalanceReader(node: node).balances(of: Array(known), accounts)
    }

    /// Asks again after each new block, until the wallet is locked.
    private func follow() {
        guard following == nil else { return }
        following = Task { [weak self, time = clock.time] in
            while (try? await time.sleep(Self.interval)) != nil, let self, await self.isContinued() {}
            self?.following = nil
        }
    }

    private func isContinued() async -> Bool {
        guard !open.isEmpty else { return false }
        // A node that does not answer must not delay the other chains.
        let isNews = await withTaskGroup(of: Bool.self) { group in
            for chain in chains.chains where !addresses(on: chain).isEmpty {
                group.addTask { await self.isRefreshed(chain) }
            }
            var isNews = false
            for await isRefreshed in group where isRefreshed { isNews = true }
            return isNews
        }
        if isNews { await onBlock?() }
        return true
    }

    /// Asks the node of `chain` again if it has a new block, or does not tell; whether it was asked.
    private func isRefreshed(_ chain: Chain) async -> Bool {
        guard let node = try? chains.node(for: chain) else { return false }
        // Others that follow the chain share the answer.
        let block = try? await chains.heads.number(
            of: chain, from: node, within: Self.interval * 2 / 3, time: clock.time)
        guard block == nil || block != blocks[chain.id] else { return false }
        await refresh(chain, at: block)
        return true
    }
}

extension AssetBalance {
    /// The same balance, which no server confirms now.
    fileprivate func kept(as state: State) -> AssetBalance {
        var balance = self
        balance.state = state
        return balance
    }
}

extension NodeError {
    /// The state of a balance that nodes did not name: they cannot be used, or answered something else.
    fileprivate var balanceState: AssetBalance.State {
        switch self {
        case .refused, .malformed, .status, .otherChain: .incomplete
        default: .offline
        }
    }
}

extension Chain {
    /// Its coin; the wallet derives the keys of all EVM chains with the coin type 60 (SLIP-44).
    package var coin: HeldAsset {
        HeldAsset(
            AssetID(coin: 60, on: ChainID(eip155: id)), symbol: symbol, decimals: 18, isVouchedFor: isWellKnown)
    }
}

extension HeldAsset {
    /// An ERC-20 token.
    package init?(_ token: Token) {
        guard let id = AssetID("eip155:\(token.chainID)/erc20:\(token.address)") else { return nil }
        self.init(id, symbol: token.symbol, decimals: token.decimals, isVouchedFor: token.isVouchedFor)
    }
}
