import BigInt
import Bridge
import ClearSigning
import Ethereum
import WalletCore

/// Asks the user's node what tokens are worth: feeds, pools and the contracts of staking tokens, in one batch.
struct PriceReader {
    let chain: Chain
    let tokens: TokenBook

    /// The time of day, in seconds since 1970.
    let now: Int64

    private let ether: EthereumAddress?
    private let dollars: EthereumAddress?

    init(chain: Chain, tokens: TokenBook, now: Int64) {
        (self.chain, self.tokens, self.now) = (chain, tokens, now)
        ether = WrappedCoin.home(on: chain.id)
        dollars = KnownTokens.all.first { $0.chainID == chain.id && $0.symbol == "USDC" }?.address
    }

    /// The most tokens that the node is asked about.
    private static let mostTokens = 6

    /// The oldest price that counts: most feeds have a new one at least once a day.
    private static let oldest: BigInt = 25 * 3_600

    /// Less than this in a pool makes its price cheap to move.
    private static let leastDepth = 50_000 * IntentExplainer.dollar

    /// The prices of `wanted`; `nil` is the native coin.
    ///
    /// - Throws: Why the node gave no answer.
    func prices(
        of wanted: [EthereumAddress?], _ trades: [EthereumAddress: ContractAction.VaultTrade] = [:],
        asking node: any EthereumNode
    ) async throws(NodeError) -> Prices {
        guard chain.isWellKnown, !chain.isTest else { return .unknown }
        // The price of the coin turns the prices of other tokens into dollars.
        var subjects: [EthereumAddress?] = [nil]
        for token in wanted where !subjects.contains(token) && token != ether { subjects.append(token) }
        subjects = Array(subjects.prefix(Self.mostTokens))
        var sheet = sheet(for: subjects)
        for (vault, trade) in trades.prefix(Self.mostTokens) { sheet.ask(vault, for: trade) }
        let multicall = Multicall(node: node)
        var answers: [[UInt8]?] = []
        for first in stride(from: 0, to: sheet.calls.count, by: Multicall.mostAtOnce) {
            let part = Array(sheet.calls[first..<min(first + Multicall.mostAtOnce, sheet.calls.count)])
            guard let found = try await multicall.together(part) else { return .unknown }
            answers += found
        }
        let found = PriceAnswers(answers: answers, sheet: sheet, now: now)
        var prices = found.prices(of: subjects, besides: ether)
        for token in subjects.compactMap(\.self) where sheet.tokens[token]?.symbol == nil && prices.known[token] != nil
        {
            guard let pool = found.deepestPool(of: token, prices),
                await SaleTrial(
                    token: token, pool: pool.address, held: pool.held, sellers: SaleTrial.sellers(on: chain.id)
                ).canSell(on: node) == false
            else { continue }
            prices.known[token] = nil
            prices.unsellable.insert(token)
        }
        return prices
    }

    /// The prices of `wanted` in a list, if it is not old.
    func prices(of wanted: [EthereumAddress?], in list: PriceList) -> Prices {
        var prices = Prices()
        guard chain.isWellKnown, !chain.isTest, list.at > now - Self.oldestList else { return prices }
        for token in [nil, ether] + wanted {
            guard let symbol = symbol(of: token), let coin = PricedCoin(symbol: PriceFeeds.asset(of: symbol)),
                let dollars = list.dollars(for: coin),
                let rate = Prices.rate(
                    of: dollars, decimals: token.map { tokens.token($0, on: chain.id)?.decimals ?? 18 } ?? 18),
                PriceAnswers.isBelievable(dollars...dollars, symbol)
            else { continue }
            prices.known[token] = Prices.Price(rates: rate...rate, sources: [.list])
        }
        prices.list = prices.known.isEmpty ? nil : list.source
        return prices
    }

    /// An older list does not count, in seconds.
    private static let oldestList: Int64 = 3_600

    // MARK: Questions

    private func sheet(for subjects: [EthereumAddress?]) -> PriceSheet {
        var sheet = PriceSheet(ether: ether, dollars: dollars)
        for asset in ["ETH", "USDC"] { sheet.ask(asset, on: chain.id) }
        for token in subjects {
            let symbol = symbol(of: token)
            sheet.tokens[token] = PriceSheet.Subject(
                symbol: symbol, decimals: token.map { tokens.token($0, on: chain.id)?.decimals } ?? 18)
            if let symbol { sheet.ask(PriceFeeds.asset(of: symbol), on: chain.id) }
            if let token, let symbol { sheet.askShare(of: token, symbol, on: chain.id) }
            if let token, symbol == nil { sheet.askVault(token) }
            if let token, let quote = KnownPools.curveQuote(of: token, on: chain.id) { sheet.ask(quote, of: token) }
            // A dollar needs no pool to say so.
            if let symbol, KnownTokens.dollars.contains(symbol) || symbol == "xDAI" { continue }
            guard let contract = token ?? ether else { continue }
            let fees: [Int] = symbol.flatMap { Peg(symbol: $0) } == nil ? [500, 3_000, 10_000] : [100, 500, 3_000]
            for quote in Set([ether, dollars].compactMap(\.self)) where quote != contract {
                for fee in fees {
                    guard let pool = KnownPools.pool(of: contract, quote, fee: fee, on: chain.id) else { continue }
                    sheet.ask(pool, of: token, contract, in: quote)
                }
            }
        }
        return sheet
    }

