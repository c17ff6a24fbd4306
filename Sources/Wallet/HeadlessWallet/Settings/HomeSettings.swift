package import Bitcoin
import BitcoinWallet
package import Bridge
package import EthereumWallet
import Messages
package import Network
package import WalletCore
package import WalletMethods

/// The settings that the wallet's screens read and change.
@MainActor package final class HomeSettings {
    /// Whether the user has answered which servers the wallet may contact.
    package private(set) var isAsked: Bool

    /// The explorers, by chain (CAIP-2).
    package private(set) var explorers: [String: String]

    /// Stores the settings; `nil` if nothing is stored.
    private let changes: ConfigurationChanges?

    /// Creates the settings in `file`; those of demo keys without one.
    package init(_ file: ConfigurationFile?) throws(WalletError) {
        let settings = try file?.read()
        isAsked = settings.map(Self.isAnswered) ?? true
        explorers = settings?.explorers ?? [:]
        changes = file.map { ConfigurationChanges($0) }
    }

    /// Uses the settings that another process has stored.
    package func take(_ settings: Settings) {
        explorers = settings.explorers
        isAsked = isAsked || Self.isAnswered(settings)
    }

    /// A user who has set a server knows its purpose.
    private static func isAnswered(_ settings: Settings) -> Bool {
        settings.isServerQuestionAnswered || !settings.chains.isEmpty || !settings.electrum.isEmpty
    }

    /// Notes that the question about servers is answered; with `publicServers`, they are stored.
    package func answer(publicServers: Bool) async throws(WalletError) {
        try await changes?.make { settings in
            settings.isServerQuestionAnswered = true
            guard publicServers else { return }
            for (chain, nodes) in PublicServers.nodes {
                guard let first = nodes.first else { continue }
                settings.set(chain, first, alternatives: Array(nodes.dropFirst()))
            }
            for (utxoChain, servers) in PublicServers.electrum { settings.set(utxoChain, servers) }
        }
        isAsked = true
    }

    /// The explorer's address of a transaction; `nil` if no explorer is set for its chain.
    package func explorer(of item: HistoryItem) -> String? {
        let isPlain = item.txid.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }
        guard isPlain, let template = explorers[item.account.chain.description] else { return nil }
        return template.replacing("{txid}", with: item.txid)
    }

    /// Sets the explorer of a chain.
    ///
    /// - Throws: Why it cannot be used or stored.
    package func set(explorer template: String, of chain: String) async throws(WalletError) {
        if let problem = Settings.problem(explorer: template) { throw WalletError(problem) }
        try await changes?.make { $0.explorers[chain] = template }
        explorers[chain] = template
    }
}

/// Public servers that anyone may use: those that other wallets of the chain have in their lists as well.
package enum PublicServers {
    /// The JSON-RPC nodes of EVM chains, in the order in which they are asked: each chain has one in reserve.
    package static var nodes: [(chain: Chain, endpoints: [Endpoint])] {
        [
            (1, ["https://ethereum-rpc.publicnode.com", "https://eth.drpc.org"]),
            (10, ["https://mainnet.optimism.io", "https://optimism-rpc.publicnode.com"]),
            (56, ["https://bsc-dataseed.bnbchain.org", "https://bsc-rpc.publicnode.com"]),
            (100, ["https://rpc.gnosischain.com", "https://gnosis-rpc.publicnode.com"]),
            (137, ["https://polygon-bor-rpc.publicnode.com", "https://polygon.drpc.org"]),
            (8_453, ["https://mainnet.base.org", "https://base-rpc.publicnode.com"]),
            (42_161, ["https://arb1.arbitrum.io/rpc", "https://arbitrum-one-rpc.publicnode.com"]),
            (43_114, ["https://api.avax.network/ext/bc/C/rpc", "https://avalanche-c-chain-rpc.publicnode.com"]),
        ].compactMap { id, urls in
            Chain.wellKnown.first { $0.id == id }.map { ($0, urls.compactMap { try? Endpoint($0) }) }
        }
    }

    /// Uses them from now on, in place of those that were set; nothing is asked yet.
    @MainActor package static func use(in services: WalletServices) async throws(RPCError) {
        for (chain, endpoints) in nodes { try await services.chains.set(endpoints, for: chain) }
        for (utxoChain, addresses) in electrum { services.coins.use(addresses, for: utxoChain) }
    }

    /// The Electrum servers, in the order in which they are tried.
    package static var electrum: [UTXOChain: [LineAddress]] {
        [
            .bitcoin: [
                "ssl://electrum.blockstream.info:50002", "ssl://electrum.emzy.de:50002",
                "ssl://electrum.bitaroo.net:50002",
            ],
            .bitcoinCash: [
                "ssl://bch.imaginary.cash:50002", "ssl://electrum.imaginary.cash:50002",
                "ssl://electroncash.dk:50002", "ssl://bch.loping.net:50002",
            ],
        ].mapValues { $0.compactMap { LineAddress($0) } }
    }
}
