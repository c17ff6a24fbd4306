import Bridge
import Network
import Testing

@testable import EthereumWallet
@testable import WalletTesting

@Suite struct NodeHealthTests {
    @Test func `a node that works is told with its block, and whether it simulates`() async {
        let node = FakeNode()
        node.set("eth_blockNumber", "0x10")
        #expect(await NodeHealth.of(node, for: .ethereum) == .works(block: 16, simulates: false, time: nil))
        node.set("debug_traceCall", ["type": "CALL"])
        node.set("eth_getBlockByNumber", ["number": "0x10", "timestamp": "0x64"])
        let health = await NodeHealth.of(node, for: .ethereum)
        #expect(health == .works(block: 16, simulates: true, time: 100))
        #expect(health.text(now: 100) == "works, block 16, with simulations")
        #expect(health.isUsable(now: 100))
    }

    @Test func `a node of another chain or one that fails cannot be used`() async {
        let node = FakeNode(chainID: 5)
        #expect(await NodeHealth.of(node, for: .ethereum) == .otherChain(5))
        for failure in [NodeError.wire(.unreachable), .status(500), .malformed] {
            node.set("eth_chainId") { _ throws(NodeError) in throw failure }
            let health = await NodeHealth.of(node, for: .ethereum)
            #expect(health == .fails(failure))
            #expect(!health.isUsable(now: 0))
        }
    }

    @Test func `a node without new blocks is behind where the chain always has new ones`() async {
        let node = FakeNode()
        node.set("eth_blockNumber", "0x10")
        node.set("eth_getBlockByNumber", ["number": "0x10", "timestamp": "0x64"])
        let health = await NodeHealth.of(node, for: .ethereum)
        let text = "behind: the newest block of this server, 16, is 3 days old"
        #expect(health.text(now: 100 + 86_399).hasPrefix("works"))
        #expect(health.text(now: 100 + 4 * 86_400 - 1) == text)
        #expect(!health.isUsable(now: 100 + 86_400))
        // Others may have no new block for a long time.
        for chain in [
            Chain(id: 11_155_111, name: "Sepolia", isWellKnown: true), Chain(id: 990_099, name: "Ours", isTest: true),
            Chain(id: 990_100, name: "Theirs"),
        ] {
            let other = FakeNode(chainID: chain.id)
            other.set("eth_blockNumber", "0x10")
            other.set("eth_getBlockByNumber", ["number": "0x10", "timestamp": "0x64"])
            let health = await NodeHealth.of(other, for: chain)
            #expect(health.isUsable(now: .max) && health.text(now: .max).hasPrefix("works"), "\(chain.name)")
        }
    }

    @Test(arguments: [
        JSON.null, "0x64", [:], ["timestamp": "100"], ["timestamp": 100], ["timestamp": "0xffffffffffffffff"],
        ["timestamp": "0x10000000000000000"],
    ])
    func `a node that does not say the time of its block is not ranked lower`(_ answer: JSON) async {
        let node = FakeNode()
        node.set("eth_blockNumber", "0x10")
        node.set("eth_getBlockByNumber", answer)
        #expect(await NodeHealth.of(node, for: .ethereum) == .works(block: 16, simulates: false, time: nil))
    }
}
