import Bridge
import EthereumWallet
import WalletCore

/// `eth_accounts`, `eth_requestAccounts` and `eth_chainId` of a WalletConnect session: what the session contains anyway.
struct SessionFacts: Method {
    let names = ["eth_accounts", "eth_requestAccounts", "eth_chainId"]
    let access = MethodAccess.open
    let chains: ChainBook

    func run(_ params: JSON, for request: Request) async throws(RPCError) -> JSON {
        let chain = try chains.chain(for: request)
        guard request.method != "eth_chainId" else { return .string(chain.hexID) }
        let accounts = request.peer.session?.accounts.filter { $0.chain == request.peer.session?.chain } ?? []
        return .array(accounts.map { .string($0.address.lowercased()) })
    }
}

/// A handler of the session dialect: a request on a chain that the wallet does not know, or of a session that the user
/// has blocked or ended, reaches no method.
struct SessionHandler: Handler {
    let handler: any Handler
    let chains: ChainBook
    let siteRules: SiteRules

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard request.peer.session != nil else { throw .unknownMethod(request.method) }
        guard !siteRules.refuses(request.peer) else { throw .rejected }
        _ = try chains.chain(for: request)
        return try await handler.handle(request)
    }
}
