import Bridge
import Testing
import WalletCore

@testable import EthereumWallet
@testable import WalletTesting

/// The nodes of a chain that the user sets, in their order.
@MainActor @Suite struct ChainNodesTests {
    private func endpoints(_ count: Int) throws -> [Endpoint] {
        try (0..<count).map { try Endpoint("https://node\($0).example") }
    }

    @Test func `nodes are used in the order in which they were set, each once`() async throws {
        var kept: [[Endpoint]] = []
        let chains = ChainBook { _ in FakeNode() }
        chains.keepNodes = { _, endpoints in kept.append(endpoints) }
        let all = try endpoints(12)
        try await chains.set([all[1], all[0], all[1]], for: .ethereum)
        #expect(chains.endpoints(of: .ethereum) == [all[1], all[0]])
        #expect(chains.hasNode(.ethereum))
        try await chains.set(all, for: .ethereum)
        #expect(chains.endpoints(of: .ethereum) == Array(all.prefix(Chain.mostNodes)))
        try await chains.set([], for: .ethereum)
        #expect(chains.endpoints(of: .ethereum).isEmpty)
        #expect(!chains.hasNode(.ethereum))
        #expect(throws: RPCError.self) { try chains.node(for: .ethereum) }
        #expect(kept.map(\.count) == [2, 9, 0])
    }

    @Test func `what cannot be stored changes nothing`() async throws {
        let chains = ChainBook { _ in FakeNode() }
        let all = try endpoints(2)
        try await chains.set(all, for: .ethereum)
        chains.keepNodes = { _, _ throws(RPCError) in throw RPCError(.failed, "The disk is full.") }
        await #expect(throws: RPCError.self) { try await chains.set([all[1]], for: .ethereum) }
        #expect(chains.endpoints(of: .ethereum) == all)
    }

    @Test func `the user's nodes replace that of a site, which is no longer blamed or trusted`() async throws {
        let chains = ChainBook { _ in FakeNode() }
        let (site, all) = (try Origin(serialized: "https://dapp.example"), try endpoints(2))
        try await chains.add(.ethereum, at: all[0], for: site)
        #expect(chains.isNodeFromSite(.ethereum))
        try await chains.set([all[1]], for: .ethereum)
        #expect(!chains.isNodeFromSite(.ethereum))
    }

    @Test func `each node is asked for its health, and a node of another chain is noticed`() async throws {
        let all = try endpoints(3)
        let chains = ChainBook { endpoint in
            let node = FakeNode()
            node.set("eth_chainId", endpoint == all[1] ? "0x5" : "0x1")
            node.set("eth_blockNumber", "0x10")
            if endpoint == all[2] { node.set("eth_blockNumber") { _ throws(NodeError) in throw .status(500) } }
            return node
        }
        var found: [NodeHealth] = []
        for endpoint in all { found.append(await chains.check(endpoint, of: .ethereum)) }
        #expect(found[1] == .otherChain(5))
        #expect(found[2] == .fails(.status(500)))
        #expect(found.map { $0.isUsable(now: 0) } == [true, false, false])
    }
}
