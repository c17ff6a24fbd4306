import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import Network
import WalletCore
import WalletMethods
import WalletUI

/// The servers of networks, as the user sees and sets them in the window.
@MainActor struct ServerSetting {
    let chains: ChainBook
    let coins: CoinSender
    let proxy: ProxySetting

    /// What became of an address that the user entered.
    enum Outcome {
        /// It is used from now on.
        case used
        /// It cannot be used.
        case problem(ServerAnswer.Problem)
        /// Its certificate is from no trusted authority; the user may trust it.
        case untrusted(CertificateTrust)
    }

    /// How long the wallet waits for a certificate.
    private static let patience = Duration.seconds(10)

    /// The servers of `network`, in the order in which they are asked.
    func addresses(of network: ServedNetwork) -> [ServerAddress] {
        switch network {
        case .chain(let chain): chains.endpoints(of: chain).map(ServerAddress.node)
        case .coin(let utxoChain): (coins.addresses[utxoChain] ?? []).map(ServerAddress.electrum)
        }
    }

    /// The server of `network` that answers now; `nil` if none does.
    func used(of network: ServedNetwork) async -> ServerAddress? {
        switch network {
        case .chain(let chain): return chains.endpointInUse(of: chain).map(ServerAddress.node)
        case .coin(let utxoChain):
            let source = await coins.servers[utxoChain]?.source()
            return addresses(of: network).first { $0.site == source }
        }
    }

    /// Whether at most one more server of `network` can be added.
    func hasRoom(_ network: ServedNetwork) -> Bool {
        switch network {
        case .chain: addresses(of: network).count < Chain.mostNodes
        case .coin: addresses(of: network).count < CoinSender.mostServers
        }
    }

    /// Asks one server of `network` whether it can be used.
    func health(of address: ServerAddress, _ network: ServedNetwork) async -> ServerHealth {
        switch (address, network) {
        case (.node(let endpoint), .chain(let chain)):
            let health = await chains.check(endpoint, of: chain)
            if health == .fails(.wire(.untrusted)), let other = await otherCertificate(of: address) {
                return .otherCertificate(other)
            }
            return .node(health)
        case (.electrum(let server), .coin(let utxoChain)):
            let health = await coins.check(server, for: utxoChain)
            if health == .fails(.wire(.untrusted)), let other = await otherCertificate(of: address) {
                return .otherCertificate(other)
            }
            return .electrum(health)
        case (.node, .coin), (.electrum, .chain): return .electrum(.fails(.notConfigured))
        }
    }

    /// What the server of `network` that answers now says about its newest block, if it is behind; it is asked for nothing
    /// else.
    func lag(of network: ServedNetwork, now: Int64) async -> String? {
        let health: ServerHealth?
        switch network {
        case .chain(let chain):
            guard let node = try? chains.node(for: chain) else { return nil }
            health = await NodeHealth.latest(of: node, for: chain).map(ServerHealth.node)
        case .coin(let utxoChain):
            health = await coins.servers[utxoChain]?.newestTip().map {
                .electrum(.works(height: $0.height, time: Int64($0.header.time), on: utxoChain))
            }
        }
        guard let health, health.lag(now: now) != nil else { return nil }
        return health.text(now: now)
    }

    /// The certificate that a server shows in place of the one that the user trusted; `nil` if it does not.
    func otherCertificate(of address: ServerAddress) async -> CertificateFingerprint? {
        guard address.fingerprint != nil, let shown = await certificate(of: address) else { return nil }
        return shown == address.fingerprint ? nil : shown
    }

    private func certificate(of address: ServerAddress) async -> CertificateFingerprint? {
        guard let secure = address.secure else { return nil }
        return try? await SocketDialer(through: proxy).certificate(of: secure, timeLimit: Self.patience)
    }

    /// Uses the servers at `addresses`, in this order; none removes those of `network`.
    ///
    /// - Throws: Why they could not be stored; then nothing has changed.
    func set(_ addresses: [ServerAddress], for network: ServedNetwork) async throws(RPCError) {
        switch network {
        case .chain(let chain):
            let endpoints = addresses.compactMap { if case .node(let endpoint) = $0 { endpoint } else { nil } }
            try await chains.set(endpoints, for: chain)
        case .coin(let utxoChain):
            let servers = addresses.compactMap { if case .electrum(let server) = $0 { server } else { nil } }
            try await coins.store(servers, for: utxoChain)
        }
    }

    /// Adds the server of the form's values after the others of its network, if it answers.
    ///
    /// - Parameters:
    ///   - values: The values of the fields of `network`.
    ///   - network: The network that it must serve.
    /// - Returns: What became of it.
    func add(_ values: [FieldID: String], for network: ServedNetwork) async -> Outcome {
        do throws(WalletError) {
            switch network {
            case .chain(let chain): return try await add(values, for: chain)
            case .coin(let utxoChain): return try await add(values, for: utxoChain)
            }
        } catch {
            return .problem(.init(field: error.field ?? network.mainField, sentence: error.description))
        }
    }

