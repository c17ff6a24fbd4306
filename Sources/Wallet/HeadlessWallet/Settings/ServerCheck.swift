import Bitcoin
import BitcoinWallet
import EthereumWallet
import Messages
package import Network
import WalletCore

/// A server that was asked whether it can be used.
package struct CheckedServer: Encodable, Hashable, Sendable {
    /// The chain ID, or the name of a network of Bitcoin or Bitcoin Cash.
    package let chain: String

    package let name: String
    package let address: String

    /// Whether it can be used, and is not behind.
    package let usable: Bool

    package let state: String

    /// The certificate that it shows, if it is not trusted; it is for people, who compare it.
    package let certificate: CertificateFingerprint?

    private enum CodingKeys: CodingKey { case chain, name, address, usable, state }
}

/// Asks the servers that are set whether they can be used.
package struct ServerCheck {
    private let settings: Settings
    private let nodes: [Settings.ChainEntry]
    private let coins: [(chain: UTXOChain, servers: [LineAddress])]

    /// How long a server may take to show its certificate.
    private static let patience = Duration.seconds(10)

    /// Creates the check of the servers of one network, by its chain ID or its name, or of all.
    ///
    /// - Throws: That no such server is set.
    package init(_ settings: Settings, on chain: String? = nil) throws(WalletError) {
        self.settings = settings
        let wanted = chain.map { NetworkName($0) }
        nodes = settings.chains.filter { wanted?.means($0.chain) ?? true }
        coins = settings.electrum.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            (chain: $0.key, servers: $0.value)
        }
        .filter { wanted?.means($0.chain.chainID, named: $0.chain.name) ?? true }
        guard !nodes.isEmpty || !coins.isEmpty else { throw WalletError(.usage, localized("No such server is set.")) }
    }

    /// Asks one server after the other, and gives each to `each`.
    package func run(_ each: (CheckedServer) -> Void) async {
        let sender = WebClient(trusting: .system, proxy: settings.proxy)
        for entry in nodes {
            for endpoint in [entry.endpoint] + entry.alternatives {
                let health = await NodeHealth.of(JSONRPCNode(endpoint, sender: sender), for: entry.chain)
                each(await checked(ListedServer(endpoint, of: entry.chain), .node(endpoint), .node(health)))
            }
        }
        for (chain, servers) in coins {
            for address in servers {
                let connections = ElectrumServers(chain, at: [address], dialer: dialer)
                let health = await ElectrumHealth.of(connections, for: chain)
                await connections.close()
                each(await checked(ListedServer(address, of: chain), .electrum(address), .electrum(health)))
            }
        }
    }

    private var dialer: SocketDialer { SocketDialer(trusting: .system, proxy: settings.proxy) }

    private func checked(
        _ server: ListedServer, _ address: ServerAddress, _ health: ServerHealth
    ) async -> CheckedServer {
        let now = WalletClock.systemTime()
        var certificate: CertificateFingerprint?
        if health.isUntrusted, let secure = address.secure {
            certificate = try? await dialer.certificate(of: secure, timeLimit: Self.patience)
        }
        return CheckedServer(
            chain: server.chain, name: server.name, address: server.address, usable: health.isUsable(now: now),
            state: health.text(now: now), certificate: certificate)
    }
}
