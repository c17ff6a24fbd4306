import BigInt
import Bridge
import Ethereum
import Testing
import Wallet

/// Purchases, and routes of several steps, that lose the price or the proceeds.
@Suite struct RouteTests {
    private static let weth = Clarity.address("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")

    private let clarity = Clarity()

    private func say(_ signature: String, _ arguments: ABIValue..., to: EthereumAddress, value: BigUInt = 0)
        async throws
        -> Explanation
    {
        await clarity.say(try ABIFunction(signature).call(arguments), to: to, value: value)
    }

    private static let seaport = Clarity.address("0x0000000000000068F116a894984e2DB1123eB395")

    /// An item of a Seaport order: native coin (0), a token (1), or an item by its number (2).
    private func item(_ kind: BigInt, _ token: EthereumAddress, _ number: BigInt, _ amount: BigInt) -> [ABIValue] {
        [.number(kind), .address(token), .number(number), .number(amount), .number(amount)]
    }

    /// The execution of a stranger's Seaport order.
    private func fulfill(_ offer: [[ABIValue]], for consideration: [[ABIValue]]) async throws -> Explanation {
        let zero: ABIValue = .bytes([UInt8](repeating: 0, count: 32))
        let parameters: ABIValue = .tuple([
            .address(Clarity.stranger), .address(Self.itself), .array(offer.map { .tuple($0) }),
            .array(consideration.map { .tuple($0 + [.address(Clarity.stranger)]) }), .number(0), .number(0),
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
        let unknown = try await fulfill([item(2, Clarity.stranger, 7, 1)], for: [price])
        #expect(
            unknown.texts(.danger).contains(
                "The item that you receive is of a collection that the wallet does not know."))
        #expect(try await fulfill([item(2, Clarity.collection, 7, 1)], for: [price]).level < .danger)
        #expect(try await fulfill([item(2, Clarity.collection, 7, 0)], for: [price]).level == .danger)
    }

    @Test func `a price that is paid back is set off`() async throws {
        let ether = BigInt(1_000_000_000_000_000_000)
        let ape = item(2, Clarity.collection, 7, 1)
        let fee = try await fulfill([item(1, Self.weth, 0, ether * 10)], for: [ape, item(1, Self.weth, 0, ether)])
        #expect(fee.sentence == "Through a contract: Buy 9 WETH for item 7 of a collection.")
        #expect(fee.level < .danger)
        let back = try await fulfill(
            [item(1, Self.weth, 0, ether * 10)], for: [ape, item(1, Self.weth, 0, ether * 9)])
        #expect(back.texts(.danger) == ["You pay back more than half of the price that you receive."])
    }

    private static let universalRouter = Clarity.address("0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD")
    private static let sender = Clarity.address("0x0000000000000000000000000000000000000001")
    private static let itself = Clarity.address("0x0000000000000000000000000000000000000002")

    /// A call of Uniswap's Universal Router with these steps.
    private func route(_ steps: [(command: UInt8, input: [UInt8])], value: BigUInt = 0) async throws -> Explanation {
        try await say(
            "execute(bytes,bytes[])", .bytes(steps.map(\.command)), .array(steps.map { .bytes($0.input) }),
            to: Self.universalRouter, value: value)
    }

    /// A swap of 10000 USDC for at least `least` WETH.
    private func swap(to receiver: EthereumAddress, least: BigInt) throws -> (command: UInt8, input: [UInt8]) {
        let path = Clarity.usdc.bytes + [0, 1, 0xF4] + Self.weth.bytes
        let values: [ABIValue] = [
            .address(receiver), .number(10_000_000_000), .number(least), .bytes(path), .bool(true),
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
        let text = "You accept any amount in return, even nothing."
        let ether = BigInt(1_000_000_000_000_000_000)
        #expect(try await route([swap(to: Self.sender, least: 1)]).texts(.danger) == [text])
        #expect(try await route([swap(to: Self.sender, least: ether)]).level == .plain)
        let swept = [try swap(to: Self.itself, least: 0), try sweep(Self.weth, least: ether)]
        #expect(try await route(swept).level == .plain)
        let bare = [try swap(to: Self.itself, least: 0), try sweep(Self.weth, least: 1)]
        #expect(try await route(bare).texts(.danger) == [text])
        let beside = [try swap(to: Self.sender, least: 1), try sweep(Self.weth, least: ether)]
        #expect(try await route(beside).texts(.danger) == [text])
    }

    @Test func `fees that add up to a large share are a danger`() async throws {
        func fee(_ part: BigInt) throws -> (command: UInt8, input: [UInt8]) {
            let values: [ABIValue] = [.address(Self.weth), .address(Clarity.stranger), .number(part)]
            return (6, try ABIEncoder.encode(values, as: [.address, .address, .uint(256)]))
        }
        func said(_ fees: [(command: UInt8, input: [UInt8])]) async throws -> Explanation {
            let ether = BigInt(1_000_000_000_000_000_000)
            return try await route([swap(to: Self.itself, least: ether)] + fees + [sweep(Self.weth, least: ether / 2)])
        }
        #expect(try await said([fee(25)]).level == .plain)
        #expect(try await said([fee(100), fee(100)]).level == .plain)
        let many = try await said([fee(100), fee(100), fee(1)])
        #expect(many.texts(.danger).contains("The fees of the steps add up to a large share of what you receive."))
        #expect(many.row("Recipient")?.value == .exact(Clarity.stranger.description))
    }

    @Test func `a liquidity position of a pool with unknown code is a danger`() async throws {
        func mint(hooks: EthereumAddress) async throws -> Explanation {
            let key: ABIType = try ABIType("(address,address,uint24,int24,address)")
            let values: [ABIValue] = [
                .tuple([
                    .address(Clarity.usdc), .address(Self.weth), .number(500), .number(10), .address(hooks),
                ]),
                .number(0), .number(10), .number(1), .number(5_000_000), .number(1_000_000), .address(Clarity.me),
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
                to: Clarity.address("0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e"))
        }
        #expect(try await mint(hooks: Clarity.stranger).texts(.danger).contains { $0.contains("runs the code") })
        let none = Clarity.address("0x0000000000000000000000000000000000000000")
        #expect(try await mint(hooks: none).level < .danger)
    }

    @Test func `tokens or coins that stay in a router are a danger`() async throws {
        let input = try ABIEncoder.encode(
            [.address(Clarity.usdc), .address(Self.itself), .number(5_000_000)], as: [.address, .address, .uint(160)])
        let text = "What you receive stays in the contract, where anyone can take it."
        #expect(try await route([(2, input), sweep(Self.weth, least: 0)]).texts(.danger) == [text])
        #expect(try await route([(2, input), sweep(Clarity.usdc, least: 0)]).level == .plain)
        let router = Clarity.address("0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45")
        let pull = try await say("pull(address,uint256)", .address(Clarity.usdc), .number(5_000_000), to: router)
        #expect(pull.texts(.danger) == [text])
        let wrap = try await say("wrapETH(uint256)", .number(5_000_000), to: router, value: 5_000_000)
        #expect(wrap.texts(.danger) == [text])
    }

    @Test func `coins beyond what a router uses are a danger, unless it returns the rest`() async throws {
        let router = Clarity.address("0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45")
        let ether = BigInt(1_000_000_000_000_000_000)
        let swap = try Clarity.data(
            "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
            .tuple([
                .address(Self.weth), .address(Clarity.usdc), .number(500), .address(Clarity.me), .number(ether),
                .number(1_000_000_000), .number(0),
            ]))
        let text = "The coins that no step uses stay in the contract, where anyone can take them."
        #expect(await clarity.say(swap, to: router, value: 2_000_000_000_000_000_000).texts(.danger) == [text])
        #expect(await clarity.say(swap, to: router, value: 1_000_000_000_000_000_000).level == .plain)
        let refund = try Clarity.data("refundETH()")
        let both = try Clarity.data("multicall(bytes[])", .array([.bytes(swap), .bytes(refund)]))
        #expect(await clarity.say(both, to: router, value: 2_000_000_000_000_000_000).level == .plain)
    }
}
