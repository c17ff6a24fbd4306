import BigInt
import Bridge
import Ethereum
import Primitives
import Testing

@testable import EthereumWallet

/// Tokens that have a price in a pool, and that nobody can sell.
@Suite struct SaleTrialTests {
    /// What a token does when it is moved.
    enum Behaviour: Sendable, CaseIterable {
        case honest, forbidsSelling, allowsOneSeller, takesHalf, takesSmallFee, refusesPool, notSimulated, malformed

        /// Whether its price counts.
        var isPriced: Bool {
            switch self {
            case .honest, .allowsOneSeller, .takesSmallFee, .refusesPool, .notSimulated, .malformed: true
            case .forbidsSelling, .takesHalf: false
            }
        }
    }

    /// A node with prices, on which a buyer gets a token and pays it back.
    struct Node: EthereumNode {
        let prices: TestPrices
        let behaviour: Behaviour

        func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
            if method == "eth_call", let answer = prices.answer(to: params[0] ?? .null) { return answer }
            guard method == "eth_simulateV1", behaviour != .notSimulated else { throw .refused(.unsupported) }
            if behaviour == .malformed { return [["calls": [["status": "0x1"]]]] }
            var results: [JSON] = []
            var balances: [String: BigUInt] = [:]
            for call in params[0]?["blockStateCalls"]?[0]?["calls"]?.array ?? [] {
                results.append(run(call, &balances))
            }
            return [["calls": .array(results)]]
        }

        private func run(_ call: JSON, _ balances: inout [String: BigUInt]) -> JSON {
            let data = call["data"]?.string.flatMap { Hex.decode($0) } ?? []
            func arguments(_ text: String) -> [ABIValue]? { try? ABIFunction(text).arguments(of: data) }
            let from = call["from"]?.string ?? ""
            let seller = from.lowercased()
            func done(_ number: BigUInt) -> JSON {
                let digits = String(number, radix: 16)
                return [
                    "status": "0x1",
                    "returnData": .string("0x" + String(repeating: "0", count: 64 - digits.count) + digits),
                ]
            }
            func move(_ units: BigUInt, _ from: String, _ to: String, isSale: Bool) -> JSON {
                let isAllowed = seller == "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45".lowercased()
                if isSale, behaviour == .forbidsSelling || behaviour == .allowsOneSeller && !isAllowed {
                    return ["status": "0x0", "returnData": "0x"]
                }
                let kept: BigUInt = behaviour == .takesHalf ? 50 : behaviour == .takesSmallFee ? 5 : 0
                guard balances[from, default: 1 << 100] >= units else { return ["status": "0x0", "returnData": "0x"] }
                balances[from, default: 1 << 100] -= units
                balances[to, default: isSale ? 1 << 100 : 0] += units * (100 - kept) / 100
                return done(1)
            }
            if let values = arguments("balanceOf(address owner)") {
                return done(balances[values[0].address?.description ?? ""] ?? 0)
            }
            if let values = arguments("transfer(address to, uint256 amount)") {
                if behaviour == .refusesPool { return ["status": "0x0", "returnData": "0x"] }
                return move(values[1].uint ?? 0, from, values[0].address?.description ?? "", isSale: false)
            }
            if let values = arguments("transferFrom(address from, address to, uint256 amount)") {
                return move(
                    values[2].uint ?? 0, values[0].address?.description ?? "", values[1].address?.description ?? "",
                    isSale: true)
            }
            return done(1)
        }
    }

    @Test(arguments: Behaviour.allCases)
    func `a token that cannot be sold in a simulation has no price`(behaviour: Behaviour) async throws {
        let token = try EthereumAddress("0xf951E335afb289353dc249e82926178EaC7DEd78")
        var prices = TestPrices(chainID: 1)
        prices.others[token] = 320_000
        let reader = PriceReader(chain: .ethereum, tokens: TokenBook(), now: prices.now)
        let found = try await reader.prices(of: [nil, token], asking: Node(prices: prices, behaviour: behaviour))
        #expect((found.known[token] != nil) == behaviour.isPriced)
        #expect(found.unsellable.contains(token) == !behaviour.isPriced)
        let other = try await reader.prices(of: [nil, token], asking: Node(prices: prices, behaviour: .honest))
        #expect((Prices.together([found, other]).known[token] != nil) == behaviour.isPriced)
    }

    @Test func `the contracts with which people sell are those of the chain`() throws {
        let permit2 = try EthereumAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")
        for (chainID, router) in [
            (1, "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45"), (8_453, "0x2626664c2603336E57B271c5C0b26F421741e481"),
            (56, "0x10ED43C718714eb63d5aA57B78B54704E256024E"), (137, "0xa5E0829CaCEd8fFDD4De3c43696c57F7D7A678ff"),
            (42_161, "0xc873fEcbd354f5A56E00E710B90EF4201db2448d"), (10, "0xa062aE8A9c5e11aaA026fc2670B0D65cCc8B2858"),
        ] as [(UInt64, String)] {
            let sellers = SaleTrial.sellers(on: chainID)
            #expect(sellers.contains(permit2))
            #expect(sellers.contains(try EthereumAddress(router)), "\(chainID)")
            #expect(sellers.count <= 8)
        }
    }

    @Test func `a purchase of a token that nobody can sell is a danger`() async throws {
        let token = try EthereumAddress("0xf951E335afb289353dc249e82926178EaC7DEd78")
        var prices = TestPrices(chainID: 1)
        prices.others[token] = 320_000
        var holdings = Holdings(coins: BigUInt(10).power(21))
        for (behaviour, isSaid) in [(Behaviour.honest, false), (.forbidsSelling, true)] {
            let reader = PriceReader(chain: .ethereum, tokens: TokenBook(), now: prices.now)
            holdings.prices = try await reader.prices(
                of: [nil, token], asking: Node(prices: prices, behaviour: behaviour))
            let data = try ABIFunction("swapExactETHForTokens(uint256,address[],address,uint256)").call([
                .number(BigInt(10).power(16)), .array([.address(WorthRequest.token("WETH").address), .address(token)]),
                .address(ClearSigningFixture.me), .number(9),
            ])
            let said = await ClearSigningFixture().say(
                data, to: ClearSigningFixture.router, value: BigUInt(10).power(16), holdings: holdings)
            #expect(
                said.texts(.danger).contains(
                    "In a simulation, the token could not be sold again. It may be worth nothing.")
                    == isSaid)
        }
    }
}
