import Bridge

/// Link's `getAddress`: the address for one protocol, after the user agreed that the site may see it.
struct GetAddress: Handler {
    let desk: Desk

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard let name = request.params["protocol"]?.string else {
            throw RPCError(.malformed, "“protocol” must be one of BCH, BTC, ETH, SLP.")
        }
        guard let kind = AddressKind(rawValue: name) else {
            throw RPCError(.unsupported, "The wallet has no addresses for the protocol \(RPCError.quoted(name)).")
        }
        guard !desk.gate.isLocked else { throw .locked }
        if !desk.grants.allows(kind, to: request.peer.origin) {
            try await desk.give(try await desk.gate.ask(Connection(of: kind, for: request, desk), for: request))
        }
        return ["address": .string(desk.activeAccount.address(kind)), "label": .string(Self.label)]
    }

    /// The same for all sites: the user's names for wallets and accounts are private.
    private static let label = "Drawbridge wallet"
}
