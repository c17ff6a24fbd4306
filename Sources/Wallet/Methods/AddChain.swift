import Bridge

/// `wallet_addEthereumChain` (EIP-3085): adds a chain and its node, with the user's consent.
///
/// Nobody is asked on the network before the user's yes, so a page cannot make the wallet knock at doors. After it, the
/// node must say that it serves the chain; else nothing is kept.
struct AddChain: Handler {
    let desk: Desk

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        let offer = try ChainOffer(request.params[0] ?? .null)
        let origin = request.peer.origin
        guard !desk.gate.isLocked else { throw .locked }
        let known = desk.chains.chain(id: offer.chain.id)
        // A site has no say in which node a chain is asked through once it has one.
        if let known, desk.chains.hasNode(known) {
            return try await SwitchChain(desk: desk).go(to: known, for: request)
        }
        let chain = known ?? offer.chain
        _ = try await desk.gate.ask(approval(of: offer, as: chain, for: request), for: request)
        let found = try await desk.chains.chainID(at: offer.endpoint)
        guard found == chain.id else {
            throw RPCError(
                .invalidParameters, "The server at \(offer.endpoint) serves the chain \(found), not \(chain.id).")
        }
        try desk.chains.add(chain, at: offer.endpoint)
        try desk.choose(chain.hexID, for: origin)
        return .null
    }

    private func approval(of offer: ChainOffer, as chain: Chain, for request: Request) -> Approval {
        let site = request.peer.origin.site
        var approval = Approval(
            chain.isWellKnown
                ? "Let \(site) choose the server through which the wallet reaches \(chain.name), and work there."
                : "Add a network that \(site) describes, and let it work there.", verb: "Add network")
        approval.rows = [
            Approval.Row(
                "Network", chain.isWellKnown ? .ours(chain.name) : .theirs(chain.name), note: "chain \(chain.id)"),
            Approval.Row("Coin", chain.isWellKnown ? .ours(chain.symbol) : .theirs(chain.symbol), note: "18 decimals"),
            Approval.Row("Server", .exact(offer.endpoint.url)),
        ]
        approval.rows += offer.explorers.map { Approval.Row("Explorer", .theirs($0)) }
        approval.warnings = desk.warnings(about: request)
        approval.warnings.append(
            Approval.Warning(
                .caution,
                "The server will see your addresses and what you do on this network, and what the wallet knows of the "
                    + "network is what the server says."))
        if !chain.isWellKnown, offer.imitates {
            approval.warnings.append(
                Approval.Warning(
                    .danger,
                    "The name or the sign is that of a well-known network, and this is another one. Its coins are not "
                        + "worth what that network's are."))
        }
        return approval
    }
}
