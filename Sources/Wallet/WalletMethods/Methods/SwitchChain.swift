import Bridge
import EthereumWallet
import Messages
import WalletCore

/// `wallet_switchEthereumChain` (EIP-3326): switches a site to another chain, with the user's consent.
struct SwitchChain: Method {
    let names = ["wallet_switchEthereumChain"]
    let access = MethodAccess.open
    let ethereum: EthereumAccounts
    let gate: Gate
    let siteWarnings: SiteWarnings

    func parse(_ request: Request) throws(RPCError) -> Chain {
        let id = try ChainOffer.chainID(request.params[0]?["chainId"])
        guard let chain = ethereum.chains.chain(id: id) else {
            throw RPCError(
                .unknownChain, "The wallet does not know the chain \(HexNumber.text(id)).",
                phrase: "Unrecognized chain ID")
        }
        return chain
    }

    func run(_ chain: Chain, for request: Request) async throws(RPCError) -> JSON {
        try await go(to: chain, for: request)
    }

    /// Switches the requester to `chain`, which the wallet knows.
    func go(to chain: Chain, for request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        let current = ethereum.chains.chain(of: origin)
        guard chain != current else { return .null }
        let author = ethereum.chains.siteOfNode(of: chain)
        let change = ChainSwitch(
            origin: origin, current: current, chain: chain,
            strange: author == origin
                ? nil
                : author.flatMap { author in
                    ethereum.chains.endpoints[chain.id].map { ($0, author) }
                }, warnings: siteWarnings.warnings(about: request))
        let consent = try await gate.ask(change, for: request)
        try await ethereum.choose(consent.subject.chain.hexID, for: consent.subject.origin)
        return .null
    }
}

/// A switch of a site to another chain.
struct ChainSwitch: Approvable {
    /// The site.
    let origin: Origin

    /// The chain that the site is on.
    let current: Chain

    /// The chain that it wants to use.
    let chain: Chain

    /// The chain's node, and the other site that named it; `nil` unless another site named it.
    let strange: (node: Endpoint, author: Origin)?

    /// The warnings about the site.
    let warnings: [Approval.Warning]

    func approval() -> Approval {
        var approval = Approval(
            chain.isWellKnown
                ? localized("Allow \(origin.site, as: "site") to switch to \(chain.name, as: "network").")
                : localized("Allow \(origin.site, as: "site") to switch to another network."),
            verb: chain.isWellKnown ? localized("Switch to \(chain.name, as: "network")") : localized("Switch"))
        approval.rows = [
            Approval.Row(localized("From"), current.words, role: .network),
            Approval.Row(
                localized("To"), chain.words, note: localized("chain \(chain.id, as: "number")"), role: .network),
        ]
        approval.warnings = warnings
        if let strange {
            approval.rows.append(Approval.Row(localized("Server"), .exact(strange.node.url)))
            approval.warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        This server was added by \(strange.author.site, as: "site"). It sees your addresses and \
                        what you do on this network. Balances, fees and simulations will be whatever the server \
                        says.
                        """)))
        }
        return approval
    }
}