    private func add(_ values: [FieldID: String], for chain: Chain) async throws(WalletError) -> Outcome {
        let route = try ServerAnswer.route(values)
        var endpoint = try ServerAnswer.endpoint(values)
        endpoint.route = route
        // A node of a site never stays next to those of the user.
        let current = chains.isNodeFromSite(chain) ? [] : chains.endpoints(of: chain)
        guard !current.contains(where: { $0.url == endpoint.url }) else {
            throw WalletError(field: .node, localized("This node is already in the list."))
        }
        switch await chains.check(endpoint, of: chain, for: nil) {
        case .works: break
        case .otherChain(let id):
            throw WalletError(
                field: .node,
                localized(
                    """
                    This node serves \(Chain.name(of: id).localized, as: "network"), not \(chain.name, as: "otherNetwork").
                    """))
        case .fails(let error):
            if let trust = try await trust(
                .node(endpoint), after: error == .wire(.untrusted), field: .node)
            {
                return .untrusted(trust)
            }
            throw WalletError(
                field: .node, localized("This node cannot be used. \(error.sentence, as: "reason")"))
        }
        do throws(RPCError) {
            try await chains.set(current + [endpoint], for: chain)
        } catch {
            throw WalletError(field: .node, error.sentence)
        }
        return .used
    }

    private func add(_ values: [FieldID: String], for utxoChain: UTXOChain) async throws(WalletError) -> Outcome {
        let route = try ServerAnswer.route(values)
        let address: LineAddress
        switch ServerAnswer.read(values) {
        case .problem(let problem): return .problem(problem)
        case .address(let read): address = read.reached(by: route)
        }
        let current = coins.addresses[utxoChain] ?? []
        guard !current.contains(where: { ($0.host, $0.port) == (address.host, address.port) }) else {
            throw WalletError(field: .host, localized("This server is already in the list."))
        }
        if case .fails(let error) = await coins.check(address, for: utxoChain) {
            return try await outcome(of: error, at: address)
        }
        do throws(RPCError) {
            try await coins.store(current + [address], for: utxoChain)
        } catch {
            throw WalletError(field: .host, error.sentence)
        }
        return .used
    }

    /// The question about the certificate of a server that could not prove its identity; `nil` if there is none.
    ///
    /// - Throws: That the server shows another certificate than the one that the user trusts.
    private func trust(
        _ address: ServerAddress, after isUntrusted: Bool, field: FieldID
    ) async throws(WalletError) -> CertificateTrust? {
        guard isUntrusted, let shown = await certificate(of: address) else { return nil }
        guard let fingerprint = address.fingerprint else {
            return CertificateTrust(address: address, fingerprint: shown)
        }
        guard shown != fingerprint else { return nil }
        throw WalletError(
            field: field, localized("The server shows another certificate: \(shown.grouped, as: "fingerprint")"))
    }

    private func outcome(
        of error: CoinError, at address: LineAddress
    ) async throws(WalletError) -> Outcome {
        if let trust = try await trust(
            .electrum(address), after: error == .wire(.untrusted), field: .fingerprint)
        {
            return .untrusted(trust)
        }
        throw WalletError(field: .host, localized("This server cannot be used. \(error.sentence, as: "reason")"))
    }
}

/// The question whether the user trusts a certificate that no authority has issued for the server.
struct CertificateTrust: Hashable {
    /// The server.
    let address: ServerAddress

    /// The SHA-256 of the certificate that it showed.
    let fingerprint: CertificateFingerprint

    static var heading: String { localized("Trust this certificate?") }
    static var verb: String { localized("Trust this certificate") }
    static var label: String { localized("SHA-256 of the certificate") }

    /// What the user must know.
    var paragraphs: [Screen.Paragraph] {
        let site = address.site
        return [
            Screen.Paragraph(
                localized(
                    """
                    The certificate of \(site, as: "server") is not from an authority that this computer trusts. Many \
                    servers have a certificate of their own.
                    """)),
            Screen.Paragraph(
                localized(
                    """
                    Compare its fingerprint with the one that the operator of the server publishes. If you trust it, \
                    the wallet accepts no other certificate. If you cannot compare it, someone else may be answering.
                    """), tone: .caution),
        ]
    }

    /// The values of the form, with the fingerprint as the user trusts it.
    ///
    /// The host may have been a full address, which says nothing about a fingerprint.
    func trusted(_ values: [FieldID: String]) -> [FieldID: String] {
        let trusted: [FieldID: String] =
            switch address {
            case .node: [.node: address.showing(fingerprint).text]
            case .electrum(let server):
                [
                    .host: server.host, .port: "\(server.port)", .security: "fingerprint",
                    .fingerprint: fingerprint.description,
                ]
            }
        return values.merging(trusted) { $1 }
    }
}
