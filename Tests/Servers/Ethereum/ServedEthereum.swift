import Bridge
import ChainServers
import Keys
import Network
import TestServers
import Testing
import WalletCore

@testable import EthereumWallet
import WalletMethods
@testable import WalletTesting

/// The node of Ethereum that the tests share, and wallets on its chain.
@MainActor struct ServedEthereum {
    let server: EthereumServer

    /// The addresses of the contracts, by name.
    let contracts: JSON

    /// The shared node, or `server`.
    init(_ server: EthereumServer? = nil) async throws {
        if let server { self.server = server } else { self.server = try await EthereumServer.shared }
        contracts = try await self.server.ask("test_contracts")
    }

    /// The chain of the node.
    var chain: Chain { Chain(id: server.chain, name: "Practice") }

    /// The node as the wallet asks it.
    func node() throws -> any EthereumNode { JSONRPCNode(try Endpoint(server.url), sender: WebClient()) }

    /// A connected site, and a wallet with an account of its own that has one ether.
    func site(account index: UInt32) async throws -> TestSite {
        let chain = chain
        let chains = ChainBook([chain], initial: chain, endpoints: [chain.id: try Endpoint(server.url)]) { endpoint in
            JSONRPCNode(endpoint, sender: WebClient())
        }
        let site = try TestSite(
            chains: chains,
            activeAccount: ActiveAccount(signer: DemoKeys(), account: Account(name: "Account", index: index)))
        try await server.ask("test_fund", [.string(site.address), "0xde0b6b3a7640000"])
        let answer = await site.ask("eth_requestAccounts")
        #expect(answer["result"]?[0]?.string?.lowercased() == site.address.lowercased())
        return site
    }

    /// The address of a contract.
    func address(of contract: String) throws -> String { try #require(contracts[contract]?.string) }

    /// Runs `body` while the node does not have `methods`.
    func without(_ methods: [String], _ body: () async throws -> Void) async throws {
        try await server.ask("test_without", [.array(methods.map { .string($0) })])
        do {
            try await body()
        } catch {
            try await server.ask("test_without", [[]])
            throw error
        }
        try await server.ask("test_without", [[]])
    }

    /// An address of another person.
    nonisolated static let other = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"

    /// An address as an argument of a call.
    nonisolated static func word(_ address: String) -> String {
        String(repeating: "0", count: 24) + address.dropFirst(2).lowercased()
    }

    /// A number as an argument of a call.
    nonisolated static func word(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }

    /// The data of a transfer of `units` of a token to ``other``.
    nonisolated static func transfer(_ units: UInt64) -> String { "0xa9059cbb" + word(other) + word(units) }
}

extension TestSite {
    /// The address of the wallet's account.
    var address: String { services.activeAccount.address(.ethereum) }

    /// The account on the chain of the node.
    var accountID: AccountID { AccountID(chain: ChainID(eip155: 1_337), address: address) }

    /// Requests a transaction of `data` to a contract.
    func call(_ contract: String, _ data: String) async -> JSON {
        await ask(
            "eth_sendTransaction",
            [["from": .string(address), "to": .string(contract), "data": .string(data)]])
    }
}
