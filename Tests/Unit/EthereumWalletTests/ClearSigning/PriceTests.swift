import BigInt
import Bridge
import Ethereum
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods

/// Exchanges that yield too little, or something worthless, for what the account gives.
@Suite struct PriceTests {
    private static let weth = ClearSigningFixture.address("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")
    private static let word = [UInt8](repeating: 0, count: 32)

    private let clarity = ClearSigningFixture()

    private func say(_ signature: String, _ arguments: ABIValue..., to: EthereumAddress, value: BigUInt = 0)
        async throws
        -> Explanation
    {
        await clarity.say(try ABIFunction(signature).call(arguments), to: to, value: value)
    }

    @Test func `native coin for a well-known contract is shown, but not a danger`() async throws {
        let said = try await say(
            "swapExactETHForTokens(uint256,address[],address,uint256)", .number(2_900_000_000),
            .array([.address(ClearSigningFixture.collection), .address(ClearSigningFixture.usdc)]),
            .address(ClearSigningFixture.me), .number(9),
            to: ClearSigningFixture.router, value: 1_000_000_000_000_000_000)
        #expect(said.sentence == "Swap 1 ETH for at least 2900 USDC.")
        #expect(said.level == .plain)
    }

    @Test func `a swap without a minimum, or with another recipient, is a danger`() async throws {
        func swap(_ least: BigInt, _ to: EthereumAddress) async throws -> Explanation {
            try await say(
                "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)", .number(7_000_000),
                .number(least),
                .array([.address(ClearSigningFixture.usdc), .address(Self.weth)]), .address(to), .number(9),
                to: ClearSigningFixture.router
            )
        }
        #expect(try await swap(0, ClearSigningFixture.me).level == .danger)
        #expect(try await swap(2_000_000_000_000_000, ClearSigningFixture.unknown).level == .danger)
        #expect(try await swap(2_000_000_000_000_000, ClearSigningFixture.me).level == .plain)
    }

    /// A swap of 100 USDC for at least `least` of `token`.
    private func swap(
        for token: EthereumAddress, least: BigInt, holdings: Holdings = .unknown
    ) async throws -> Explanation {
        let data = try ClearSigningFixture.data(
            "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)", .number(100_000_000),
            .number(least), .array([.address(ClearSigningFixture.usdc), .address(token)]),
            .address(ClearSigningFixture.me), .number(9))
        return await clarity.say(data, to: ClearSigningFixture.router, holdings: holdings)
    }

