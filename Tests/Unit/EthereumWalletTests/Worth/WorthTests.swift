import BigInt
import Bridge
import Ethereum
import Foundation
import TestSupport
import Testing

@testable import EthereumWallet
@testable import WalletCore
@testable import WalletMethods
@testable import WalletTesting

/// Exchanges over the contracts of today at parts of their worth, with nodes that report prices, none, or wrong ones.
@MainActor @Suite struct WorthTests {
    private static let fair = WorthBench.fair
    private static let unfair = WorthBench.unfair

    private let bench: WorthBench

    init() throws { bench = try WorthBench() }

    /// The approval of a request, over a single node that reports `prices`.
    private func approval(of request: (method: String, params: JSON), at prices: TestPrices) async throws -> Approval {
        try await bench.approval(of: request, from: [.reports(prices)])
    }

    private func prices(_ character: TestPrices.Character = .honest) -> TestPrices {
        TestPrices(chainID: 1, character: character, now: SigningWords.now)
    }

    @Test func `with prices, every loss is a danger, and at most three of a hundred fair exchanges are one`()
        async throws
    {
        var (losses, alarms, fair, count): ([String], [String], Int, Int) = ([], [], 0, 0)
        for item in WorthRequest.all {
            for percent in Self.fair + Self.unfair {
                let approval = try await approval(of: item.request(percent, at: prices()), at: prices())
                let line = "\(item.name) \(percent)%: \(approval.level) \(approval.warnings.map(\.text))"
                count += 1
                if Self.fair.contains(percent) {
                    fair += 1
                    if approval.level == .danger { alarms.append(line) }
                } else if approval.level != .danger {
                    losses.append(line)
                }
            }
        }
        WorthBench.tell(
            "with prices: \(count) requests, losses that are no danger: \(losses.count), dangers of \(fair) fair: \(alarms.count)",
            losses + alarms)
        #expect(count >= 200)
        #expect(losses == [])
        #expect(alarms.count * 100 <= fair * 3)
        Suites.record("worth/with-prices", cases: count)
    }

    @Test(arguments: [TestPrices.Character.none, .stale, .broken, .absurd, .poolsLie, .feedsLie])
    func `with a node that reports none or wrong prices, every loss is a danger or its price is missing`(
        character: TestPrices.Character
    ) async throws {
        var (silent, dangers, count): ([String], Int, Int) = ([], 0, 0)
        for item in WorthRequest.all {
            for percent in Self.unfair {
                let approval = try await approval(of: item.request(percent, at: prices()), at: prices(character))
                count += 1
                if approval.level == .danger { dangers += 1 }
                if !approval.isToldToLose {
                    silent.append("\(item.name) \(percent)%: \(approval.warnings.map(\.text))")
                }
            }
        }
        WorthBench.tell("\(character): \(count) losses, dangers: \(dangers), silent: \(silent.count)", silent)
        #expect(silent == [])
        Suites.record("worth/\(character.rawValue)", cases: count)
    }

    @Test func `what others get of an order does not count for the user`() async throws {
        let unit = BigInt(10).power(18)
        let request = WorthRequest.uniswapX(
            "WETH", unit * 16 / 10,
            outputs: [
                ("WETH", unit * 2 / 10, SigningWords.account),
                ("WETH", unit * 14 / 10, "0x8617e340b3d01fa5f11f306f4090fd50e238070d"),
            ])
        let said = try await approval(of: request, at: prices())
        #expect(said.level == .danger)
        #expect(said.warnings.contains { $0.text.contains("guaranteed only 12%") })
        #expect(said.warnings.contains { $0.text.hasPrefix("Others get ") })
    }

    @Test func `the approval shows what is sent and received in dollars, and who says so`() async throws {
        let item = try #require(WorthRequest.all.first { $0.name == "1inch ETH USDC" })
        let said = try await approval(of: item.request(10, at: prices()), at: prices())
        #expect(said.rows.contains { $0.label == "Value sent" && $0.value == .trusted("about $15,190") })
        #expect(said.sourcesOfPrices == "Chainlink and Uniswap, from one server only")
        // The average of a pool is exact to a hundredth of a percent.
        #expect(said.rows.contains { $0.value == .trusted("at least about $1,519 (9%)") })
        #expect(said.rows.contains { $0.label == "Executor" })
        #expect(said.warnings.contains { $0.level == .caution && $0.text.hasPrefix("The site chose a contract") })
    }

