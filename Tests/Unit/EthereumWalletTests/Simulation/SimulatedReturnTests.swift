import BigInt
import Bridge
import Ethereum
import Primitives
import Testing

@testable import WalletTesting

/// What a simulation yields, beside what is guaranteed.
@MainActor @Suite struct SimulatedReturnTests {
    private typealias Simulated = SimulationTests

    @Test(arguments: [(5, nil), (6, .caution), (90, .danger)] as [(Int, Approval.Warning.Level?)])
    func `a simulation that yields far more than the minimum is not taken for a promise`(
        dai: Int, level: Approval.Warning.Level?
    ) async throws {
        // 5 USDC for at least 4.9 DAI.
        let data = try ABIFunction("swapExactTokensForTokens(uint256,uint256,address[],address,uint256)").call([
            .number(5_000_000), .number(4_900_000_000_000_000_000),
            .array([.address(EthereumAddress(Simulated.usdc)), .address(EthereumAddress(Simulated.dai))]),
            .address(EthereumAddress(Simulated.account)), .number(4_000_000_000),
        ])
        let received = BigInt(dai) * BigInt(10).power(18)
        let node = FakeNode.quiet()
        node.set(
            "eth_simulateV1",
            Simulated.simulated([
                Simulated.transfer(Simulated.usdc, Simulated.account, Simulated.other, "0x4c4b40"),
                Simulated.transfer(
                    Simulated.dai, Simulated.other, Simulated.account, "0x" + String(received, radix: 16)),
            ]))
        let shown = try await SimulationTests().shown(
            node,
            [
                "to": "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D", "value": "0x0",
                "data": .string("0x" + Hex.encode(data)),
            ])
        #expect(shown.warnings.first { $0.text.contains("is guaranteed") }?.level == level)
    }
}
