import Bridge
import EthereumWallet
import Messages
import WalletCore

/// `wallet_addEthereumChain` (EIP-3085): adds a chain and its node, with the user's consent.
///
/// No server is asked before the user's approval. After it, the node must report the ID of the chain; otherwise nothing
/// is stored. A site from the internet may not name a server in the local network, as with invoices. No site may name
/// the node of a well-known chain, or of a chain whose node the user chose: the site is then only switched to that
/// chain. A node that a site chose can be replaced by another.
struct AddChain: Method {
    let names = ["wallet_addEthereumChain"]
    let access = MethodAccess.unlocked
    let ethereum: EthereumAccounts
    let gate: Gate
    let siteWarnings: SiteWarnings

    func parse(_ request: Request) throws(RPCError) -> ChainOffer {
        try ChainOffer(request.params[0] ?? .null, from: request.peer.origin)
    }

    func run(_ offer: ChainOffer, for request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        let known = ethereum.chains.chain(id: offer.chain.id)
        // A site may not choose the node of a well-known chain, or of a chain whose node the user chose.
        if let known, known.isWellKnown || ethereum.chains.hasNode(known), !isOfferedAgain(known, offer, origin) {
            return try await SwitchChain(ethereum: ethereum, gate: gate, siteWarnings: siteWarnings).go(
                to: known, for: request)
        }
        let chain = known ?? offer.chain
        let addition = ChainAddition(
            offer: offer, chain: chain, replaced: ethereum.chains.endpoints[chain.id], site: origin.site,
            warnings: siteWarnings.warnings(about: request))
        _ = try await gate.ask(addition, for: request)
        let found = try await ethereum.chains.chainID(at: offer.endpoint, for: request.peer.origin)
        guard found == chain.id else {
            throw RPCError(
                .invalidParameters, "The server at \(offer.endpoint) serves the chain \(found), not \(chain.id).")
        }
        try await ethereum.chains.add(chain, at: offer.endpoint, for: origin)
        try await ethereum.choose(chain.hexID, for: origin)
        return .null
    }

    /// Whether a site named the node of `chain`, and a site that is not on that chain offers another one.
    private func isOfferedAgain(_ chain: Chain, _ offer: ChainOffer, _ origin: Origin) -> Bool {
        !chain.isWellKnown && ethereum.chains.isNodeFromSite(chain) && ethereum.chains.chain(of: origin) != chain
            && ethereum.chains.endpoints[chain.id]?.url != offer.endpoint.url
    }
}

/// A network that a site describes, with the server through which the wallet would reach it.
struct ChainAddition: Approvable {
    /// What the site wrote.
    let offer: ChainOffer

    /// The chain: as the wallet knows it, or as the site describes it.
    let chain: Chain

    /// The address of the chain's current node.
    let replaced: Endpoint?

    /// The site's name, as used in sentences.
    let site: String

    /// The warnings about the site.
    let warnings: [Approval.Warning]

    func approval() -> Approval {
        var approval =
            replaced == nil
            ? Approval(
                localized("Add a network that \(site, as: "site") describes, and switch to it."),
                verb: localized("Add network"))
            : Approval(
                localized("Use the server of \(site, as: "site") for a network, and switch to it."),
                verb: localized("Use server"))
        approval.rows = [
            Approval.Row(
                localized("Network"), chain.words, note: localized("chain \(chain.id, as: "number")"), role: .network),
            Approval.Row(localized("Currency"), .untrusted(chain.symbol), note: localized("18 decimals")),
            Approval.Row(localized("Server"), .exact(offer.endpoint.url)),
        ]
        if let replaced { approval.rows.append(Approval.Row(localized("Replaces"), .exact(replaced.url))) }
        approval.rows += offer.explorers.map { Approval.Row(localized("Explorer"), .untrusted($0)) }
        approval.warnings =
            warnings + [
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        The server sees your addresses and what you do on this network. Balances, fees and \
                        simulations will be whatever the server says.
                        """))
            ]
        if offer.imitates {
            approval.warnings.insert(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        The name or symbol belongs to a well-known network, but this is a different one. Its \
                        coins do not have the value of that network's coins.
                        """)), at: 0)
        }
        return approval
    }
}
