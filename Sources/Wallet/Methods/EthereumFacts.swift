import Bridge

/// The methods that only tell: `eth_accounts`, `eth_chainId`, `net_version`, `web3_clientVersion`.
enum EthereumFacts: Handler {
    case accounts(Desk)
    case chainID(Desk)
    case networkVersion(Desk)
    case clientVersion(String)

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        switch self {
        case .accounts(let desk): return .array(desk.accounts(for: origin).map { .string($0) })
        case .chainID(let desk): return .string(desk.chains.chain(of: origin).hexID)
        case .networkVersion(let desk): return .string(String(desk.chains.chain(of: origin).id))
        case .clientVersion(let version): return .string(version)
        }
    }
}
