import Bridge
import Ethereum
import EthereumWallet

/// `wallet_getCapabilities` (EIP-5792): what the wallet can do with batches of calls on each chain.
///
/// A plain account sends a transaction for each call, so that no chain has an atomic execution. An account that
/// delegated itself to a contract could have one, but the wallet warns of such delegations and does not use them.
struct GetCapabilities: Method {
    let names = ["wallet_getCapabilities"]
    let access = MethodAccess.unlocked
    let ethereum: EthereumAccounts

    /// The account, and the chains that the site asks about; `nil` for all.
    struct Question {
        let account: String
        let chains: [UInt64]?
    }

    func parse(_ request: Request) throws(RPCError) -> Question {
        guard let account = request.params[0]?.string else {
            throw RPCError(.invalidParameters, "The parameters must be [account, [chainId, …]].")
        }
        guard let list = request.params[1], list != .null else { return Question(account: account, chains: nil) }
        guard let ids = list.array, ids.count <= 100 else {
            throw RPCError(.invalidParameters, "The chains must be an array of at most 100 hexadecimal numbers.")
        }
        var chains: [UInt64] = []
        for id in ids {
            guard let id = id.string.flatMap(HexNumber.read), id > 0 else {
                throw RPCError(
                    .invalidParameters, "A chain must be a hexadecimal number with 0x and without leading zeros.")
            }
            chains.append(id)
        }
        return Question(account: account, chains: chains)
    }

    func run(_ question: Question, for request: Request) async throws(RPCError) -> JSON {
        try ethereum.requireAccount(question.account, for: request)
        var capabilities = JSONObject()
        for chain in ethereum.chains.chains where question.chains?.contains(chain.id) ?? true {
            guard ethereum.chains.hasNode(chain), hasAccount(on: chain, request.peer.session) else { continue }
            capabilities[chain.hexID] = ["atomic": ["status": "unsupported"]]
        }
        return .object(capabilities)
    }

    /// Whether a session has an account on `chain`; a site has one on each chain.
    private func hasAccount(on chain: Chain, _ session: SessionPeer?) -> Bool {
        session?.accounts.contains { $0.chain == ChainID(eip155: chain.id) } ?? true
    }
}
