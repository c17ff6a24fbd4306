import BigInt
import ClearSigning
import Ethereum
import Primitives

/// Finds which tokens a pool exchanges, without asking a node.
///
/// The address of a pool of Uniswap follows from its factory and its tokens (EIP-1014), so that pools of known tokens
/// can be recognized. The pools of Curve are listed.
enum KnownPools {
    /// What an exchange sells and buys; `nil` is the native coin.
    struct Pair: Hashable {
        let sold: EthereumAddress?
        let bought: EthereumAddress?
    }

    /// The tokens of a purchase at `contract`; `nil` if they cannot be established.
    static func pair(of purchase: PoolPurchase, at contract: EthereumAddress, on chainID: UInt64) -> Pair? {
        switch purchase.place {
        case .coins(let sold, let bought):
            let coins = coins(of: contract, on: chainID)
            guard let sold = Int(exactly: sold), let bought = Int(exactly: bought), sold != bought,
                coins.indices.contains(sold), coins.indices.contains(bought)
            else { return nil }
            return Pair(sold: coins[sold], bought: coins[bought])
        case .pools(let words):
            var pools = words.prefix(mostPools).compactMap(Pool.init)[...]
            guard pools.count == words.count, let first = pools.first else { return nil }
            var token: EthereumAddress
            var sold = purchase.token
            if purchase.namesToken {
                guard let start = purchase.token ?? WrappedCoin.home(on: chainID) else { return nil }
                token = start
            } else {
                guard let start = first.start(on: chainID) else { return nil }
                (sold, token) = (start.sold, start.bought)
                pools = pools.dropFirst()
            }
            for pool in pools {
                guard let next = pool.other(than: token, on: chainID) else { return nil }
                token = next
            }
            return Pair(sold: sold, bought: token)
        }
    }

    /// The pool of Uniswap V3 for two tokens; `nil` if the wallet does not know its factory on the chain.
    static func pool(
        of one: EthereumAddress, _ other: EthereumAddress, fee: Int, on chainID: UInt64
    ) -> EthereumAddress? {
        Factory.v3(on: chainID)?.pool(of: TokenPair(one, other), fee: fee)
    }

    /// A pool of Curve that exchanges a token, by the numbers of its coins, for another one that has a price of its own.
    struct CurveQuote {
        let pool: EthereumAddress
        let sold: Int
        let bought: Int
        let quote: EthereumAddress?
    }

    /// The pool of Curve that says what `token` is worth; `nil` if none is listed.
    static func curveQuote(of token: EthereumAddress, on chainID: UInt64) -> CurveQuote? {
        guard chainID == 1 else { return nil }
        for (text, bought) in curveQuotes {
            guard let pool = try? EthereumAddress(text) else { continue }
            let coins = coins(of: pool, on: chainID)
            guard let sold = coins.firstIndex(of: token), sold != bought, coins.indices.contains(bought) else {
                continue
            }
            return CurveQuote(pool: pool, sold: sold, bought: bought, quote: coins[bought])
        }
        return nil
    }

    /// Pools of ``curve``, each with the coin in which it quotes: USDC, and ether.
    private static let curveQuotes = [
        ("0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7", 1), ("0xdc24316b9ae028f1497c275eb9192a3ea0f67022", 0),
    ]

    private static let mostPools = 4

    /// The coins of a Curve pool, in the pool's order; `nil` is the native coin.
    private static func coins(of pool: EthereumAddress, on chainID: UInt64) -> [EthereumAddress?] {
        guard chainID == 1, let coins = curve[pool.description.lowercased()] else { return [] }
        return coins.map { $0.flatMap { try? EthereumAddress($0) } }
    }

    private static let curve: [String: [String?]] = [
        // 3pool: DAI, USDC and USDT.
        "0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7": [
            "0x6B175474E89094C44Da98b954EedeAC495271d0F", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7",
        ],
        // Ether and stETH.
        "0xdc24316b9ae028f1497c275eb9192a3ea0f67022": [nil, "0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84"],
    ]
}

/// A pool of Uniswap or SushiSwap, as 1inch writes it: the address in the low bits, and flags in the others.
private struct Pool {
    let address: EthereumAddress

    /// Whether the first token is bought with the second one, for exchanges through 1inch’s router v5 in Uniswap V3
    /// pools.
    let isReversed: Bool

    init?(_ word: BigUInt) {
        let low = (word & ((BigUInt(1) << 160) - 1)).serialize()
        guard word.bitWidth <= 256,
            let address = try? EthereumAddress(bytes: [UInt8](repeating: 0, count: 20 - low.count) + low)
        else { return nil }
        self.address = address
        isReversed = word >> 255 == 1
    }

