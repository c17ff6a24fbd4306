import Bridge
import WalletCore

/// `wallet_getPermissions` and `wallet_revokePermissions` (EIP-2255, and MetaMask's method to revoke one).
@MainActor enum Permissions {
    /// Responds with the permissions of the site.
    struct Get: Method {
        let names = ["wallet_getPermissions"]
        let access = MethodAccess.open
        let sites: SiteAccounts

        func run(_ params: JSON, for request: Request) async throws(RPCError) -> JSON {
            Permissions.of(request.peer.origin, sites)
        }
    }

    /// Revokes the site's connection.
    struct Revoke: Method {
        let names = ["wallet_revokePermissions"]
        let access = MethodAccess.open
        let sites: SiteAccounts

        func parse(_ request: Request) throws(RPCError) {
            guard let names = request.params[0]?.object?.keys, !names.isEmpty,
                names.allSatisfy({ Permissions.connected.contains($0) })
            else {
                throw RPCError(.invalidParameters, "The parameters must be [{\"eth_accounts\": {}}].")
            }
        }

        func run(_: Void, for request: Request) async throws(RPCError) -> JSON {
            try await sites.revoke(request.peer.origin)
            return .null
        }
    }

    /// The permissions of a connected site: the accounts, and the chains, which a site gets only with the accounts.
    private static let connected: Set = ["eth_accounts", "endowment:permitted-chains"]

    /// The permissions of pages of `origin`, in the form of EIP-2255.
    static func of(_ origin: Origin, _ sites: SiteAccounts) -> JSON {
        let accounts = sites.accounts(for: origin)
        guard !accounts.isEmpty else { return [] }
        let caveat: JSON = [
            "type": "restrictReturnedAccounts", "value": .array(accounts.map { .string($0) }),
        ]
        return [
            ["invoker": .string(origin.description), "parentCapability": "eth_accounts", "caveats": [caveat]]
        ]
    }

    /// Whether `params` are `[{"eth_accounts": {…}}]`, the only permission that exists; libraries also ask for chains.
    static func check(_ params: JSON) throws(RPCError) {
        guard let wanted = params[0]?.object, wanted.keys.contains("eth_accounts"),
            wanted.keys.allSatisfy({ connected.contains($0) })
        else {
            throw RPCError(.invalidParameters, "The parameters must be [{\"eth_accounts\": {}}].")
        }
    }
}
