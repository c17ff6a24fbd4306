import Bridge
import WalletCore

/// `wallet_getPermissions` and `wallet_revokePermissions` (EIP-2255, and MetaMask's way to take one back).
@MainActor enum Permissions {
    /// Answers with what the site may see.
    struct Get: Method {
        let names = ["wallet_getPermissions"]
        let access = MethodAccess.open
        let sites: SiteAccounts

        func run(_ params: JSON, for request: Request) async throws(RPCError) -> JSON {
            Permissions.of(request.peer.origin, sites)
        }
    }

    /// Forgets the site's connection.
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
            let origin = request.peer.origin
            if sites.grants.allows(.ethereum, to: origin) {
                await sites.grants.revoke(.ethereum, from: origin)
                sites.eventBus.announce(.accountsChanged([]), to: origin)
            }
            return .null
        }
    }

    /// What a connection grants: the accounts, and the chains, which no site has without them.
    private static let connected: Set = ["eth_accounts", "endowment:permitted-chains"]

    /// What pages of `origin` may see, as EIP-2255 writes it.
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

    /// Whether `params` are `[{"eth_accounts": {…}}]`, the only permission there is; libraries ask for chains beside
    /// it.
    static func check(_ params: JSON) throws(RPCError) {
        guard let wanted = params[0]?.object, wanted.keys.contains("eth_accounts"),
            wanted.keys.allSatisfy({ connected.contains($0) })
        else {
            throw RPCError(.invalidParameters, "The parameters must be [{\"eth_accounts\": {}}].")
        }
    }
}
