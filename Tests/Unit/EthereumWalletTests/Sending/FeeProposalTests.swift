import BigInt
import Bridge
import Ethereum
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

@Suite struct FeeProposalTests {
    private static let gwei = BigUInt(1_000_000_000)

    @Test func `faster proposals cost more, in whole numbers`() throws {
        let history: JSON = [
            "baseFeePerGas": ["0x4a817c800", "0x4a817c801"],
            "reward": [["0x1", "0x2", "0x3"], ["0x3", "0x4", "0x9"], ["0x2", "0x9", "0x5"]],
        ]
        let proposal = try #require(FeeProposal(history: history))
        let base = 20 * Self.gwei + 1
        #expect(proposal.baseFee == base)
        #expect(proposal[.slow] == .dynamic(maxFee: base * 5 / 4 + 2, maxPriorityFee: 2))
        #expect(proposal[.normal] == .dynamic(maxFee: base * 2 + 4, maxPriorityFee: 4))
        #expect(proposal[.fast] == .dynamic(maxFee: base * 5 / 2 + 5, maxPriorityFee: 5))
    }

    @Test func `without rewards the minimum tip is proposed`() throws {
        let proposal = try #require(FeeProposal(history: ["baseFeePerGas": ["0x64"]], leastTip: 7))
        #expect(proposal[.normal] == .dynamic(maxFee: 207, maxPriorityFee: 7))
    }

    @Test(arguments: [
        "{}", "[]", "null", #"{"baseFeePerGas":[]}"#, #"{"baseFeePerGas":["0x0"]}"#, #"{"baseFeePerGas":[100]}"#,
        #"{"baseFeePerGas":["0xffffffffffffffffffffffffffff"]}"#, #"{"baseFeePerGas":"0x64"}"#,
    ])
    func `an invalid fee history gives no fees`(text: String) throws {
        #expect(FeeProposal(history: try JSON(parsing: text)) == nil)
    }

    @Test func `a chain with a single gas price has three proposals`() throws {
        let proposal = try #require(FeeProposal(gasPrice: 5 * Self.gwei))
        #expect(proposal[.slow] == .legacy(gasPrice: 5 * Self.gwei))
        #expect(proposal[.normal] == .legacy(gasPrice: 5_500_000_000))
        #expect(proposal[.fast] == .legacy(gasPrice: 6_250_000_000))
        #expect(FeeProposal(gasPrice: BigUInt(1) << 100) == nil)
    }

    @Test @MainActor func `a chain without EIP-1559 uses its gas price`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_feeHistory") { _ throws(NodeError) in throw .refused(.unsupported) }
        node.set("eth_gasPrice", "0x3b9aca00")
        let site = try await TestSite.connected(node)
        _ = await site.send()
        #expect(node.sent.first?.transaction.fees == .legacy(gasPrice: 1_100_000_000))
    }
}
