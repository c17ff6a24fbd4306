package import Bitcoin
import Bridge
package import Ethereum
package import EthereumWallet
package import Network
package import WalletCore

/// The chains of a practice wallet on this machine: the only ones that it can reach.
package struct PracticeNetwork: Sendable {
    /// Pays an amount of a chain's coin, or of the token at an address, to an address on the chain (CAIP-2).
    package typealias Pay =
        @Sendable (_ amount: String, _ token: String?, _ address: String, _ chain: String) async -> Void

    /// The servers of regression test networks, whose addresses no other network has.
    let coins: [UTXOChain: LineAddress]

    /// The EVM chain, which must be a test network.
    let chain: Chain

    /// Its node.
    let node: Endpoint

    /// Its tokens.
    let tokens: [Token]

    /// Who can be paid.
    let contacts: [Contact]

    let pay: Pay

    /// The folder at which commands of the terminal ask the window.
    let folder: String

    /// Creates the chains.
    package init(
        coins: [UTXOChain: LineAddress], chain: Chain, node: Endpoint, tokens: [Token], contacts: [Contact],
        folder: String, pay: @escaping Pay
    ) {
        self.folder = folder
        self.coins = coins.filter { $0.key.network == .regtest }
        (self.chain, self.node, self.tokens, self.contacts, self.pay) = (chain, node, tokens, contacts, pay)
    }

    /// Sends requests to the node, and to nothing else.
    func sender(through proxy: ProxySetting) -> some HTTPSender {
        NodeSender(node: node.text, client: WebClient(trusting: .system, through: proxy))
    }

    private struct NodeSender: HTTPSender {
        let node: String
        let client: WebClient

        func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
            guard request.url == node || request.url.hasPrefix(node + "/") else { throw .unreachable }
            return try await client.send(request)
        }
    }
}
