import BigInt
import Bridge
import Ethereum
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// Purchases, and routes of several steps, that lose the price or the proceeds.
@Suite struct RouteTests {
    private static let weth = ClearSigningFixture.address("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")

    private let clarity = ClearSigningFixture(
        prices: TestPrices(chainID: 1, cents: ["ETH": 520_000, "BTC": 5_000_000]))

    private func say(_ signature: String, _ arguments: ABIValue..., to: EthereumAddress, value: BigUInt = 0)
        async throws
        -> Explanation
    {
        await clarity.say(try ABIFunction(signature).call(arguments), to: to, value: value)
    }

    private static let seaport = ClearSigningFixture.address("0x0000000000000068F116a894984e2DB1123eB395")

    /// An item of a Seaport order: native coin (0), a token (1), or an item by its number (2).
    private func item(_ kind: BigInt, _ token: EthereumAddress, _ number: BigInt, _ amount: BigInt) -> [ABIValue] {
        [.number(kind), .address(token), .number(number), .number(amount), .number(amount)]
    }

    /// The execution of another person's Seaport order.
    private func fulfill(_ offer: [[ABIValue]], for consideration: [[ABIValue]]) async throws -> Explanation {
        let zero: ABIValue = .bytes([UInt8](repeating: 0, count: 32))
        let parameters: ABIValue = .tuple([
            .address(ClearSigningFixture.unknown), .address(Self.itself), .array(offer.map { .tuple($0) }),
            .array(consideration.map { .tuple($0 + [.address(ClearSigningFixture.unknown)]) }), .number(0), .number(0),
            .number(9), zero, .number(1), zero, .number(1),
        ])
        return try await say(
            "fulfillOrder(((address,address,(uint8,address,uint256,uint256,uint256)[],"
                + "(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,"
                + "uint256),bytes),bytes32)",
            .tuple([parameters, .bytes([1])]), zero, to: Self.seaport)
    }

