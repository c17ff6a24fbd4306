import BigInt
import Bridge
import Ethereum
import Primitives
import Testing

@testable import WalletTesting

/// What comes out of pools, beside the minimums.
@MainActor @Suite struct PoolExitTests {
    private typealias Simulated = SimulationTests

    /// An exit from a pool of USDC and DAI, or of a pool whose tokens the call does not name.
    enum Exit: String, CaseIterable, Sendable {
        case uniswapV2, uniswapV3, curve, curveOneCoin, balancer

        func request(usdc: BigInt, dai: BigInt) throws -> (to: String, data: [UInt8]) {
            let me: ABIValue = .address(try EthereumAddress(Simulated.account))
            let tokens: [ABIValue] = [
                .address(try EthereumAddress(Simulated.dai)), .address(try EthereumAddress(Simulated.usdc)),
            ]
            switch self {
            case .uniswapV2:
                return (
                    "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
                    try ABIFunction("removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)").call([
                        tokens[0], tokens[1], .number(10_000_000), .number(dai), .number(usdc), me,
                        .number(4_000_000_000),
                    ])
                )
            case .uniswapV3:
                let leave = try ABIFunction("decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))").call([
                    .tuple([.number(7), .number(10_000_000), .number(dai), .number(usdc), .number(4_000_000_000)])
                ])
                let collect = try ABIFunction("collect((uint256,address,uint128,uint128))").call([
                    .tuple([.number(7), me, .number(BigInt(1) << 127), .number(BigInt(1) << 127)])
                ])
                return (
                    "0xC36442b4a4522E871399CD717aBDD847Ab11FE88",
                    try ABIFunction("multicall(bytes[])").call([.array([.bytes(leave), .bytes(collect)])])
                )
            case .curve:
                return (
                    "0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7",
                    try ABIFunction("remove_liquidity(uint256,uint256[3])").call([
                        .number(10_000_000), .array([.number(dai), .number(usdc), .number(0)]),
                    ])
                )
            case .curveOneCoin:
                return (
                    "0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7",
                    try ABIFunction("remove_liquidity_one_coin(uint256,int128,uint256)").call([
                        .number(10_000_000), .number(0), .number(dai),
                    ])
                )
            case .balancer:
                let pool = [UInt8](repeating: 5, count: 32)
                return (
                    "0xBA12222222228d8Ba445958a75a0704d566BF2C8",
                    try ABIFunction("exitPool(bytes32,address,address,(address[],uint256[],bytes,bool))").call([
                        .bytes(pool), me, me,
                        .tuple([.array(tokens), .array([.number(dai), .number(usdc)]), .bytes([]), .bool(false)]),
                    ])
                )
            }
        }
    }

    /// The approval of an exit that guarantees `percent` of what a simulation yields: 4,000 of each.
    private func approval(_ exit: Exit, percent: Int, isSimulated: Bool) async throws -> Approval {
        let (usdc, dai) = (BigInt(4_000) * BigInt(10).power(6), BigInt(4_000) * BigInt(10).power(18))
        let request = try exit.request(usdc: usdc * BigInt(percent) / 100, dai: dai * BigInt(percent) / 100)
        let node = FakeNode.quiet()
        func hex(_ units: BigInt) -> String { "0x" + String(units, radix: 16) }
        if isSimulated {
            var logs = [Simulated.transfer(Simulated.dai, Simulated.other, Simulated.account, hex(dai))]
            if exit != .curveOneCoin {
                logs.append(Simulated.transfer(Simulated.usdc, Simulated.other, Simulated.account, hex(usdc)))
            }
            node.set("eth_simulateV1", Simulated.simulated(logs))
        }
        return try await SimulationTests().shown(
            node,
            ["to": .string(request.to), "value": "0x0", "data": .string("0x" + Hex.encode(request.data))])
    }

    private static let isLow = ["is guaranteed.", "The minimum amounts are far below"]
    private static let isNothing = [
        "You accept any amount in return", "There is no minimum for what you receive.",
    ]

    @Test(arguments: Exit.allCases)
    func `minimums far below what a simulation yields are a caution, and none without a simulation a danger`(exit: Exit)
        async throws
    {
        func said(_ texts: [String], in approval: Approval) -> Approval.Warning.Level? {
            approval.warnings.filter { warning in texts.contains { warning.text.contains($0) } }.map(\.level).max()
        }
        for percent in [99, 86] {
            #expect(said(Self.isLow, in: try await approval(exit, percent: percent, isSimulated: true)) == nil)
        }
        for percent in [84, 60, 10] {
            #expect(
                said(Self.isLow, in: try await approval(exit, percent: percent, isSimulated: true)) == .caution,
                "\(percent)")
        }
        #expect(said(Self.isNothing, in: try await approval(exit, percent: 0, isSimulated: true)) ?? .plain >= .caution)
        let blind = try await approval(exit, percent: 0, isSimulated: false)
        #expect(said(Self.isNothing, in: blind) == .danger)
        let unknown = try await approval(exit, percent: 60, isSimulated: false)
        #expect(said(["The wallet cannot tell what your share of the pool is worth."], in: unknown) == .caution)
    }
}
