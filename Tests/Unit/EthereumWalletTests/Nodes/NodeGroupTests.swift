import Bridge
import Network
import Testing

@testable import EthereumWallet
@testable import WalletTesting

@Suite struct NodeGroupTests {
    @Test(arguments: [
        NodeError.wire(.unreachable), .wire(.timedOut), .status(429), .status(503), .status(401), .malformed,
        .otherChain(5),
    ])
    func `when a node fails, the next one answers and is used from now on`(_ failure: NodeError) async throws {
        let (first, second) = (FakeNode(), FakeNode())
        first.set("eth_blockNumber") { _ throws(NodeError) in throw failure }
        second.set("eth_blockNumber", "0x2")
        let group = NodeGroup(first, [second])
        #expect(try await group.ask("eth_blockNumber", []) == "0x2")
        #expect(try await group.ask("eth_blockNumber", []) == "0x2")
        #expect(first.methods.count == 1)
        #expect(group.current == 1)
        #expect(group.health == [.init(failures: 1, error: failure), .init()])
    }

    @Test func `a refusal is an answer`() async throws {
        let (first, second) = (FakeNode(), FakeNode())
        first.set("eth_call") { _ throws(NodeError) in throw .refused(.reverted([1])) }
        let group = NodeGroup(first, [second])
        await #expect(throws: NodeError.refused(.reverted([1]))) { try await group.ask("eth_call", []) }
        #expect(second.methods.isEmpty)
    }

    @Test func `a transaction that may have arrived is not sent to another node`() async throws {
        for (failure, count) in [(NodeError.wire(.timedOut), 0), (.wire(.interrupted), 0), (.wire(.unreachable), 1)] {
            let (first, second) = (FakeNode(), FakeNode())
            first.set("eth_sendRawTransaction") { _ throws(NodeError) in throw failure }
            second.set("eth_sendRawTransaction", "0x1")
            let group = NodeGroup(first, [second])
            _ = try? await group.ask("eth_sendRawTransaction", ["0x"])
            #expect(second.methods.count == count)
        }
    }

    @Test func `if all fail, each was asked once and the error is the last one`() async throws {
        let nodes = (0..<3).map { _ in FakeNode() }
        for node in nodes { node.set("eth_chainId") { _ throws(NodeError) in throw .status(500) } }
        for node in nodes { node.set("eth_gasPrice") { _ throws(NodeError) in throw .status(500) } }
        let group = NodeGroup(nodes[0], Array(nodes[1...]))
        await #expect(throws: NodeError.status(500)) { try await group.ask("eth_gasPrice", []) }
        #expect(nodes.map(\.methods.count) == [1, 1, 1])
    }

    @Test @MainActor func `a chain uses its further nodes, and tells their health`() async throws {
        let (first, second) = (FakeNode(), FakeNode(chainID: 1))
        first.set("eth_chainId") { _ throws(NodeError) in throw .wire(.unreachable) }
        second.set("eth_blockNumber", "0x2")
        let chains = ChainBook(endpoints: [1: try Endpoint("https://a.example")]) { endpoint in
            endpoint.origin.host == "a.example" ? first : second
        }
        chains.setAlternatives([try Endpoint("https://b.example")], for: .ethereum)
        #expect(chains.endpointInUse(of: .ethereum)?.description == "a.example")
        #expect(try await chains.node(for: .ethereum).ask("eth_blockNumber", []) == "0x2")
        let health = chains.health(of: .ethereum)
        #expect(health.map { $0.isUsed } == [false, true])
        #expect(chains.endpointInUse(of: .ethereum)?.description == "b.example")
        try await chains.set([Endpoint("https://c.example")], for: .ethereum)
        #expect(chains.endpointInUse(of: .ethereum)?.description == "c.example")
        #expect(health.map { $0.endpoint.description } == ["a.example", "b.example"])
    }
}