    @Test func `a purchase of an unknown or worthless item is a danger`() async throws {
        let ether = BigInt(1_000_000_000_000_000_000)
        let price = item(1, Self.weth, 0, ether)
        let unknown = try await fulfill([item(2, ClearSigningFixture.unknown, 7, 1)], for: [price])
        #expect(
            unknown.texts(.danger).contains(
                "The item that you receive is of a collection that the wallet does not know."))
        #expect(try await fulfill([item(2, ClearSigningFixture.collection, 7, 1)], for: [price]).level < .danger)
        #expect(try await fulfill([item(2, ClearSigningFixture.collection, 7, 0)], for: [price]).level == .danger)
    }

    @Test func `a refunded price is deducted`() async throws {
        let ether = BigInt(1_000_000_000_000_000_000)
        let ape = item(2, ClearSigningFixture.collection, 7, 1)
        let fee = try await fulfill([item(1, Self.weth, 0, ether * 10)], for: [ape, item(1, Self.weth, 0, ether)])
        #expect(fee.sentence == "Through a contract: Buy 9 WETH for item 7 of Bored Ape Yacht Club.")
        #expect(fee.texts(.danger) == [Self.untyped])
        let back = try await fulfill(
            [item(1, Self.weth, 0, ether * 10)], for: [ape, item(1, Self.weth, 0, ether * 9)])
        #expect(
            back.texts(.danger) == ["You pay back more than half of the price that you receive.", Self.untyped])
    }

    private static let untyped =
        "Your node cannot tell what items of this collection are worth. Compare the price yourself, and type it to continue."
    private static let universalRouter = ClearSigningFixture.address("0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD")
    private static let sender = ClearSigningFixture.address("0x0000000000000000000000000000000000000001")
    private static let itself = ClearSigningFixture.address("0x0000000000000000000000000000000000000002")

    /// The dangers where a minimum is next to nothing.
    private static let nothing = ["You accept any amount in return, even nothing."]

    /// A call of Uniswap's Universal Router with these steps.
    private func route(_ steps: [(command: UInt8, input: [UInt8])], value: BigUInt = 0) async throws -> Explanation {
        try await say(
            "execute(bytes,bytes[])", .bytes(steps.map(\.command)), .array(steps.map { .bytes($0.input) }),
            to: Self.universalRouter, value: value)
    }

    /// A swap of 5000 USDC for at least `least` WETH.
    private func swap(to receiver: EthereumAddress, least: BigInt) throws -> (command: UInt8, input: [UInt8]) {
        let path = ClearSigningFixture.usdc.bytes + [0, 1, 0xF4] + Self.weth.bytes
        let values: [ABIValue] = [
            .address(receiver), .number(5_000_000_000), .number(least), .bytes(path), .bool(true),
        ]
        return (0, try ABIEncoder.encode(values, as: [.address, .uint(256), .uint(256), .bytes, .bool]))
    }

    private func sweep(_ token: EthereumAddress, least: BigInt) throws -> (command: UInt8, input: [UInt8]) {
        let values: [ABIValue] = [.address(token), .address(Self.sender), .number(least)]
        return (4, try ABIEncoder.encode(values, as: [.address, .address, .uint(256)]))
    }

    @Test func `a step of a route without a minimum is a danger, unless a later one takes all and has one`()
        async throws
    {
        let ether = BigInt(1_000_000_000_000_000_000)
        #expect(try await route([swap(to: Self.sender, least: 1)]).texts(.danger) == Self.nothing)
        #expect(try await route([swap(to: Self.sender, least: ether)]).level == .plain)
        let swept = [try swap(to: Self.itself, least: 0), try sweep(Self.weth, least: ether)]
        #expect(try await route(swept).level == .plain)
        let bare = [try swap(to: Self.itself, least: 0), try sweep(Self.weth, least: 1)]
        #expect(try await route(bare).texts(.danger) == Self.nothing)
        let beside = [try swap(to: Self.sender, least: 1), try sweep(Self.weth, least: ether)]
        #expect(try await route(beside).texts(.danger) == Self.nothing)
    }

    @Test func `a minimum counts only until a later step exchanges the whole amount`() async throws {
        let wbtc = ClearSigningFixture.address("0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599")
        func onward(least: BigInt) throws -> (command: UInt8, input: [UInt8]) {
            let values: [ABIValue] = [
                .address(Self.sender), .uint(BigUInt(1) << 255), .number(least),
                .bytes(Self.weth.bytes + [0, 1, 0xF4] + wbtc.bytes), .bool(false),
            ]
            return (0, try ABIEncoder.encode(values, as: [.address, .uint(256), .uint(256), .bytes, .bool]))
        }
        let ether = BigInt(1_000_000_000_000_000_000)
        let low = try await route([swap(to: Self.itself, least: ether), onward(least: 1_000)])
        #expect(low.texts(.danger) == ["You are guaranteed only 0% of the value of what you send."])
        #expect(try await route([swap(to: Self.itself, least: ether), onward(least: 10_000_000)]).level == .plain)
    }

    @Test(arguments: [(1_000_000_000_000, true), (9_000_000_000_000_000, true), (10_000_000_000_000_000, false)])
    func `an item of a known collection for less than a hundredth of an ether is a danger`(
        price: BigInt, isDanger: Bool
    ) async throws {
        let ape = item(2, ClearSigningFixture.collection, 7, 1)
        let sale = try await fulfill([item(1, Self.weth, 0, price)], for: [ape])
        #expect((sale.texts(.danger) != [Self.untyped]) == isDanger)
    }

    @Test func `fees that add up to a large share are a danger`() async throws {
        func fee(_ part: BigInt) throws -> (command: UInt8, input: [UInt8]) {
            let values: [ABIValue] = [.address(Self.weth), .address(ClearSigningFixture.unknown), .number(part)]
            return (6, try ABIEncoder.encode(values, as: [.address, .address, .uint(256)]))
        }
        func said(_ fees: [(command: UInt8, input: [UInt8])]) async throws -> Explanation {
            let ether = BigInt(1_000_000_000_000_000_000)
            return try await route(
                [swap(to: Self.itself, least: ether)] + fees + [sweep(Self.weth, least: ether * 9 / 10)])
        }
        #expect(try await said([fee(25)]).level == .plain)
        #expect(try await said([fee(100), fee(100)]).level == .plain)
        let many = try await said([fee(100), fee(100), fee(1)])
        #expect(many.texts(.danger).contains("The fees of the steps add up to a large share of what you receive."))
        #expect(many.row("Recipient")?.value == .exact(ClearSigningFixture.unknown.description))
    }

    @Test func `a liquidity position of a pool with unknown code is a danger`() async throws {
        func mint(hooks: EthereumAddress) async throws -> Explanation {
            let key: ABIType = try ABIType("(address,address,uint24,int24,address)")
            let values: [ABIValue] = [
                .tuple([
                    .address(ClearSigningFixture.usdc), .address(Self.weth), .number(500), .number(10), .address(hooks),
                ]),
                .number(0), .number(10), .number(1), .number(5_000_000), .number(1_000_000),
                .address(ClearSigningFixture.me),
                .bytes([]),
            ]
            let types: [ABIType] = try [
                key, ABIType("int24"), ABIType("int24"), .uint(256), .uint(128), .uint(128), .address, .bytes,
            ]
            let input = try ABIEncoder.encode(values, as: types)
            let plan = try ABIEncoder.encode(
                [.bytes([2]), .array([.bytes(input)])], as: [.bytes, .array(.bytes, count: nil)])
            return try await say(
                "modifyLiquidities(bytes,uint256)", .bytes(plan), .number(9),
                to: ClearSigningFixture.address("0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e"))
        }
        #expect(
            try await mint(hooks: ClearSigningFixture.unknown).texts(.danger).contains { $0.contains("runs the code") }
        )
        let none = ClearSigningFixture.address("0x0000000000000000000000000000000000000000")
        #expect(try await mint(hooks: none).level < .danger)
    }

    @Test func `tokens or coins that stay in a router are a danger`() async throws {
        let input = try ABIEncoder.encode(
            [.address(ClearSigningFixture.usdc), .address(Self.itself), .number(5_000_000)],
            as: [.address, .address, .uint(160)])
        let text = "What you receive stays in the contract, where anyone can take it."
        #expect(try await route([(2, input), sweep(Self.weth, least: 0)]).texts(.danger) == [text])
        #expect(try await route([(2, input), sweep(ClearSigningFixture.usdc, least: 0)]).level == .plain)
        let router = ClearSigningFixture.address("0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45")
        let pull = try await say(
            "pull(address,uint256)", .address(ClearSigningFixture.usdc), .number(5_000_000), to: router)
        #expect(pull.texts(.danger) == [text])
        let wrap = try await say("wrapETH(uint256)", .number(5_000_000), to: router, value: 5_000_000)
        #expect(wrap.texts(.danger) == [text])
    }

    @Test func `coins beyond what a router uses are a danger, unless it returns the rest`() async throws {
        let router = ClearSigningFixture.address("0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45")
        let ether = BigInt(1_000_000_000_000_000_000)
        let swap = try ClearSigningFixture.data(
            "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
            .tuple([
                .address(Self.weth), .address(ClearSigningFixture.usdc), .number(500), .address(ClearSigningFixture.me),
                .number(ether),
                .number(5_000_000_000), .number(0),
            ]))
        let text = "The coins that no step uses stay in the contract, where anyone can take them."
        #expect(await clarity.say(swap, to: router, value: 2_000_000_000_000_000_000).texts(.danger) == [text])
        #expect(await clarity.say(swap, to: router, value: 1_000_000_000_000_000_000).level == .plain)
        let refund = try ClearSigningFixture.data("refundETH()")
        let both = try ClearSigningFixture.data("multicall(bytes[])", .array([.bytes(swap), .bytes(refund)]))
        #expect(await clarity.say(both, to: router, value: 2_000_000_000_000_000_000).level == .plain)
    }

    private static let hidden = "The wallet cannot tell which token you receive. It may be worth nothing."
    private static let oneInch = ClearSigningFixture.address("0x111111125421cA6dc452d289314280a0f8842A65")
    private static let oneInch5 = ClearSigningFixture.address("0x1111111254EEB25477B68fb85Ed929f73A960582")

    @Test func `a swap in pools that hide the bought token is a danger, unless the pools are known`() async throws {
        let ether = BigInt(1_000_000_000_000_000_000)
        func swap(_ pool: String, least: BigInt) async throws -> Explanation {
            let word = try #require(BigInt(pool, radix: 16))
            let usdc = try #require(BigInt(ClearSigningFixture.usdc.description.dropFirst(2), radix: 16))
            return try await say(
                "unoswap(uint256,uint256,uint256,uint256)",
                .number(usdc), .number(5_000_000_000), .number(least),
                .number(word), to: Self.oneInch)
        }
        // Uniswap V3, V2 and SushiSwap.
        for pool in [
            "20800000000000000000000088e6a0c2ddd26feeb64f039a2c41296fcb3f5640",
            "b4e16d0168e52d35cacd2c6185b44281ec28c9dc", "397ff1542f962076d0bfe58ea045ffa2d347aca0",
        ] {
            let said = try await swap(pool, least: ether)
            #expect(said.sentence == "Swap 5000 USDC for at least 1 WETH.")
            #expect(said.level == .plain)
            #expect(try await swap(pool, least: 1_000).texts(.danger) == Self.nothing)
        }
        let unknown = try await swap("8617e340b3d01fa5f11f306f4090fd50e238070d", least: ether)
        #expect(unknown.sentence == "Swap 5000 USDC.")
        #expect(unknown.texts(.danger) == [Self.hidden])
    }

    @Test func `a swap in a pool that names neither token is read from the pool`() async throws {
        func swap(_ flags: String) async throws -> Explanation {
            let word = try #require(
                BigInt("\(flags)00000000000000000000088e6a0c2ddd26feeb64f039a2c41296fcb3f5640", radix: 16))
            return try await say(
                "uniswapV3Swap(uint256,uint256,uint256[])", .number(5_000_000_000), .number(2_000_000_000),
                .array([.number(word)]), to: Self.oneInch5)
        }
        // The highest bit selects the direction.
        #expect(try await swap("000").sentence == "Swap 5000 USDC for at least 0.000000002 WETH.")
        #expect(try await swap("000").texts(.danger) == Self.nothing)
        #expect(try await swap("800").sentence == "Swap 0.000000005 WETH for at least 2000 USDC.")
    }

    @Test func `an exchange of coins by their numbers is read from the pool`() async throws {
        let pool = ClearSigningFixture.address("0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7")
        func exchange(_ least: BigInt, to contract: EthereumAddress) async throws -> Explanation {
            try await say(
                "exchange(int128,int128,uint256,uint256)", .number(1), .number(0), .number(5_000_000_000),
                .number(least * 1_000_000_000_000_000_000), to: contract)
        }
        let fair = try await exchange(4_990, to: pool)
        #expect(fair.sentence == "Swap 5000 USDC for at least 4990 DAI.")
        #expect(fair.level == .plain)
        #expect(try await exchange(1, to: pool).texts(.danger) == Self.nothing)
        #expect(
            try await exchange(2_400, to: pool).texts(.danger) == [
                "You are guaranteed only 48% of what you send, although the tokens normally have the same value."
            ])
        #expect(try await exchange(4_990, to: ClearSigningFixture.unknown).texts(.danger) == [Self.hidden])
    }

    @Test func `a swap through a pool with unknown code is a danger`() async throws {
        func swap(hooks: EthereumAddress) async throws -> Explanation {
            let none = ClearSigningFixture.address("0x0000000000000000000000000000000000000000")
            let single = try ABIType("((address,address,uint24,int24,address),bool,uint128,uint128,bytes)")
            let pool: ABIValue = .tuple([
                .address(none), .address(ClearSigningFixture.usdc), .number(500), .number(10), .address(hooks),
            ])
            let step: ABIValue = .tuple([
                pool, .bool(false), .number(5_000_000_000), .number(1_000_000_000_000_000_000), .bytes([]),
            ])
            let settle = try ABIEncoder.encode(
                [.address(ClearSigningFixture.usdc), .number(5_000_000_000)], as: [.address, .uint(256)])
            let take = try ABIEncoder.encode(
                [.address(none), .number(1_000_000_000_000_000_000)], as: [.address, .uint(256)])
            let steps: [ABIValue] = [
                .bytes(try ABIEncoder.encode([step], as: [single])), .bytes(settle), .bytes(take),
            ]
            let input = try ABIEncoder.encode(
                [.bytes([0x06, 0x0C, 0x0F]), .array(steps)], as: [.bytes, .array(.bytes, count: nil)])
            return try await route([(0x10, input)])
        }
        #expect(
            try await swap(hooks: ClearSigningFixture.unknown).texts(.danger) == [
                "The pool runs the code of a contract that the wallet does not know: it can keep what you send."
            ])
        let none = ClearSigningFixture.address("0x0000000000000000000000000000000000000000")
        #expect(try await swap(hooks: none).level < .danger)
    }

    @Test func `an exchange with a contract that the wallet does not know is a danger`() async throws {
        let word: ABIValue = .bytes([UInt8](repeating: 1, count: 32))
        let said = try await say(
            "clipperSwap(address,address,address,uint256,uint256,uint256,bytes32,bytes32)",
            .address(ClearSigningFixture.unknown),
            .address(ClearSigningFixture.usdc), .address(Self.weth), .number(5_000_000_000),
            .number(1_000_000_000_000_000_000),
            .number(9), word, word, to: Self.oneInch5)
        #expect(said.sentence == "Swap 5000 USDC for at least 1 WETH.")
        #expect(
            said.texts(.danger) == [
                "The pool runs the code of a contract that the wallet does not know: it can keep what you send."
            ])
    }
}