    @Test func `a swap of dollars for five percent fewer dollars is a danger`() async throws {
        let usdt = ClearSigningFixture.address("0xdAC17F958D2ee523a2206206994597C13D831ec7")
        let low = try await swap(for: usdt, least: 49_000_000)
        #expect(
            low.texts(.danger) == [
                "You are guaranteed only 49% of what you send, although the tokens normally have the same value."
            ])
        #expect(try await swap(for: usdt, least: 94_900_000).level == .danger)
        #expect(try await swap(for: usdt, least: 95_000_000).level == .plain)
        let dai = ClearSigningFixture.address("0x6B175474E89094C44Da98b954EedeAC495271d0F")
        #expect(try await swap(for: dai, least: BigInt(49) * BigInt(10).power(18)).level == .danger)
        #expect(try await swap(for: dai, least: BigInt(99) * BigInt(10).power(18)).level == .plain)
    }

    @Test func `a tiny minimum of any trusted token is a danger`() async throws {
        let comp = ClearSigningFixture.address("0xc00e94Cb662C3520282E6f5717214004A7f26888")
        let tiny = try await swap(for: comp, least: 1_000_000_000_000)
        #expect(tiny.sentence == "Swap 100 USDC for at least 0.000001 COMP.")
        #expect(tiny.texts(.danger).contains("You accept any amount in return, even nothing."))
        #expect(try await swap(for: comp, least: BigInt(2) * BigInt(10).power(18)).level == .plain)
    }

    @Test(arguments: Set(KnownTokens.all.map(\.symbol)).sorted())
    func `the worth of every trusted token has bounds`(symbol: String) throws {
        let cents = try #require(KnownTokens.worth(of: symbol))
        #expect(cents.upperBound > 0)
    }

    @Test func `a swap for an unknown token is a caution, and a danger if it takes nearly all`() async throws {
        let text = "The wallet does not know the token that you receive. It may be worth nothing."
        let some = try await swap(for: ClearSigningFixture.unknown, least: 5_000_000)
        #expect(some.level == .caution)
        #expect(some.texts(.caution) == [text])
        let all = try await swap(
            for: ClearSigningFixture.unknown, least: 5_000_000,
            holdings: Holdings(balances: [ClearSigningFixture.usdc: 105_000_000]))
        #expect(all.texts(.danger).contains(text))
    }

    @Test(arguments: [
        "unoswap(address,uint256,uint256,uint256[])", "unoswap(uint256,uint256,uint256,uint256)",
        "uniswapV3Swap(uint256,uint256,uint256[])", "ethUnoswap(uint256,uint256)",
    ])
    func `a swap that names only a minimum is a danger without a sensible one`(signature: String) async throws {
        func swap(least: BigInt) async throws -> Explanation {
            let function = try ABIFunction(signature)
            // The minimum is the last number before the pools.
            let numbers = function.parameters.count - 1
            let arguments = function.parameters.enumerated().map { index, parameter -> ABIValue in
                switch parameter.type {
                case .address: .address(ClearSigningFixture.usdc)
                case .array: .array([.number(1)])
                default: .number(index == numbers - 1 ? least : 7_000_000)
                }
            }
            return await clarity.say(try function.call(arguments), to: ClearSigningFixture.router)
        }
        for least in [BigInt(0), 1, 999] {
            let said = try await swap(least: least)
            #expect(said.texts(.danger).contains("You accept any amount in return, even nothing."))
        }
        let sensible = try await swap(least: 5_000_000)
        #expect(sensible.texts(.danger) == ["The wallet cannot tell which token you receive. It may be worth nothing."])
    }

    @Test func `a swap without any minimum is a danger`() async throws {
        let said = try await say(
            "swap(string,address,uint256,bytes)", .string("oneInch"), .address(ClearSigningFixture.usdc),
            .number(7_000_000),
            .bytes([]), to: ClearSigningFixture.router)
        #expect(said.sentence == "Swap 7 USDC.")
        #expect(said.texts(.danger) == ["You accept any amount in return, even nothing."])
    }

    @Test func `taking an order shows what the part that is taken yields`() async throws {
        func take(whole: BigUInt) async throws -> Explanation {
            try await say(
                "fillRfqOrder((address,address,uint128,uint128,address,address,address,bytes32,uint64,uint256),"
                    + "(uint8,uint8,bytes32,bytes32),uint128)",
                .tuple([
                    .address(Self.weth), .address(ClearSigningFixture.usdc), .uint(BigUInt(10).power(20)), .uint(whole),
                    .address(ClearSigningFixture.unknown), .address(ClearSigningFixture.me),
                    .address(ClearSigningFixture.me), .bytes(Self.word),
                    .number(9), .number(1),
                ]),
                .tuple([.number(2), .number(27), .bytes(Self.word), .bytes(Self.word)]),
                .number(10_000_000_000), to: ClearSigningFixture.router)
        }
        let fair = try await take(whole: 320_000_000_000)
        #expect(fair.sentence == "Take an order: at most 10000 USDC for 3.125 WETH.")
        #expect(fair.level < .danger)
        #expect(try await take(whole: BigUInt(10).power(30)).level == .danger)
        #expect(try await take(whole: 0).level == .danger)
    }

    @Test func `coins that an exchange does not need are a danger`() async throws {
        let text = "The exchange does not need all of the coins. Others can take the rest during the exchange."
        let ether = BigInt(1_000_000_000_000_000_000)
        func swap(_ token: EthereumAddress, _ amount: BigInt, value: BigInt) async throws -> Explanation {
            try await say(
                "swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)",
                .address(ClearSigningFixture.address("0xE37e799D5077682FA0a244D46E5649F71457BD09")),
                .tuple([
                    .address(token),
                    .address(ClearSigningFixture.address("0xdAC17F958D2ee523a2206206994597C13D831ec7")),
                    .address(ClearSigningFixture.unknown), .address(ClearSigningFixture.me), .number(amount),
                    .number(
                        token == ClearSigningFixture.usdc ? 4_900_000_000 : BigInt(amount / 1_000_000_000_000) * 3_000),
                    .number(0),
                ]), .bytes([]), .bytes([]),
                to: ClearSigningFixture.address("0x1111111254EEB25477B68fb85Ed929f73A960582"),
                value: value.magnitude)
        }
        #expect(try await swap(ClearSigningFixture.usdc, 5_000_000_000, value: 4 * ether).texts(.danger) == [text])
        #expect(try await swap(ClearSigningFixture.usdc, 5_000_000_000, value: 0).level == .plain)
        let coin = ClearSigningFixture.address("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")
        #expect(try await swap(coin, 2 * ether, value: 2 * ether).level == .plain)
        #expect(try await swap(coin, ether, value: 2 * ether).texts(.danger) == [text])
        let proxy = try await say(
            "transformERC20(address,address,uint256,uint256,(uint32,bytes)[])", .address(ClearSigningFixture.usdc),
            .address(Self.weth), .number(5_000_000_000), .number(2 * ether), .array([]),
            to: ClearSigningFixture.address("0xDef1C0ded9bec7F1a1670819833240f027b25EfF"),
            value: 4_000_000_000_000_000_000)
        #expect(proxy.texts(.danger) == [text])
    }

    @Test func `a 1inch order with an extension is a danger`() async throws {
        let types = #"""
            "Order":[{"name":"salt","type":"uint256"},{"name":"maker","type":"address"},
            {"name":"receiver","type":"address"},{"name":"makerAsset","type":"address"},
            {"name":"takerAsset","type":"address"},{"name":"makingAmount","type":"uint256"},
            {"name":"takingAmount","type":"uint256"},{"name":"makerTraits","type":"uint256"}]
            """#
        func order(traits: BigUInt) async throws -> Explanation {
            try await clarity.say(
                typed: "Order", types: types,
                message: #"{"salt":"1","maker":"\#(ClearSigningFixture.me)","receiver":"\#(ClearSigningFixture.me)","#
                    + #""makerAsset":"\#(ClearSigningFixture.usdc)","takerAsset":"\#(Self.weth)","makingAmount":"1000000000","#
                    + #""takingAmount":"330000000000000000","makerTraits":"\#(traits)"}"#,
                contract: ClearSigningFixture.address("0x111111125421cA6dc452d289314280a0f8842A65"))
        }
        #expect(try await order(traits: BigUInt(1) << 254).level == .caution)
        let extended = try await order(traits: BigUInt(1) << 249)
        #expect(
            extended.texts(.danger) == ["The order has terms that the wallet cannot read: they can change the price."])
    }

    @Test(arguments: [1_000_000, 900_000_000])
    func `a swap of ether for less than half of its lowest value is a danger`(least: BigInt) async throws {
        // Without a node, only what is certain counts.
        let clarity = ClearSigningFixture(prices: nil)
        let swap = try ClearSigningFixture.data(
            "swapExactETHForTokens(uint256,address[],address,uint256)", .number(least),
            .array([.address(Self.weth), .address(ClearSigningFixture.usdc)]), .address(ClearSigningFixture.me),
            .number(9))
        let said = await clarity.say(swap, to: ClearSigningFixture.router, value: BigUInt(10).power(19))
        #expect(said.texts(.danger).contains("You accept less than half of what you send is worth."))
        let wbtc = ClearSigningFixture.address("0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599")
        let dai = ClearSigningFixture.address("0x6B175474E89094C44Da98b954EedeAC495271d0F")
        let bitcoin = try await say(
            "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)", .number(100_000_000),
            .number(2_000_000_000_000), .array([.address(wbtc), .address(dai)]), .address(ClearSigningFixture.me),
            .number(9),
            to: ClearSigningFixture.router)
        #expect(bitcoin.level == .danger)
    }

    @Test func `an offer for almost nothing is a danger, whatever is offered`() async throws {
        let types = #"""
            "Order":[{"name":"salt","type":"uint256"},{"name":"maker","type":"address"},
            {"name":"receiver","type":"address"},{"name":"makerAsset","type":"address"},
            {"name":"takerAsset","type":"address"},{"name":"makingAmount","type":"uint256"},
            {"name":"takingAmount","type":"uint256"},{"name":"makerTraits","type":"uint256"}]
            """#
        func order(_ making: BigUInt, of token: EthereumAddress, for taking: BigUInt) async throws -> Explanation {
            try await clarity.say(
                typed: "Order", types: types,
                message: #"{"salt":"1","maker":"\#(ClearSigningFixture.me)","receiver":"\#(ClearSigningFixture.me)","#
                    + #""makerAsset":"\#(token)","takerAsset":"\#(ClearSigningFixture.usdc)","makingAmount":"\#(making)","#
                    + #""takingAmount":"\#(taking)","makerTraits":"\#(BigUInt(1) << 254)"}"#,
                contract: ClearSigningFixture.address("0x111111125421cA6dc452d289314280a0f8842A65"))
        }
        let near = "The price is close to zero."
        #expect(try await order(BigUInt(10).power(19), of: Self.weth, for: 1_000_000).texts(.danger) == [near])
        #expect(
            try await order(BigUInt(10).power(24), of: ClearSigningFixture.unknown, for: 20_000).texts(.danger)
                .contains(near))
        #expect(try await order(BigUInt(10).power(18), of: Self.weth, for: 200_000_000).level == .danger)
        #expect(try await order(BigUInt(10).power(18), of: Self.weth, for: 3_000_000_000).level == .caution)
    }
}
