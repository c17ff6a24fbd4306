import Bitcoin
import BitcoinWallet
import EthereumWallet
import Messages
import Network
import WalletCore

/// A server of a network, as commands list it.
package struct ListedServer: Codable, Hashable, Sendable {
    /// The chain ID, or the name of a network of Bitcoin or Bitcoin Cash.
    package let chain: String

    package let name: String
    package let address: String

    /// `direct`, or the address of the proxy through which it is reached; `nil` like all servers.
    @OrNull package var through: String?

    package let test: Bool

    init(_ endpoint: Endpoint, of chain: Chain) {
        self.init("\(chain.id)", chain.name, endpoint.text, endpoint.route, isTest: chain.isTest)
    }

    init(_ server: LineAddress, of chain: UTXOChain) {
        self.init(chain.rawValue, chain.name, server.text, server.route, isTest: chain.isTest)
    }

    private init(_ chain: String, _ name: String, _ address: String, _ route: ServerRoute, isTest: Bool) {
        (self.chain, self.name, self.address, test) = (chain, name, address, isTest)
        _through = OrNull(wrappedValue: route.text)
    }
}

/// The servers that are set.
package struct ListServers: SettingsCommand {
    package static let name = "servers"

    package typealias Outcome = [ListedServer]

    package init() {}

    package func apply(to settings: inout Settings) throws(WalletError) -> [ListedServer] {
        settings.chains.flatMap { entry in
            ([entry.endpoint] + entry.alternatives).map { ListedServer($0, of: entry.chain) }
        }
            + settings.electrum.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { chain, servers in
                servers.map { ListedServer($0, of: chain) }
            }
    }
}

/// Sets the servers of a network, in the order in which they are tried.
package struct SetServers: SettingsCommand {
    package static let name = "setServers"

    package typealias Outcome = Done

    /// The network, as ``NetworkName`` reads it.
    let chain: String

    let servers: [String]

    /// The name and the symbol of a chain that the wallet does not know.
    let chainName: String?
    let symbol: String?

    /// `direct`, or the address of a proxy; `nil` for that of all servers.
    let through: String?

    /// Whether the coins of a chain that the wallet does not know have no value.
    let isTest: Bool

    package init(
        _ chain: String, _ servers: [String], named name: String? = nil, symbol: String? = nil,
        through: String? = nil, isTest: Bool = false
    ) {
        (self.chain, self.servers, chainName) = (chain, servers, name)
        (self.symbol, self.through, self.isTest) = (symbol, through, isTest)
    }

    package func apply(to settings: inout Settings) throws(WalletError) -> Done {
        let route = try route()
        if let utxoChain = NetworkName(chain).utxoChain {
            guard chainName == nil, symbol == nil, !isTest || utxoChain.isTest else { throw Self.known(utxoChain.name) }
            settings.set(
                utxoChain,
                try servers.map { text throws(WalletError) in
                    guard let server = LineAddress(text) else {
                        throw WalletError(
                            .usage,
                            localized(
                                """
                                A server must be ssl://host:port, or tcp://host:port to this computer or an .onion address: \
                                \(String(text.prefix(200)), as: "address")
                                """))
                    }
                    return server.reached(by: route)
                })
        } else {
            let entry = try chainEntry(in: settings)
            let endpoints = try endpoints(route)
            settings.set(entry, endpoints[0], alternatives: Array(endpoints.dropFirst()))
        }
        return Done()
    }

    private func route() throws(WalletError) -> ServerRoute {
        guard let through else { return .usual }
        guard let route = ServerRoute(through) else {
            throw WalletError(
                .usage,
                localized(
                    """
                    --through must be direct, socks5://host:port or http://host:port: \
                    \(String(through.prefix(200)), as: "address")
                    """))
        }
        return route
    }

    private func chainEntry(in settings: Settings) throws(WalletError) -> Chain {
        guard let id = NetworkName(chain).evmChain else {
            throw WalletError(
                .usage,
                localized(
                    """
                    The chain must be a chain ID, a name such as Base, BCH, BTC, or a test network such as testnet4: \
                    \(String(chain.prefix(80)), as: "chain")
                    """))
        }
        if let known = settings.allChains.first(where: { $0.id == id }) {
            let (name, unit) = (chainName ?? known.name, symbol ?? known.symbol)
            guard known.isWellKnown else {
                return Chain(id: id, name: name, symbol: unit, isTest: isTest || known.isTest)
            }
            guard name == known.name, unit == known.symbol, !isTest || known.isTest else {
                throw Self.known(known.name)
            }
            return known
        }
        guard let chainName, let symbol else {
            throw WalletError(
                .usage,
                localized("The wallet does not know the chain \(id, as: "chainID"): give --name and --symbol."))
        }
        return Chain(id: id, name: chainName, symbol: symbol, isTest: isTest)
    }

    package func check() throws(WalletError) {
        guard chainName.map({ Chain.isName($0, upTo: 64) }) != false else {
            throw WalletError(.usage, localized("--name must be a name of 1 to 64 plain characters."))
        }
        guard symbol.map({ Chain.isName($0, upTo: 11) }) != false else {
            throw WalletError(
                .usage, localized("--symbol must be the symbol of the chain's coin, 1 to 11 plain characters."))
        }
    }

    private static func known(_ name: String) -> WalletError {
        WalletError(
            .usage,
            localized(
                "The wallet knows “\(name, as: "network")”: --name, --symbol and --test are for other chains."))
    }

    /// The addresses of nodes, at least one.
    private func endpoints(_ route: ServerRoute) throws(WalletError) -> [Endpoint] {
        guard 1...Chain.mostNodes ~= servers.count else {
            throw WalletError(
                .usage, localized("A chain takes at most \(Chain.mostNodes, as: "count") addresses."))
        }
        return try servers.map { address throws(WalletError) in
            var endpoint = try Endpoint(typed: address)
            endpoint.route = route
            return endpoint
        }
    }
}

