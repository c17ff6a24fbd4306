import Bridge
import ChainServers
import Ethereum
import Keys
import Network
import Simulators
import TestServers
import Testing
import WalletCore

@testable import EthereumWallet
import WalletMethods
@testable import WalletTesting

/// A node of Ethereum, and wallets on its chain.
@MainActor struct ServedEthereum<Node: ServedNode> {
    let node: Node

    /// A token with six decimals, which the wallet does not know.
    let token: String
    let collection: String

    private init(_ node: Node) async throws {
        self.node = node
        (token, collection) = try await node.contracts
    }

    /// The chain of the node.
    var chain: Chain { Chain(id: node.chainID, name: "Practice") }

    /// The node as the wallet asks it.
    func connection() throws -> any EthereumNode { JSONRPCNode(try Endpoint(node.url), sender: WebClient()) }

    /// A connected site, and a wallet with an account of the demo phrase that has one ether; for a shared node, each test
    /// needs another account.
    func site(account index: UInt32 = 0) async throws -> TestSite {
        let chain = chain
        let chains = ChainBook([chain], initial: chain, endpoints: [chain.id: try Endpoint(node.url)]) { endpoint in
            JSONRPCNode(endpoint, sender: WebClient())
        }
        let site = try TestSite(
            chains: chains,
            activeAccount: WalletSigner(signer: DemoKeys(), account: Account(name: "Account", index: index)))
        try await node.payEther(to: site.address)
        let answer = await site.ask("eth_requestAccounts")
        #expect(answer["result"]?[0]?.string?.lowercased() == site.address.lowercased())
        return site
    }

    /// Runs `body` while the node does not have `methods`.
    func without(_ methods: [String], _ body: () async throws -> Void) async throws {
        try await node.setMissing(methods)
        do {
            try await body()
        } catch {
            try await node.setMissing([])
            throw error
        }
        try await node.setMissing([])
    }
}

extension ServedEthereum<EthereumChain> {
    /// Starts a simulated chain.
    init() async throws {
        let node = EthereumChain(chainID: 1_337)
        try await node.start()
        try await self.init(node)
    }
}

extension ServedEthereum<EthereumServer> {
    /// Uses a node with an EVM that shares no line with the wallet.
    init(evm node: EthereumServer) async throws { try await self.init(node) }
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

    /// Requests a payment of wei.
    func pay(_ wei: UInt64, to address: String) async -> JSON {
        await ask(
            "eth_sendTransaction",
            [["from": .string(self.address), "to": .string(address), "value": .string(Quantity.text(wei))]])
    }
}
