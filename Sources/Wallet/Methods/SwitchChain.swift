import Bridge

/// `wallet_switchEthereumChain` (EIP-3326): puts a site on another chain, with the user's consent.
struct SwitchChain: Handler {
    let desk: Desk

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard let text = request.params[0]?["chainId"]?.string, let id = HexNumber.read(text) else {
            throw RPCError(
                .invalidParameters, "“chainId” must be a hexadecimal number with 0x and without leading zeros.")
        }
        guard let chain = desk.chains.chain(id: id) else {
            throw RPCError(.unknownChain, "The wallet does not know the chain \(text).")
        }
        return try await go(to: chain, for: request)
    }

    /// Puts the asker on `chain`, which the wallet knows.
    func go(to chain: Chain, for request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        let current = desk.chains.chain(of: origin)
        guard chain != current else { return .null }
        var approval = Approval(
            chain.isWellKnown
                ? "Let \(origin.site) work on \(chain.name)." : "Let \(origin.site) work on another network.",
            verb: chain.isWellKnown ? "Switch to \(chain.name)" : "Switch")
        approval.rows = [
            Approval.Row("From", current.words),
            Approval.Row("To", chain.words, note: "chain \(chain.id)"),
        ]
        approval.warnings = desk.warnings(about: request)
        _ = try await desk.gate.ask(approval, for: request)
        try desk.choose(chain.hexID, for: origin)
        return .null
    }
}
