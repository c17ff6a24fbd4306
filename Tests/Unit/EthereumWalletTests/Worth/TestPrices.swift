import BigInt
import Bridge
import ClearSigning
import Ethereum
import Foundation
import Primitives
import Synchronization

@testable import EthereumWallet

/// Prices as the feeds, pools and staking tokens of a chain report them.
struct TestPrices: Sendable {
    /// How the sources report them.
    enum Character: String, Sendable, CaseIterable {
        /// All are right.
        case honest
        /// There are none of these contracts.
        case none
        /// The feeds have not changed for two days, and the pools are almost empty.
        case stale
        /// The feeds say nothing, zero or a negative number, and the pools have moved by half just now.
        case broken
        /// Every price is a hundred times too high.
        case absurd
        /// The feeds are right, and the pools say half.
        case poolsLie
        /// The pools are right, and the feeds say half.
        case feedsLie
    }

    let chainID: UInt64
    var character = Character.honest
    var now: Int64 = 1_700_000_000

    /// What assets are worth, in cents.
    var cents: [String: Int] = usual

    /// What staking tokens and shares are worth in their unit, in thousandths.
    var shares: [String: Int] = usualShares

    /// Prices of tokens that the wallet does not know, by address, in cents; all of them have 18 decimals.
    var others: [EthereumAddress: Int] = [:]

    static let usual = [
        "ETH": 310_000, "BTC": 6_000_000, "USDC": 100, "USDT": 100, "DAI": 100, "FRAX": 100, "LUSD": 100, "EUR": 108,
        "stETH": 310_000, "LINK": 1_500, "UNI": 800, "AAVE": 10_000, "COMP": 5_000, "CRV": 50, "MKR": 150_000,
        "SUSHI": 100, "YFI": 600_000, "BAL": 300, "ENS": 2_000, "CVX": 300, "APE": 100, "POL": 45, "GRT": 15,
        "LDO": 200, "OP": 200, "BNB": 55_000, "CAKE": 320, "ARB": 100, "AVAX": 3_000, "PENDLE": 400, "AERO": 100,
        "GMX": 3_000, "GNO": 20_000, "EIGEN": 300, "COW": 30, "BLUR": 20,
    ]
    static let usualShares = [
        "wstETH": 1_180, "rETH": 1_120, "cbETH": 1_080, "weETH": 1_050, "sfrxETH": 1_100, "sDAI": 1_120, "sUSDe": 1_150,
        "ezETH": 1_020,
    ]

    /// Vaults of ERC-4626: the symbol of what they hold, what a share is worth of it, and what is left of what goes in and
    /// comes out, in thousandths.
    var vaults: [EthereumAddress: (asset: String, share: Int, paid: Int)] = [:]

    /// What a node with them reports, as the wallet reads it.
    func read(_ tokens: [EthereumAddress?], book: TokenBook = TokenBook()) async -> Prices {
        guard let chain = Chain.wellKnown.first(where: { $0.id == chainID }) else { return .unknown }
        let reader = PriceReader(chain: chain, tokens: book, now: now)
        return (try? await reader.prices(of: tokens, asking: PriceNode(prices: self))) ?? .unknown
    }

    // MARK: Answers

    /// The answer to a call of Multicall3; `nil` for any other call.
    func answer(to call: JSON) -> JSON? {
        guard call["to"]?.string?.lowercased() == Multicall.contract?.description.lowercased(),
            let function = try? ABIFunction("aggregate3((address target, bool allowFailure, bytes callData)[] calls)"),
            let data = call["data"]?.string.flatMap({ Hex.decode($0) }),
            let calls = (try? function.arguments(of: data))?.first?.elements
        else { return nil }
        let results = calls.map { call -> ABIValue in
            let parts = call.elements ?? []
            let answer = parts[0].address.flatMap { result(of: parts[2].bytes ?? [], at: $0) }
            return .tuple([.bool(answer != nil), .bytes(answer ?? [])])
        }
        guard case .tuple(let types)? = try? ABIType("((bool,bytes)[])"),
            let bytes = try? ABIEncoder.encode([.array(results)], as: types.map(\.type))
        else { return nil }
        return .string("0x" + Hex.encode(bytes))
    }

