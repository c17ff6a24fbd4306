import Bridge
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// The search for used accounts on EVM chains, of which some do not answer.
@MainActor @Suite struct EthereumDiscoveryTests {
    private func chains(_ nodes: [UInt64: FakeNode]) throws -> ChainBook {
        var endpoints: [UInt64: Endpoint] = [:]
        for id in nodes.keys { endpoints[id] = try Endpoint("https://node\(id).example") }
        return ChainBook(endpoints: endpoints) { [endpoints] endpoint in
            nodes.first { endpoints[$0.key] == endpoint }?.value ?? FakeNode()
        }
    }

    /// What a search finds, and what it says at its end.
    private func search(_ chains: ChainBook, _ paths: [String] = []) async throws -> (Int, String?) {
        let site = try TestSite(chains: chains)
        let discovery = EthereumDiscovery(
            activeAccount: site.services.activeAccount, chains: chains, tokens: TokenBook([]), added: { [] },
            add: { _, _ in })
        var found = 0
        do {
            for try await _ in discovery.discover(paths) { found += 1 }
            return (found, nil)
        } catch {
            return (found, (error as? RPCError)?.sentence)
        }
    }

    /// A node that names this number of transactions for every account.
    private func node(nonce: JSON) -> FakeNode {
        let node = FakeNode.quiet()
        node.set("eth_getTransactionCount", nonce)
        node.set("eth_getBalance", "0x0")
        return node
    }

    @Test func `a chain whose node does not answer is named, and what others have is found`() async throws {
        let (found, problem) = try await search(try chains([1: node(nonce: "0x1"), 8_453: FakeNode()]))
        #expect(found > 0)
        #expect(problem?.contains("did not answer: Base.") == true)
        let (none, silence) = try await search(try chains([1: node(nonce: "0x0")]))
        #expect(none == 0)
        #expect(silence == nil)
    }

    @Test func `custom paths that are not searched are reported`() async throws {
        let paths = (0..<21).map { "m/44'/60'/9'/7/\($0)" }
        let book = try chains([1: node(nonce: "0x0")])
        #expect(try await search(book, paths).1?.contains("first 20 custom paths") == true)
        #expect(try await search(book, Array(paths.prefix(20))).1 == nil)
    }

    @Test func `the paths of EVM chains are searched, and not those of Bitcoin and Bitcoin Cash`() {
        let expected = [
            "m/44'/60'/3'/0/0": "m/44'/60'/3'/0/0", "m/44h/60h/0h/0/7": "m/44'/60'/0'/0/7",
            // Ethereum Classic, and the test networks.
            "m/44'/61'/0'/0/0": "m/44'/61'/0'/0/0", "m/44'/1'/0'/0/0": "m/44'/1'/0'/0/0",
        ]
        for (text, path) in expected { #expect(EthereumDiscovery.ethereumPath(text) == path) }
        for text in [
            "m/44'/0'/0'", "m/44'/145'/0'", "m/44'/245'/0'", "m/84'/0'/0'", "m/44/60/0", "m/44'/60'", "m", "", "60",
            "m/44'/60'/x",
        ] {
            #expect(EthereumDiscovery.ethereumPath(text) == nil, "\(text)")
        }
    }
}
