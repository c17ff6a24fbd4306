import BigInt
import Bridge
import Ethereum
import Testing

@testable import EthereumWallet

/// Deposits into vaults of ERC-4626 and withdrawals from them, and their shares in exchanges.
@MainActor @Suite struct VaultWorthTests {
    private static let vault = "0xf951E335afb289353dc249e82926178EaC7DEd78"

    private let bench: WorthBench

    init() throws { bench = try WorthBench() }

    /// Prices with a vault of USDC, of which a share is worth 1.05, and that keeps a part of what goes in or out.
    private static func prices(paid: Int, share: Int = 1_050) throws -> TestPrices {
        var prices = TestPrices(chainID: 1, now: SigningWords.now)
        prices.vaults[try EthereumAddress(vault)] = ("USDC", share, paid)
        return prices
    }

    private static let calls: [(String, Int)] = [
        ("deposit(uint256,address)", 2), ("mint(uint256,address)", 2), ("withdraw(uint256,address,address)", 3),
        ("redeem(uint256,address,address)", 3),
    ]

    private static func request(_ function: String, _ count: Int) throws -> (method: String, params: JSON) {
        let own = try WorthRequest.address(WorthRequest.account)
        return try WorthRequest.send(
            vault, function, [.number(1_000_000_000)] + Array(repeating: own, count: count - 1))
    }

    private static func isLoss(_ text: String) -> Bool {
        text.hasPrefix("The shares that you get are worth only ") || text.hasPrefix("You get only ")
    }

    @Test func `a vault that keeps more than five percent is a danger, and both sides are said`() async throws {
        for (function, count) in Self.calls {
            for (paid, isLoss) in [(1_000, false), (960, false), (940, true), (600, true), (0, true)]
            where paid > 0 || count == 2 {
                guard paid > 0 || function.hasPrefix("deposit") else { continue }
                let said = try await bench.approval(
                    of: Self.request(function, count), from: [.reports(Self.prices(paid: paid))])
                #expect(
                    said.warnings.contains { $0.level == .danger && Self.isLoss($0.text) } == isLoss,
                    "\(function) \(paid): \(said.warnings.map(\.text))")
                let isDeposit = count == 2
                let row = said.rows.first { $0.label == (isDeposit ? "Value of the shares" : "You receive") }
                #expect(
                    row?.note == "\(paid / 10)%, " + (isDeposit ? "by the vault" : "not guaranteed"), "\(function)")
            }
        }
    }

    @Test func `of two nodes, the one that says less about a vault counts`() async throws {
        let pair: [WorthBench.Answers] = [.reports(try Self.prices(paid: 1_000)), .reports(try Self.prices(paid: 800))]
        for nodes in [pair, pair.reversed()] {
            for (function, count) in Self.calls {
                let said = try await bench.approval(of: Self.request(function, count), from: nodes)
                #expect(said.warnings.contains { $0.level == .danger && Self.isLoss($0.text) }, "\(function)")
            }
        }
    }

    @Test func `shares of an unknown vault are worth what it says when they are given, and nothing when received`()
        async throws
    {
        let share = try EthereumAddress(Self.vault)
        func swap(_ path: [EthereumAddress], _ units: BigInt, _ least: BigInt) async throws -> Approval {
            let request = try WorthRequest.send(
                "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
                "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
                [
                    .number(units), .number(least), .array(path.map { .address($0) }),
                    WorthRequest.address(WorthRequest.account), .number(9),
                ])
            return try await bench.approval(
                of: request, from: [.reports(Self.prices(paid: 1_000)), .reports(Self.prices(paid: 1_000))])
        }
        let usdc = WorthRequest.token("USDC").address
        let unit = BigInt(10).power(6)
        let fair = try await swap([share, usdc], 1_000 * unit, 1_040 * unit)
        #expect(!fair.warnings.contains { $0.text.hasPrefix("You are guaranteed only") })
        #expect(fair.rows.contains { $0.value == .trusted("about $1,050") })
        let low = try await swap([share, usdc], 1_000 * unit, 800 * unit)
        #expect(low.warnings.contains { $0.level == .danger && $0.text.hasPrefix("You are guaranteed only 76%") })
        let received = try await swap([usdc, share], 1_000 * unit, 1_000 * unit)
        #expect(received.warnings.contains { $0.text.hasPrefix(Approval.absenceOfPrice) })
    }
}