    private static let feeds = Dictionary(
        PriceFeeds.rows.compactMap { row in (try? EthereumAddress(row.address)).map { ($0, row) } },
        uniquingKeysWith: { first, _ in first })

    private static let selectors = Mutex<[String: [UInt8]]>([:])

    /// The selector of a function, which is computed once; that of another one for a text that is none.
    private static func selector(of text: String) -> [UInt8] {
        selectors.withLock { known in
            if let selector = known[text] { return selector }
            let selector = (try? ABIFunction(text))?.selector ?? [0, 0, 0, 0]
            known[text] = selector
            return selector
        }
    }

    private func result(of data: [UInt8], at contract: EthereumAddress) -> [UInt8]? {
        guard character != .none else { return nil }
        func calls(_ text: String) -> Bool { data.starts(with: Self.selector(of: text)) }
        if let row = Self.feeds[contract] {
            return calls("decimals()") ? Self.encode([.number(row.currency == "USD" ? 8 : 18)], "(uint8)") : round(row)
        }
        if let token = KnownTokens.token(contract, on: chainID),
            let share = PriceFeeds.share(of: token.symbol, on: chainID),
            calls(share.function), let thousandths = shares[token.symbol]
        {
            return Self.encode([.number(BigInt(thousandths) * BigInt(10).power(15))], "(uint256)")
        }
        if calls("get_dy(int128,int128,uint256)") { return curve(data, at: contract) }
        if let vault = vaults[contract] {
            let asset = KnownTokens.all.first { $0.chainID == chainID && $0.symbol == vault.asset }
            if calls("asset()") { return asset.flatMap { Self.encode([.address($0.address)], "(address)") } }
            guard let units = BigInt(Hex.encode(data.dropFirst(4)), radix: 16) else { return nil }
            let (share, paid, thousand) = (BigInt(vault.share), BigInt(vault.paid), BigInt(1_000))
            let answer: BigInt? =
                if calls("convertToAssets(uint256)") {
                    units * share / thousand
                } else if calls("previewDeposit(uint256)") {
                    units * paid / share
                } else if calls("previewMint(uint256)") {
                    units * share / paid
                } else if calls("previewWithdraw(uint256)") {
                    units * thousand * thousand / share / paid
                } else if calls("previewRedeem(uint256)") {
                    units * share * paid / thousand / thousand
                } else {
                    nil
                }
            return answer.flatMap { Self.encode([.number($0)], "(uint256)") }
        }
        if calls("balanceOf(address owner)") {
            let whole =
                KnownTokens.token(contract, on: chainID)?.decimals == 6 ? BigInt(10).power(13) : BigInt(10).power(22)
            return Self.encode([.number(character == .stale ? whole / 1_000_000 : whole)], "(uint256)")
        }
        guard let tick = tick(of: contract) else { return nil }
        if calls("slot0()") {
            let present = character == .broken ? tick - 5_000 : tick
            return Self.encode(
                [.number(1), .number(BigInt(present)), .number(0), .number(9), .number(9), .number(0), .bool(true)],
                "(uint160,int24,uint16,uint16,uint16,uint8,bool)")
        }
        let sums: [ABIValue] = [.number(77), .number(77 + BigInt(tick) * 1_800)]
        return Self.encode([.array(sums), .array([.number(1), .number(2)])], "(int56[],uint160[])")
    }

    /// What a pool of Curve pays for a whole token.
    private func curve(_ data: [UInt8], at pool: EthereumAddress) -> [UInt8]? {
        guard character != .stale, character != .broken,
            let sold = KnownTokens.all.first(where: {
                $0.chainID == chainID && KnownPools.curveQuote(of: $0.address, on: chainID)?.pool == pool
                    && data.dropFirst(4).prefix(32).last
                        == UInt8(KnownPools.curveQuote(of: $0.address, on: chainID)?.sold ?? 9)
            }), let cents = cents[PriceFeeds.asset(of: sold.symbol)],
            let quote = KnownPools.curveQuote(of: sold.address, on: chainID)
        else { return nil }
        let (other, decimals) = quote.quote == nil ? (self.cents["ETH"], 18) : (self.cents["USDC"], 6)
        guard let other, other > 0 else { return nil }
        let lie = character == .poolsLie ? 2 : 1
        return Self.encode([.number(BigInt(10).power(decimals) * BigInt(cents) / BigInt(other * lie))], "(uint256)")
    }

