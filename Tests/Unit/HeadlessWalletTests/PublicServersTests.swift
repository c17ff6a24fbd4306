import Network
import WalletMethods
import BitcoinWallet
import Bridge
import Foundation
import Testing
import WalletCore
@testable import EthereumWallet
@testable import HeadlessWallet
@testable import WalletTesting

/// The built-in list of public servers, which is used only if the user chooses it.
@MainActor @Suite struct PublicServersTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("servers-\(UUID().uuidString)")
    private let file: ConfigurationFile

    init() {
        file = ConfigurationFile(folder.appendingPathComponent("config.json").path)
    }

    @Test func `each chain has a server in reserve, run by someone else, and all use TLS`() {
        #expect(PublicServers.nodes.count == 8)
        for (chain, endpoints) in PublicServers.nodes {
            #expect(Set(endpoints.map(\.origin.host)).count >= 2, "\(chain.name)")
            #expect(endpoints.allSatisfy { $0.origin.scheme == "https" })
        }
        for (kind, addresses) in PublicServers.electrum {
            #expect(Set(addresses.map(\.host)).count >= 2, "\(kind)")
            #expect(addresses.allSatisfy { $0.isSecure })
        }
    }

    @Test func `the answer stores the list, and only if it was chosen`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = try HomeSettings(file)
        #expect(!settings.isAsked)
        try await settings.answer(publicServers: false)
        #expect(settings.isAsked)
        var stored = try file.read()
        #expect(stored.isServerQuestionAnswered)
        #expect(stored.chains.isEmpty && stored.electrum.isEmpty)
        try await settings.answer(publicServers: true)
        stored = try file.read()
        #expect(stored.chains.map { [$0.endpoint] + $0.alternatives }.allSatisfy { $0.count >= 2 })
        #expect(stored.chains.count == PublicServers.nodes.count)
        #expect(stored.electrum == PublicServers.electrum)
    }

    @Test func `the list replaces servers at once, and the one in reserve answers when the first fails`() async throws {
        var asked: [String] = []
        let chains = ChainBook { endpoint in
            let node = FakeNode()
            node.set("eth_chainId") { _ throws(NodeError) in
                let isFirst = endpoint == PublicServers.nodes[0].endpoints[0]
                guard !isFirst else { throw .wire(.unreachable) }
                return "0x1"
            }
            node.set("eth_blockNumber", "0x7")
            asked.append(endpoint.description)
            return node
        }
        let services = try TestSite(chains: chains).services
        try await chains.set([Endpoint("https://old.example")], for: .ethereum)
        try await PublicServers.use(in: services)
        #expect(asked.isEmpty)
        for (chain, endpoints) in PublicServers.nodes { #expect(chains.endpoints(of: chain) == endpoints) }
        #expect(try await chains.node(for: .ethereum).ask("eth_blockNumber", []) == "0x7")
        #expect(chains.endpointInUse(of: .ethereum) == PublicServers.nodes[0].endpoints[1])
    }
}
