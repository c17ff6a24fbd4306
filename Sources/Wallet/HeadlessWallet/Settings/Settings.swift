package import Bitcoin
import BitcoinWallet
package import Bridge
package import EthereumWallet
import Messages
package import Network

/// The user's settings: the chains, their nodes, and the Electrum servers of coins.
///
/// They are parsed strictly: an invalid value is reported by name, and nothing is guessed.
package struct Settings: Equatable, Sendable {
    /// A chain and the address of its node.
    package struct ChainEntry: Equatable, Sendable {
        /// The chain.
        package var chain: Chain
        /// The address of its node.
        package var endpoint: Endpoint
        /// The addresses of nodes of the user that are used when the first one fails, in this order.
        package var alternatives: [Endpoint]
        /// The site that named the node; `nil` if the user did.
        package var addedBy: Origin?

        /// Creates an entry.
        package init(_ chain: Chain, _ endpoint: Endpoint, alternatives: [Endpoint] = [], addedBy: Origin? = nil) {
            self.chain = chain
            self.endpoint = endpoint
            self.alternatives = alternatives
            self.addedBy = addedBy
        }
    }

    /// The chains that have a node, ordered by chain ID.
    package private(set) var chains: [ChainEntry] = []

    /// The Electrum servers, in the order in which they are tried.
    package private(set) var electrum: [UTXOChain: [LineAddress]] = [:]

    /// The payment service.
    package var payments = PaymentSettings()

    /// WalletConnect.
    package var sessions = SessionSettings()

    /// Where the user's phishing list comes from: an https address; `nil` if it came from a file, or there is none.
    package var phishingList: String?

    /// Where the user's registry of token names comes from: an https address; `nil` if it came from a file, or there is
    /// none.
    package var tokenRegistry: String?

    /// Whether names of ENS are looked up.
    package var usesNames = true

    /// Whether names are looked up on the servers that their contracts name (EIP-3668).
    package var usesNameGateways = false

    /// The price source; `nil` while none is asked.
    package var priceSource: PriceSourceChoice?

    /// The proxy of all connections, except those to this machine.
    package var proxy = Proxy.none

    /// The user's explorers, by chain (CAIP-2): addresses with `{txid}` in place of the transaction ID.
    package var explorers: [String: String] = [:]

    /// Whether the user has answered which servers the wallet may contact.
    package var isServerQuestionAnswered = false

    /// Creates settings in which nothing is set.
    package init() {}

    /// Sets the nodes of `chain`; `site` is the site that named the only one, or `nil` if the user did.
    package mutating func set(
        _ chain: Chain, _ endpoint: Endpoint, alternatives: [Endpoint] = [], addedBy site: Origin? = nil
    ) {
        chains.removeAll { $0.chain.id == chain.id }
        chains.append(ChainEntry(chain, endpoint, alternatives: alternatives, addedBy: site))
        chains.sort { $0.chain.id < $1.chain.id }
    }

    /// Sets the Electrum servers of `utxoChain`; an empty list removes them.
    package mutating func set(_ utxoChain: UTXOChain, _ servers: [LineAddress]) {
        electrum[utxoChain] = servers.isEmpty ? nil : servers
    }

    /// Reaches the servers at the addresses in `routes` by these routes.
    ///
    /// - Returns: The addresses of servers that are set.
    package mutating func reach(by routes: [String: ServerRoute]) -> Set<String> {
        func routed(_ endpoint: Endpoint) -> Endpoint {
            var endpoint = endpoint
            endpoint.route = routes[endpoint.text] ?? .usual
            return endpoint
        }
        for index in chains.indices {
            chains[index].endpoint = routed(chains[index].endpoint)
            chains[index].alternatives = chains[index].alternatives.map(routed)
        }
        electrum = electrum.mapValues { $0.map { $0.reached(by: routes[$0.text] ?? .usual) } }
        return Set(self.routes.map(\.address))
    }

    /// How the servers are reached, by their addresses.
    var routes: [(address: String, route: ServerRoute)] {
        let nodes = chains.flatMap { [$0.endpoint] + $0.alternatives }
        return nodes.map { ($0.text, $0.route) } + electrum.values.joined().map { ($0.text, $0.route) }
    }

    /// Removes the node of the chain with the ID `id`.
    ///
    /// - Returns: Whether there was one.
    package mutating func remove(chain id: UInt64) -> Bool {
        let count = chains.count
        chains.removeAll { $0.chain.id == id }
        return chains.count < count
    }

    /// All chains that the wallet knows with these settings, the well-known ones first.
    package var allChains: [Chain] {
        Chain.wellKnown + chains.map(\.chain).filter { !$0.isWellKnown }
    }

    /// The sites that named nodes, by chain ID.
    package var chainsFromSites: [UInt64: Origin] {
        chains.reduce(into: [:]) { $0[$1.chain.id] = $1.addedBy }
    }

    /// The addresses of nodes, by chain ID.
    package var endpoints: [UInt64: Endpoint] {
        chains.reduce(into: [:]) { $0[$1.chain.id] = $1.endpoint }
    }

    /// Why the address of an explorer cannot be used; `nil` if it can.
    package static func problem(explorer template: String) -> String? {
        let isPlain = template.utf8.count <= 512 && template.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x22 }
        let address = template.replacing("{txid}", with: "0")
        // The ID must not be a part of the site's name.
        guard isPlain, address != template, !address.contains("{"), let origin = try? Origin(ofURL: address),
            origin == (try? Origin(ofURL: template.replacing("{txid}", with: "1"))),
            origin.scheme == "https"
        else {
            return localized(
                "The address must begin with https:// and contain {txid} in place of the transaction ID.")
        }
        return nil
    }
}