    private func round(_ row: (chainID: UInt64, asset: String, currency: String, address: String)) -> [UInt8]? {
        guard let cents = cents[row.asset], let ether = cents > 0 ? self.cents["ETH"] : nil else { return nil }
        var answer =
            row.currency == "USD"
            ? BigInt(cents) * BigInt(10).power(6) : BigInt(cents) * BigInt(10).power(18) / BigInt(ether)
        switch character {
        case .broken: answer = row.asset == "ETH" ? 0 : -answer
        case .absurd: answer *= 100
        case .feedsLie: answer /= 2
        case .honest, .none, .stale, .poolsLie: break
        }
        let time = BigInt(now) - (character == .stale ? 48 * 3_600 : 1_800)
        return Self.encode(
            [.number(9), .number(answer), .number(time), .number(time), .number(9)],
            "(uint80,int256,uint256,uint256,uint80)")
    }

    /// The tick of a pool of a token with the wrapped coin or with USDC; one pool of each pair exists.
    private func tick(of pool: EthereumAddress) -> Int? {
        let more = Self.pairs(of: Array(others.keys), on: chainID)
        guard let pair = Self.known[chainID]?[pool] ?? more[pool], let price = perUnit(pair.token),
            let other = perUnit(pair.quote)
        else { return nil }
        let isFirst = pair.token.bytes.lexicographicallyPrecedes(pair.quote.bytes)
        let lie = character == .absurd && pair.isInDollars ? 100.0 : character == .poolsLie ? 0.5 : 1
        let ratio = isFirst ? price * lie / other : other / (price * lie)
        return Int((log(ratio) / log(1.0001)).rounded())
    }

    private struct Pair {
        let token: EthereumAddress
        let quote: EthereumAddress
        let isInDollars: Bool
    }

    /// The pools of the tokens that the wallet knows.
    private static let known: [UInt64: [EthereumAddress: Pair]] = {
        var known: [UInt64: [EthereumAddress: Pair]] = [:]
        for chainID: UInt64 in [1, 10, 137, 8_453, 42_161] {
            known[chainID] = pairs(of: KnownTokens.all.filter { $0.chainID == chainID }.map(\.address), on: chainID)
        }
        return known
    }()

    private static func pairs(of tokens: [EthereumAddress], on chainID: UInt64) -> [EthereumAddress: Pair] {
        guard let home = WrappedCoin.home(on: chainID),
            let usdc = KnownTokens.all.first(where: { $0.chainID == chainID && $0.symbol == "USDC" })?.address
        else { return [:] }
        var pairs: [EthereumAddress: Pair] = [:]
        for token in tokens where token != usdc {
            for quote in [home, usdc] where quote != token {
                guard let pool = KnownPools.pool(of: token, quote, fee: 3_000, on: chainID) else { continue }
                pairs[pool] = Pair(token: token, quote: quote, isInDollars: quote == usdc)
            }
        }
        return pairs
    }

    /// What the smallest unit of a token is worth.
    private func perUnit(_ address: EthereumAddress) -> Double? {
        if let cents = others[address] { return Double(cents) / 1e18 }
        guard let token = KnownTokens.token(address, on: chainID) else { return nil }
        let asset = PriceFeeds.asset(of: token.symbol)
        let unit = pow(10, Double(token.decimals))
        if let cents = cents[asset] { return Double(cents) / unit }
        guard let share = shares[token.symbol], Peg(symbol: token.symbol) == .ether, let ether = cents["ETH"] else {
            return nil
        }
        return Double(ether * share) / 1_000 / unit
    }

    private static func encode(_ values: [ABIValue], _ types: String) -> [UInt8]? {
        guard case .tuple(let parts)? = try? ABIType(types) else { return nil }
        return try? ABIEncoder.encode(values, as: parts.map(\.type))
    }
}

/// A node that answers nothing but questions for prices.
struct PriceNode: EthereumNode {
    let prices: TestPrices

    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        guard method == "eth_call", let answer = prices.answer(to: params[0] ?? .null) else {
            throw .refused(.unsupported)
        }
        return answer
    }
}