    @Test func `the filler of an order and the steps of an exchange that the site chose have a row`() async throws {
        let order = try #require(WorthRequest.all.first { $0.name == "UniswapX WETH USDC" })
        let filler = try await approval(of: order.request(98, at: prices()), at: prices())
        #expect(
            filler.rows.contains {
                $0.label == "Executor"
                    && $0.value.text.lowercased().contains(WorthRequest.stranger.dropFirst(2).lowercased())
            })
        let steps = try await approval(
            of: WorthRequest.send(
                "0xDef1C0ded9bec7F1a1670819833240f027b25EfF",
                "transformERC20(address,address,uint256,uint256,(uint32,bytes)[])",
                [
                    WorthRequest.asset("USDC"), WorthRequest.asset("DAI"), .number(9_000_000_000),
                    .number(BigInt(8_900) * BigInt(10).power(18)),
                    .array([.tuple([.number(17), .bytes([1])]), .tuple([.number(22), .bytes([2])])]),
                ]), at: prices())
        #expect(steps.rows.contains { $0.label == "Executor" && $0.value == .trusted("2 steps that the site chose") })
    }

    @Test func `who chooses the executor of an order later has a row, and the order is judged like any other`()
        async throws
    {
        let unit = BigInt(10).power(18)
        func said(_ percent: BigInt, cosigner: String) async throws -> Approval {
            try await approval(
                of: WorthRequest.uniswapXSecond(
                    "WETH", unit, "USDC", 3_100_000_000 * percent / 100, cosigner: cosigner), at: prices())
        }
        let fair = try await said(98, cosigner: WorthRequest.stranger)
        #expect(fair.level < .danger)
        let row = try #require(fair.rows.first { $0.label == "Chooses the executor" })
        #expect(row.value.text.lowercased().contains(WorthRequest.stranger.dropFirst(2).lowercased()))
        #expect(!fair.rows.contains { $0.label == "Executor" })
        #expect(try await said(60, cosigner: WorthRequest.stranger).level == .danger)
        let none = try await said(98, cosigner: WorthRequest.zero)
        #expect(!none.rows.contains { $0.label == "Chooses the executor" })
    }

    @Test func `a token that no source prices is a danger from a tenth of the balance on`() async throws {
        func swap(_ thousandths: BigInt) async throws -> Approval {
            let token = try EthereumAddress("0xf951E335afb289353dc249e82926178EaC7DEd78")
            let data = try ABIFunction("swapExactETHForTokens(uint256,address[],address,uint256)").call([
                .number(BigInt(10).power(24)),
                .array([.address(WorthRequest.token("WETH").address), .address(token)]),
                .address(try EthereumAddress(SigningWords.account)), .number(9),
            ])
            let value = BigInt(10).power(15) * thousandths
            return try await approval(
                of: (
                    "eth_sendTransaction",
                    [
                        [
                            "from": .string(SigningWords.account), "to": "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
                            "data": .string("0x" + data.map { String(format: "%02x", $0) }.joined()),
                            "value": .string("0x" + String(value.magnitude, radix: 16)),
                        ]
                    ]
                ), at: prices())
        }
        // 0.05 ETH are less than 200 dollars, and less than a tenth of 1,000 ETH.
        let few = try await swap(50)
        #expect(few.level < .danger)
        #expect(few.warnings.contains { $0.text.hasPrefix(Approval.absenceOfPrice) })
        #expect(try await swap(4_400).level == .danger)
    }

    @Test func `a pool whose own tokens are few gives no price, and a deep one does`() async throws {
        let token = try EthereumAddress("0xf951E335afb289353dc249e82926178EaC7DEd78")
        var deep = prices()
        deep.others[token] = 320_000
        let found = await deep.read([nil, token])
        let price = try #require(found.known[token])
        #expect(price.sources == [.pool])
        // Within a hundredth of 3,200 dollars for 10^18 units.
        let worth = Prices.worth(of: BigUInt(10).power(18), at: price.rates.lowerBound)
        #expect(worth > 3_168 * IntentExplainer.dollar && worth < 3_232 * IntentExplainer.dollar)
        deep.character = .stale
        #expect(await deep.read([nil, token]).known[token] == nil)
    }

    @Test func `every price of the usual sources is read right`() async throws {
        for symbol in [
            "WETH", "USDC", "WBTC", "LINK", "UNI", "LDO", "stETH", "wstETH", "rETH", "SHIB", "PENDLE", "sDAI",
        ] {
            let token = WorthRequest.token(symbol)
            let found = await prices().read([token.address])
            guard
                let expected = TestPrices.usual[PriceFeeds.asset(of: symbol)]
                    ?? TestPrices.usualShares[symbol].map({
                        symbol == "sDAI" ? $0 / 10 : $0 * 310
                    })
            else {
                #expect(found.known[token.address] == nil, "\(symbol)")
                continue
            }
            let price = try #require(found.known[token.address], "\(symbol)")
            let cents =
                Prices.worth(of: BigUInt(10).power(token.decimals), at: price.rates.lowerBound) / BigUInt(10).power(18)
            #expect(abs(Int(cents) - expected) * 200 <= expected + 200, "\(symbol): \(cents), not \(expected)")
        }
    }

    @Test func `a wrong, old, negative or absurd price counts as none, and an absurd one is said`() async throws {
        let weth = WorthRequest.token("WETH").address
        #expect(await prices(.stale).read([weth]).known.isEmpty)
        #expect(await prices(.broken).read([weth]).known.isEmpty)
        let absurd = await prices(.absurd).read([weth])
        #expect(absurd.known[nil] == nil)
        #expect(absurd.rejected.contains(nil))
        let split = await prices(.poolsLie).read([weth])
        #expect(split.known[nil]?.isDisputed == true)
    }

    @Test func `a pool of Curve is a further source for dollars and staked ether`() async throws {
        for symbol in ["DAI", "USDT", "stETH"] {
            let token = WorthRequest.token(symbol).address
            let price = try #require(await prices().read([nil, token]).known[token], "\(symbol)")
            #expect(price.sources.isSuperset(of: [.feed, .curve]), "\(symbol)")
            #expect(!price.isDisputed)
            #expect(await prices(.poolsLie).read([nil, token]).known[token]?.isDisputed == true)
        }
    }

    @Test func `every feed has a valid address, and every asset a range of worth`() throws {
        for row in PriceFeeds.rows {
            #expect((try? EthereumAddress(row.address)) != nil, "\(row.address)")
            #expect(row.currency == "USD" || row.currency == "ETH")
        }
    }
}
