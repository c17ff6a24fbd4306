import BigInt
import Bridge
import Ethereum
import Testing

@testable import EthereumWallet
@testable import WalletCore

/// The source of prices that the user set, beside a node.
@MainActor @Suite struct PriceListWorthTests {
    private let bench: WorthBench

    init() throws { bench = try WorthBench() }

    private static let honest = TestPrices(chainID: 1, now: SigningWords.now)

    /// Prices of a source in a currency of which a dollar buys 0.9.
    private static func list(at time: Int64 = SigningWords.now) -> PriceList {
        PriceList(
            [.ethereum: "2790", .bitcoin: "54000", .usdCoin: "0.9", .tether: "0.9", .dai: "0.9"], currency: "EUR",
            source: "prices.example", at: time)
    }

    private static func lie(_ factor: Double) -> TestPrices {
        var lie = honest
        for asset in ["ETH", "BTC", "stETH"] { lie.cents[asset] = lie.cents[asset].map { Int(Double($0) * factor) } }
        return lie
    }

    @Test(arguments: [1.0 / 3, 3])
    func `a single node that lies about coins which the user's source prices hides no loss`(factor: Double) async throws
    {
        let coins: Set<String> = ["ETH", "WETH", "USDC", "USDT", "DAI", "WBTC"]
        var (silent, count) = ([String](), 0)
        for item in WorthRequest.all where coins.isSuperset(of: [item.given, item.received]) {
            let said = try await bench.approval(
                of: item.request(84, at: Self.honest), from: [.reports(Self.lie(factor))], list: Self.list())
            count += 1
            if said.level != .danger { silent.append("\(item.name): \(said.warnings.map(\.text))") }
        }
        WorthBench.tell("one lying node and a source of prices: \(count) losses, no danger: \(silent.count)", silent)
        #expect(silent == [])
        #expect(count > 30)
    }

    @Test func `a source that agrees confirms the prices of a single node, and an old list does not count`()
        async throws
    {
        let item = try #require(WorthRequest.all.first { $0.name == "Uniswap V2 WETH USDC" })
        func said(_ list: PriceList?) async throws -> Approval {
            try await bench.approval(
                of: item.request(98, at: Self.honest), from: [.reports(Self.honest)], list: list)
        }
        let confirmed = try await said(Self.list())
        #expect(!confirmed.isUnconfirmed)
        #expect(confirmed.level < .danger)
        #expect(confirmed.sourcesOfPrices == "Chainlink, Uniswap and prices.example, from 2 of your servers")
        #expect(try await said(Self.list(at: SigningWords.now - 4_000)).isUnconfirmed)
        #expect(try await said(nil).isUnconfirmed)
        let absurd = PriceList(
            [.ethereum: "9999999", .usdCoin: "1"], currency: "USD", source: "prices.example", at: SigningWords.now)
        #expect(try await said(absurd).level < .danger)
    }
}