    /// The other token of the pool, if the wallet knows it.
    func other(than token: EthereumAddress, on chainID: UInt64) -> EthereumAddress? {
        guard let pair = Factory.pools[chainID]?[address] else { return nil }
        return pair.low == token ? pair.high : pair.high == token ? pair.low : nil
    }

    /// What a pool of Uniswap V3 sells and buys, if the wallet knows its tokens.
    func start(on chainID: UInt64) -> (sold: EthereumAddress, bought: EthereumAddress)? {
        guard let pair = Factory.pools[chainID]?[address] else { return nil }
        return isReversed ? (pair.high, pair.low) : (pair.low, pair.high)
    }
}

/// The tokens of a pool, in the order of their addresses.
private struct TokenPair {
    let low: EthereumAddress
    let high: EthereumAddress

    init(_ one: EthereumAddress, _ other: EthereumAddress) {
        let isFirst = one.bytes.lexicographicallyPrecedes(other.bytes)
        (low, high) = isFirst ? (one, other) : (other, one)
    }
}

/// A contract that makes pools at addresses that follow from their tokens.
private struct Factory {
    let chains: [UInt64]
    let address: [UInt8]
    let codeHash: [UInt8]

    /// Whether a pool has one of several fees, as in Uniswap V3.
    let hasFees: Bool

    init(chains: [UInt64], _ address: String, codeHash: String, hasFees: Bool = false) {
        self.chains = chains
        self.address = Hex.decode(address) ?? []
        self.codeHash = Hex.decode(codeHash) ?? []
        self.hasFees = hasFees
    }

    private static let all = [
        Factory(
            chains: [1], "5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f",
            codeHash: "96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f"),
        Factory(
            chains: [1], "c0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac",
            codeHash: "e18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303"),
        Factory(
            chains: [1, 10, 137, 42_161], "1f98431c8ad98523631ae4a59f267346ea31f984",
            codeHash: v3Code, hasFees: true),
        Factory(chains: [8_453], "33128a8fc17869897dce68ed026d694621f6fdfd", codeHash: v3Code, hasFees: true),
    ]

    private static let v3Code = "e34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54"

    /// The factory of Uniswap V3 on a chain.
    static func v3(on chainID: UInt64) -> Factory? { all.first { $0.hasFees && $0.chains.contains(chainID) } }

    private static let fees = [100, 500, 3_000, 10_000]

    /// The tokens that most other tokens have a pool with.
    private static let bases: Set<String> = ["USDC", "USDT", "DAI", "WETH", "WBTC"]

    /// The pools of known tokens with one of ``bases``, by chain and address; computed once.
    static let pools: [UInt64: [EthereumAddress: TokenPair]] = {
        var pools: [UInt64: [EthereumAddress: TokenPair]] = [:]
        for chainID in Set(all.flatMap(\.chains)) {
            let tokens = KnownTokens.all.filter { $0.chainID == chainID }
            let factories = all.filter { $0.chains.contains(chainID) }
            for base in tokens where bases.contains(base.symbol) {
                for token in tokens where token.address != base.address {
                    let pair = TokenPair(base.address, token.address)
                    for pool in factories.flatMap({ $0.pools(of: pair) }) { pools[chainID, default: [:]][pool] = pair }
                }
            }
        }
        return pools
    }()

    private func pools(of pair: TokenPair) -> [EthereumAddress] {
        guard hasFees else { return [pool(from: pair.low.bytes + pair.high.bytes)].compactMap(\.self) }
        return Self.fees.compactMap { pool(of: pair, fee: $0) }
    }

    /// The pool of two tokens with one of several fees, in hundredths of a basis point.
    func pool(of pair: TokenPair, fee: Int) -> EthereumAddress? {
        let padding = [UInt8](repeating: 0, count: 12)
        let tokens: [UInt8] = padding + pair.low.bytes + padding + pair.high.bytes
        let number = [UInt8](repeating: 0, count: 29) + [fee >> 16, fee >> 8, fee].map { UInt8($0 & 0xFF) }
        return pool(from: tokens + number)
    }

    /// The address that follows from the parameters of a pool (EIP-1014).
    private func pool(from terms: [UInt8]) -> EthereumAddress? {
        let salt: [UInt8] = Keccak256.hash(terms).bytes
        let made: [UInt8] = Keccak256.hash([0xFF] + address + salt + codeHash).bytes
        return try? EthereumAddress(bytes: made.suffix(20))
    }
}
