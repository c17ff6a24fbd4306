import Bridge
import EthereumWallet
import Messages
import WalletCore

/// `wallet_switchEthereumChain` and `wallet_addEthereumChain` of a WalletConnect session.
///
/// Each request of a session names its chain, so switching means only that the app may use the chain: it gets the event
/// `chainChanged`, and if the session does not include the chain yet, the user decides whether it shall.
struct UseSessionChain: Method {
    let names = ["wallet_switchEthereumChain", "wallet_addEthereumChain"]
    let access = MethodAccess.needsKeys
    let ethereum: EthereumAccounts
    let gate: Gate
    let siteWarnings: SiteWarnings
    let sessions: SessionChains

    func parse(_ request: Request) throws(RPCError) -> Chain {
        let id = try ChainOffer.chainID(request.params[0]?["chainId"])
        guard let chain = ethereum.chains.chain(id: id) else {
            guard request.method == "wallet_switchEthereumChain" else {
                throw RPCError(.unsupported, "Networks are added in the wallet’s own window only.")
            }
            throw RPCError(
                .unknownChain, "The wallet does not know the chain \(HexNumber.text(id)).",
                phrase: "Unrecognized chain ID")
        }
        return chain
    }

    func run(_ chain: Chain, for request: Request) async throws(RPCError) -> JSON {
        guard let session = request.peer.session else { throw .unauthorized }
        let id = ChainID(eip155: chain.id)
        if !session.accounts.contains(where: { $0.chain == id }) {
            let signer = try ethereum.requireActiveAccount(for: request)
            let context = ethereum.context(of: signer, for: request, on: chain)
            _ = try await gate.ask(SessionChainAddition(context: context), for: request)
        }
        try await sessions.use(id, in: session)
        return .null
    }
}

/// One more network for a WalletConnect session.
struct SessionChainAddition: Approvable {
    /// The account, the network and the session.
    let context: SigningContext

    func approval() -> Approval {
        var approval = Approval(
            context.chain.isWellKnown
                ? localized("Let \(context.site, as: "site") use \(context.chain.name, as: "network").")
                : localized("Let \(context.site, as: "site") use another network."), verb: localized("Allow"))
        approval.rows = context.rows
        approval.rows.append(
            Approval.Row(
                localized("Permissions"),
                .trusted(
                    localized(
                        "The app can ask you for signatures on this network, too. It cannot sign by itself."))))
        approval.warnings = context.warnings
        return approval
    }
}
