import Bridge
import Network
import Testing

@testable import EthereumWallet
@testable import WalletTesting

@Suite struct NodeHealthTests {
    @Test func `a node that works is told with its block, and whether it simulates`() async {
        let node = FakeNode()
        node.set("eth_blockNumber", "0x10")
        #expect(await NodeHealth.of(node, chainID: 1) == .works(block: 16, simulates: false))
        node.set("debug_traceCall", ["type": "CALL"])
        #expect(await NodeHealth.of(node, chainID: 1) == .works(block: 16, simulates: true))
        #expect(await NodeHealth.of(node, chainID: 1).text == "works, block 16, with simulations")
    }

    @Test func `a node of another chain or one that fails cannot be used`() async {
        let node = FakeNode(chainID: 5)
        #expect(await NodeHealth.of(node, chainID: 1) == .otherChain(5))
        for failure in [NodeError.wire(.unreachable), .status(500), .malformed] {
            node.set("eth_chainId") { _ throws(NodeError) in throw failure }
            let health = await NodeHealth.of(node, chainID: 1)
            #expect(health == .fails(failure))
            #expect(!health.isUsable)
        }
    }
}
