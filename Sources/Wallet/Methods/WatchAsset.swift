import Bridge
import Ethereum

/// `wallet_watchAsset` (EIP-747): a site tells of a token, and the user may let the wallet know it.
struct WatchAsset: Handler {
    let desk: Desk

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        let offer = request.params.object != nil ? request.params : request.params[0] ?? .null
        guard offer["type"] == "ERC20" else {
            throw RPCError(.unsupported, "The wallet knows tokens of the type ERC20 only.")
        }
        let chain = desk.chains.chain(of: request.peer.origin)
        let token = try Self.token(offer["options"], on: chain)
        guard !desk.gate.isLocked else { throw .locked }
        if desk.tokens.token(token.address, on: chain.id) == token { return true }
        try await check(token, on: chain)
        var approval = Approval(
            "Let the wallet show a token that \(request.peer.origin.site) describes.", verb: "Add token")
        approval.rows = [
            Approval.Row("Token", .theirs(token.symbol), note: "\(token.decimals) decimals"),
            Approval.Row("Contract", .exact(token.address.description)),
            Approval.Row("Network", chain.words),
        ]
        approval.warnings = desk.warnings(about: request)
        let namesake = desk.tokens.all.contains { known in
            known.isVouchedFor && known.symbol.lowercased() == token.symbol.lowercased() && known.chainID == chain.id
        }
        approval.warnings.append(
            namesake
                ? Approval.Warning(
                    .danger, "The wallet knows a token of this sign with another contract. This one is not it.")
                : Approval.Warning(
                    .caution, "Anybody can make a token and call it what they like. The wallet does not know this one.")
        )
        _ = try await desk.gate.ask(approval, for: request)
        desk.tokens.add(token)
        return true
    }

    private static func token(_ options: JSON?, on chain: Chain) throws(RPCError) -> Token {
        guard let text = options?["address"]?.string, let address = try? EthereumAddress(text) else {
            throw RPCError(.invalidParameters, "“options.address” must be the address of the token's contract.")
        }
        let number = options?["decimals"]
        let decimals = number?.number?.integer ?? number?.string.flatMap { Int($0) }
        guard let decimals, (0...36).contains(decimals) else {
            throw RPCError(.invalidParameters, "“options.decimals” must be a whole number from 0 to 36.")
        }
        guard let symbol = options?["symbol"]?.string,
            let token = Token(chainID: chain.id, address: address, symbol: symbol, decimals: decimals)
        else {
            throw RPCError(
                .invalidParameters, "“options.symbol” must be 1 to 12 plain characters without spaces.")
        }
        return token
    }

    /// Looks whether the contract says the same decimals: another number would make amounts look smaller or larger.
    private func check(_ token: Token, on chain: Chain) async throws(RPCError) {
        guard desk.chains.hasNode(chain) else { return }
        let contract = TokenContract(token.address, node: try desk.chains.node(for: chain))
        guard let decimals = await contract.decimals() else {
            throw RPCError(.invalidParameters, "There is no token at this address on \(chain.name).")
        }
        guard decimals == token.decimals else {
            throw RPCError(.invalidParameters, "The token's contract has \(decimals) decimals, not \(token.decimals).")
        }
    }
}