    private func symbol(of token: EthereumAddress?) -> String? {
        guard let token else { return chain.symbol }
        return tokens.token(token, on: chain.id).flatMap { $0.isVouchedFor ? $0.symbol : nil }
    }

    static func isFresh(_ time: BigInt, _ now: Int64) -> Bool {
        time <= BigInt(now) + 600 && time >= BigInt(now) - oldest
    }

    static func isDeep(_ worth: BigUInt) -> Bool { worth >= leastDepth }
}

/// The questions for prices, with where their answers are.
struct PriceSheet {
    /// A token whose price is asked.
    struct Subject {
        /// The symbol, if the wallet trusts the token.
        let symbol: String?
        /// The decimals, if the wallet has them.
        let decimals: Int?
    }

    /// A pool that is asked for its average and its present price, and how much of the quote it has.
    struct Pool {
        let token: EthereumAddress?
        let quote: EthereumAddress
        let address: EthereumAddress
        /// Whether the token is the second one of the pool.
        let isInverse: Bool
        let place: Int
    }

    let ether: EthereumAddress?
    let dollars: EthereumAddress?
    var calls: [Multicall.Call] = []
    var tokens: [EthereumAddress?: Subject] = [:]
    var feeds: [String: (feed: PriceFeeds.Feed, place: Int)] = [:]
    var shares: [EthereumAddress: Int] = [:]
    var pools: [Pool] = []
    var curve: [EthereumAddress: (quote: KnownPools.CurveQuote, place: Int)] = [:]

    /// Where a token that the wallet does not know says what its shares are worth, if it is a vault.
    var ownWords: [EthereumAddress: Int] = [:]
    var trades: [EthereumAddress: (trade: ContractAction.VaultTrade, place: Int)] = [:]

    /// This many shares, to ask what one is worth.
    static let shares = BigUInt(10).power(18)

    init(ether: EthereumAddress?, dollars: EthereumAddress?) { (self.ether, self.dollars) = (ether, dollars) }

    private mutating func add(_ contract: EthereumAddress, _ text: String, _ arguments: [ABIValue] = []) {
        // An invalid signature here is a bug, which the tests of prices find.
        let data = (try? ABIFunction(text).call(arguments)) ?? []
        calls.append(Multicall.Call(contract: contract, data: data))
    }

    /// Asks the feed of an asset, once.
    mutating func ask(_ asset: String, on chainID: UInt64) {
        guard feeds[asset] == nil, let feed = PriceFeeds.feed(of: asset, on: chainID) else { return }
        feeds[asset] = (feed, calls.count)
        add(feed.address, "latestRoundData()")
        add(feed.address, "decimals()")
    }

    /// Asks the contract of a token what it is worth, if it says so.
    mutating func askShare(of token: EthereumAddress, _ symbol: String, on chainID: UInt64) {
        guard let share = PriceFeeds.share(of: symbol, on: chainID) else { return }
        shares[token] = calls.count
        add(token, share.function, share.arguments)
    }

    /// Asks a pool of Curve what it pays for a whole token.
    mutating func ask(_ quote: KnownPools.CurveQuote, of token: EthereumAddress) {
        guard let decimals = tokens[token]?.decimals, (0...30).contains(decimals) else { return }
        curve[token] = (quote, calls.count)
        add(
            quote.pool, "get_dy(int128 i, int128 j, uint256 dx)",
            [.number(BigInt(quote.sold)), .number(BigInt(quote.bought)), .number(BigInt(10).power(decimals))])
    }

    /// Asks a token, which may be a vault of ERC-4626, what its shares are worth.
    mutating func askVault(_ token: EthereumAddress) {
        ownWords[token] = calls.count
        add(token, "asset()")
        add(token, "convertToAssets(uint256 shares)", [.number(BigInt(Self.shares))])
    }

    /// Asks a vault what comes out of an exchange with it.
    mutating func ask(_ vault: EthereumAddress, for trade: ContractAction.VaultTrade) {
        guard trade.units > 0, trade.units.bitWidth <= 128 else { return }
        trades[vault] = (trade, calls.count)
        add(vault, "asset()")
        let units = ABIValue.number(BigInt(trade.units))
        switch trade.kind {
        case .deposit: add(vault, "previewDeposit(uint256 assets)", [units])
        case .mint: add(vault, "previewMint(uint256 shares)", [units])
        case .withdraw: add(vault, "previewWithdraw(uint256 assets)", [units])
        case .redeem: add(vault, "previewRedeem(uint256 shares)", [units])
        }
        let isInShares = trade.kind == .mint || trade.kind == .redeem
        add(vault, "convertToAssets(uint256 shares)", [isInShares ? units : .number(BigInt(Self.shares))])
    }

    /// Asks a pool for the price of `token`, which `contract` stands for.
    mutating func ask(
        _ pool: EthereumAddress, of token: EthereumAddress?, _ contract: EthereumAddress, in quote: EthereumAddress
    ) {
        pools.append(
            Pool(
                token: token, quote: quote, address: pool,
                isInverse: quote.bytes.lexicographicallyPrecedes(contract.bytes),
                place: calls.count))
        add(pool, "observe(uint32[] secondsAgos)", [.array([.number(PoolAverage.seconds), .number(0)])])
        add(pool, "slot0()")
        add(quote, "balanceOf(address owner)", [.address(pool)])
        add(contract, "balanceOf(address owner)", [.address(pool)])
    }
}
