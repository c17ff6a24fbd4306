import BigInt
import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// Deposits into pools, and exits from them.
@Suite struct LiquidityTests {
    private static let weth = ClearSigningFixture.address("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")

    private let clarity = ClearSigningFixture()

    private func say(_ signature: String, _ arguments: ABIValue..., to: EthereumAddress, value: BigUInt = 0)
        async throws
        -> Explanation
    {
        await clarity.say(try ABIFunction(signature).call(arguments), to: to, value: value)
    }

    @Test
    func `liquidity without minimums is a caution, and nearly all of a token together with an unknown one a danger`()
        async throws
    {
        func add(_ other: EthereumAddress, least: BigInt, holdings: Holdings = .unknown) async throws -> Explanation {
            let data = try ClearSigningFixture.data(
                "addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)",
                .address(ClearSigningFixture.usdc), .address(other), .number(5_000_000_000),
                .number(1_000_000_000_000_000_000),
                .number(least), .number(0), .address(ClearSigningFixture.me), .number(9))
            return await clarity.say(data, to: ClearSigningFixture.router, holdings: holdings)
        }
        let text =
            "There is no minimum for either token. Others can move the price first, and take part of the value."
        #expect(try await add(Self.weth, least: 0).texts(.caution) == [text])
        #expect(try await add(Self.weth, least: 4_900_000_000).level == .plain)
        #expect(try await add(ClearSigningFixture.unknown, least: 4_900_000_000).level == .caution)
        let all = Holdings(balances: [ClearSigningFixture.usdc: 5_000_000_000])
        #expect(try await add(ClearSigningFixture.unknown, least: 4_900_000_000, holdings: all).level == .danger)
        #expect(try await add(Self.weth, least: 4_900_000_000, holdings: all).level == .plain)
    }

    @Test func `liquidity at a price that the page chooses is a danger`() async throws {
        let positions = ClearSigningFixture.address("0xC36442b4a4522E871399CD717aBDD847Ab11FE88")
        let price = "The call sets the price of a new pool. If it is wrong, others can take what you add."
        let lopsided =
            "One of the two tokens is worth far more than the other. If the pool has a wrong price, others can take the "
            + "difference."
        let ether = BigInt(1_000_000_000_000_000_000)
        func mint(weth: BigInt) throws -> [UInt8] {
            try ClearSigningFixture.data(
                "mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))",
                .tuple([
                    .address(ClearSigningFixture.usdc), .address(Self.weth), .number(500), .number(10), .number(20),
                    .number(5_000_000_000), .number(weth), .number(4_900_000_000), .number(0),
                    .address(ClearSigningFixture.me), .number(9),
                ]))
        }
        let create = try ClearSigningFixture.data(
            "createAndInitializePoolIfNecessary(address,address,uint24,uint160)", .address(ClearSigningFixture.usdc),
            .address(Self.weth), .number(500), .number(1))
        func both(_ steps: [[UInt8]]) async throws -> [String] {
            let data = try ClearSigningFixture.data("multicall(bytes[])", .array(steps.map { .bytes($0) }))
            return await clarity.say(data, to: positions).texts(.danger)
        }
        #expect(await clarity.say(try mint(weth: ether), to: positions).texts(.danger) == [])
        #expect(await clarity.say(try mint(weth: 0), to: positions).texts(.danger) == [lopsided])
        #expect(try await both([create]) == [])
        #expect(try await both([create, mint(weth: ether)]) == [price])
        let add = try await say(
            "addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)",
            .address(ClearSigningFixture.usdc),
            .address(Self.weth), .number(5_000_000_000), .number(1), .number(5_000_000_000), .number(1),
            .address(ClearSigningFixture.me), .number(9), to: ClearSigningFixture.router)
        #expect(add.texts(.danger) == [lopsided])
    }

    @Test func `an exit from a pool of Balancer without a minimum is a danger`() async throws {
        func exit(least: BigInt) async throws -> [String] {
            try await say(
                "exitPool(bytes32,address,address,(address[],uint256[],bytes,bool))",
                .bytes(
                    ClearSigningFixture.address("0x96646936b91d6B9D7D0c47C496AfBF3D6ec7B6f8").bytes
                        + [UInt8](repeating: 0, count: 12)),
                .address(ClearSigningFixture.me), .address(ClearSigningFixture.me),
                .tuple([
                    .array([.address(ClearSigningFixture.usdc), .address(Self.weth)]),
                    .array([.number(least), .number(0)]),
                    .bytes([1]), .bool(false),
                ]), to: ClearSigningFixture.address("0xBA12222222228d8Ba445958a75a0704d566BF2C8")
            ).texts(.danger)
        }
        let text = "You accept any amount in return, even nothing."
        #expect(try await exit(least: 0) == [text])
        #expect(try await exit(least: 1_000) == [text])
        #expect(try await exit(least: 1_480_000_000) == [])
    }

    @Test func `adding to a position that may belong to someone else is a danger`() async throws {
        let said = try await say(
            "increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))",
            .tuple([.number(7), .number(5_000_000_000), .number(9), .number(4_900_000_000), .number(8), .number(9)]),
            to: ClearSigningFixture.address("0xC36442b4a4522E871399CD717aBDD847Ab11FE88"))
        #expect(
            said.texts(.danger) == [
                "Anyone can add to any position. If this one is not yours, someone else gets what you send."
            ])
    }

    @Test func `a pool of Balancer with unknown code is a danger`() async throws {
        func join(_ pool: EthereumAddress) async throws -> Explanation {
            try await say(
                "joinPool(bytes32,address,address,(address[],uint256[],bytes,bool))",
                .bytes(pool.bytes + [UInt8](repeating: 0, count: 12)), .address(ClearSigningFixture.me),
                .address(ClearSigningFixture.me),
                .tuple([
                    .array([.address(ClearSigningFixture.usdc), .address(Self.weth)]),
                    .array([.number(5_000_000), .number(9)]),
                    .bytes([1]), .bool(false),
                ]), to: ClearSigningFixture.address("0xBA12222222228d8Ba445958a75a0704d566BF2C8"))
        }
        #expect(try await join(ClearSigningFixture.unknown).texts(.danger).contains { $0.contains("runs the code") })
        let known = ClearSigningFixture.address("0x96646936b91d6B9D7D0c47C496AfBF3D6ec7B6f8")
        #expect(try await join(known).level < .danger)
    }
}
