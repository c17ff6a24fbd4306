import Bridge

/// Link's `getAddress`: the address for one protocol, after the user agreed that the site may see it.
struct GetAddress: Method {
    let names = ["getAddress"]
    let access = MethodAccess.connecting
    let desk: Desk

    func parse(_ request: Request) throws(RPCError) -> AddressKind {
        guard let name = request.params["protocol"]?.string else {
            throw RPCError(.malformed, "“protocol” must be one of BCH, BTC, ETH, SLP.")
        }
        guard let kind = AddressKind(rawValue: name) else {
            throw RPCError(.unsupported, "The wallet has no addresses for the protocol \(RPCError.quoted(name)).")
        }
        return kind
    }

    func run(_ kind: AddressKind, for request: Request) async throws(RPCError) -> JSON {
        if !desk.grants.allows(kind, to: request.peer.origin) {
            try await desk.give(try await desk.gate.ask(Connection(of: kind, for: request, desk), for: request))
        }
        return ["address": .string(desk.activeAccount.address(kind)), "label": .string(Self.label)]
    }

    /// The same for all sites: the user's names for wallets and accounts are private.
    private static let label = "Drawbridge wallet"
}
