import BigInt
import Bridge
import Ethereum
import Testing
import WalletCore

@testable import EthereumWallet
@testable import WalletTesting

@MainActor @Suite struct DataFeeTests {
    private func fee(on chain: UInt64, _ prepare: (FakeContracts) throws -> Void) async throws -> Approval.Row? {
        let node = FakeNode.quiet(chainID: chain)
        try prepare(FakeContracts(node))
        let known = try #require(Chain.wellKnown.first { $0.id == chain })
        let chains = ChainBook(initial: known, endpoints: [chain: try Endpoint("https://node.example")]) { _ in node }
        let site = try TestSite(chains: chains)
        _ = await site.ask("eth_requestAccounts")
        site.decision = .rejected
        _ = await site.send()
        return site.shown.last?.rows.first { $0.role == .fee }
    }

    @Test func `on the OP Stack the fee for data comes on top`() async throws {
        let row = try await fee(on: 10) { contracts in
            try contracts.add("0x420000000000000000000000000000000000000F", "getL1Fee(bytes data)", "(uint256)") {
                arguments in
                // The transaction that will be signed, of type 2.
                [.number(arguments[0].bytes?.first == 2 ? 100_000_000_000_000 : 0)]
            }
        }
        #expect(row?.value == .trusted("about 0.000142 ETH, at most 0.000188 ETH"))
        #expect(row?.note == "of it 0.0001 ETH for data")
    }

    @Test func `on Arbitrum the fee for data is in the gas`() async throws {
        let row = try await fee(on: 42_161) { contracts in
            try contracts.add(
                "0x00000000000000000000000000000000000000C8",
                "gasEstimateL1Component(address to, bool contractCreation, bytes data)", "(uint64,uint256,uint256)"
            ) { _ in [.number(10_000), .number(1_000_000_000), .number(1)] }
        }
        #expect(row?.value == .trusted("about 0.000042 ETH, at most 0.000063 ETH"))
        #expect(row?.note == "of it 0.00001 ETH for data")
    }

    @Test func `a fee for data that nobody can have is not believed, and a chain without one has none`() async throws {
        let absurd = try await fee(on: 10) { contracts in
            try contracts.add("0x420000000000000000000000000000000000000F", "getL1Fee(bytes data)", "(uint256)") { _ in
                [.number(BigInt(1) << 200)]
            }
        }
        #expect(absurd?.note == nil)
        #expect(try await fee(on: 1) { _ in }?.note == nil)
    }
}
