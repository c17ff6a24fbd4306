import BigInt
import Bridge
import Ethereum
import Testing

@testable import Simulators
@testable import WalletTesting

/// The simulated node, asked what `ServedContractTests` ask one with an EVM of its own.
@Suite(.timeLimit(.minutes(5))) struct NodeContractTests {
    @Test func `the simulated node answers as nodes do`() async throws {
        let chain = EthereumChain(chainID: 1_337, now: { 1_800_000_000 })
        let subject = NodeContract.Subject(
            chainID: 1_337, token: chain.deployments.dollar, ask: { await chain.answer(to: $0, $1) },
            fund: { _ = try await chain.fund($0.description, "\($1 / 1_000_000_000_000_000_000)", asset: nil) },
            giveTokens: { _ = try await chain.fund($0.description, "\($1 / 1_000_000)", asset: "USDC") })
        #expect(try await NodeContract(subject, account: 71).differences() == [])
    }
}
