import Bridge

/// `wallet_addEthereumChain` (EIP-3085): adds a chain and its node, with the user's consent.
///
/// No server is asked before the user's yes. After it, the node must say that it serves the chain; else nothing is kept.
/// A site of the internet names no server of one's own network, as with invoices, and no node of a chain that people know:
/// such a chain is only switched to, and its node is the user's choice.
struct AddChain: Handler {
    let desk: Desk

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        let offer = try ChainOffer(request.params[0] ?? .null)
        let origin = request.peer.origin
        guard !desk.gate.isLocked else { throw .locked }
        let known = desk.chains.chain(id: offer.chain.id)
        // A site has no say in which node a chain is asked through that people know, or that has one.
        if let known, known.isWellKnown || desk.chains.hasNode(known) {
            return try await SwitchChain(desk: desk).go(to: known, for: request)
        }
        for host in offer.hosts where !PublicHost.mayLead(origin, to: host) {
            throw RPCError(
                .invalidParameters,
                "A public site cannot add a server on your local network. You can add it yourself: drawbridge endpoint "
                    + "set \(offer.chain.id) …")
        }
        let chain = known ?? offer.chain
        let addition = ChainAddition(
            offer: offer, chain: chain, site: origin.site, warnings: desk.warnings(about: request))
        _ = try await desk.gate.ask(addition, for: request)
        let found = try await desk.chains.chainID(at: offer.endpoint)
        guard found == chain.id else {
            throw RPCError(
                .invalidParameters, "The server at \(offer.endpoint) serves the chain \(found), not \(chain.id).")
        }
        try desk.chains.add(chain, at: offer.endpoint, for: origin)
        try desk.choose(chain.hexID, for: origin)
        return .null
    }
}

/// A network that a site describes, with the server through which the wallet would reach it.
struct ChainAddition: Approvable {
    /// What the site wrote.
    let offer: ChainOffer

    /// The chain: as the wallet knows it, or as the site describes it.
    let chain: Chain

    /// The site, as a sentence names it.
    let site: String

    /// What must be said of the site.
    let warnings: [Approval.Warning]

    func approval() -> Approval {
        var approval = Approval("Add a network that \(site) describes, and switch to it.", verb: "Add network")
        approval.rows = [
            Approval.Row("Network", chain.words, note: "chain \(chain.id)", role: .network),
            Approval.Row("Currency", .theirs(chain.symbol), note: "18 decimals"),
            Approval.Row("Server", .exact(offer.endpoint.url)),
        ]
        approval.rows += offer.explorers.map { Approval.Row("Explorer", .theirs($0)) }
        approval.warnings =
            warnings + [
                Approval.Warning(
                    .caution,
                    "The server sees your addresses and what you do on this network. Balances, fees and simulations will "
                        + "be whatever the server says.")
            ]
        if offer.imitates {
            approval.warnings.insert(
                Approval.Warning(
                    .danger,
                    "The name or symbol belongs to a well-known network, but this is a different one. Its coins do not have "
                        + "the value of that network's coins."), at: 0)
        }
        return approval
    }
}