extension Endpoint {
    /// Reads the address that a user typed.
    ///
    /// - Throws: ``WalletError`` that says why it cannot be used.
    init(typed address: String) throws(WalletError) {
        do throws(NodeError) {
            self = try Endpoint(text: address)
        } catch {
            throw WalletError(
                .usage,
                localized(
                    """
                    \(String(address.prefix(200)), as: "address") cannot be used. \
                    \(error.sentence, as: "reason")
                    """))
        }
    }
}

/// Removes the servers of a network.
package struct RemoveServers: SettingsCommand {
    package static let name = "removeServers"

    package typealias Outcome = Done

    /// The network, as ``NetworkName`` reads it.
    let chain: String

    package init(_ chain: String) { self.chain = chain }

    package func apply(to settings: inout Settings) throws(WalletError) -> Done {
        let wanted = NetworkName(chain)
        if let utxoChain = wanted.utxoChain {
            guard settings.electrum[utxoChain] != nil else { throw nothing }
            settings.set(utxoChain, [])
        } else {
            guard let id = wanted.evmChain, settings.remove(chain: id) else { throw nothing }
        }
        return Done()
    }

    private var nothing: WalletError {
        WalletError(.usage, localized("“\(String(chain.prefix(80)), as: "network")” has no servers."))
    }
}

/// The proxy of all connections.
package struct ShowProxy: SettingsCommand {
    /// What it gives.
    package struct Outcome: Codable, Hashable, Sendable {
        @OrNull package var address: String?
    }

    package static let name = "proxy"

    package init() {}

    package func apply(to settings: inout Settings) throws(WalletError) -> Outcome {
        Outcome(address: settings.proxy.address)
    }
}

/// Sets or removes the proxy of all connections.
package struct SetProxy: SettingsCommand {
    package static let name = "setProxy"

    package typealias Outcome = Done

    /// The address; `nil` for none.
    let address: String?

    package init(_ address: String?) { self.address = address }

    package func check() throws(WalletError) { _ = try proxy() }

    package func apply(to settings: inout Settings) throws(WalletError) -> Done {
        settings.proxy = try proxy()
        return Done()
    }

    private func proxy() throws(WalletError) -> Proxy {
        guard let address else { return .none }
        guard let proxy = Proxy(address) else {
            throw WalletError(
                .usage,
                localized(
                    """
                    The proxy must be socks5://host:port or http://host:port, without a name and password: \
                    \(String(address.prefix(200)), as: "address")
                    """))
        }
        return proxy
    }
}
