package import Bridge
package import Ethereum
import EthereumWallet
import Messages
import WalletCore

/// `wallet_watchAsset` (EIP-747): a site names a token, and the user decides whether the wallet adds it.
struct WatchAsset: Method {
    let names = ["wallet_watchAsset"]
    let access = MethodAccess.unlocked
    let chains: ChainBook
    let knowledge: EthereumKnowledge
    let sites: SiteAccounts
    let siteWarnings: SiteWarnings
    let pace: SiteRateLimit

    func parse(_ request: Request) throws(RPCError) -> Claim {
        let offer = request.params.object != nil ? request.params : request.params[0] ?? .null
        guard offer["type"] == "ERC20" else {
            throw RPCError(.unsupported, "Only tokens of the type ERC20 can be added.")
        }
        return try Claim(offer["options"])
    }

    func run(_ claim: Claim, for request: Request) async throws(RPCError) -> JSON {
        let chain = try chains.chain(for: request)
        let known = knowledge.tokens.token(claim.address, on: chain.id)
        // A response without asking the user would show any other site which tokens the user has added.
        if let known, claim.fits(known), known.isVouchedFor || sites.isConnected(request) { return true }
        let token = try await token(claim, on: chain, for: request)
        let isSame = known.map { $0.symbol == token.symbol && $0.decimals == token.decimals } ?? false
        let addition = TokenAddition(
            token: token, replaced: isSame ? nil : known, chain: chain, site: request.peer.siteName,
            isNamesake: knowledge.tokens.isNamesake(token), warnings: siteWarnings.warnings(about: request))
        let consent = try await sites.gate.ask(addition, for: request)
        await knowledge.tokens.add(consent.subject.token, askedBy: consent.subject.site)
        return true
    }

    /// The token; what the site leaves out comes from the contract.
    ///
    /// The decimals are compared with the contract's: a different number would make amounts look smaller or larger.
    /// Only a node that the user chose is trusted for this; without such a node, the token is not added.
    private func token(_ claim: Claim, on chain: Chain, for request: Request) async throws(RPCError) -> Token {
        guard chains.hasNode(chain), !chains.isNodeFromSite(chain) else {
            throw RPCError(
                .disconnected,
                "The wallet cannot check the token: it has no node for \(chain.name) that its user chose. Set one: "
                    + "drawbridge endpoint set \(chain.id) https://…")
        }
        let contract = TokenContract(claim.address, node: try chains.node(for: chain))
        let (decimals, symbol) = try await pace.run(
            for: request.peer.origin, isConnected: sites.isConnected(request), chain: chain.id
        ) { () throws(RPCError) in
            (
                await contract.decimals(),
                claim.symbol == nil ? await contract.symbol().flatMap(Token.shownSymbol) : claim.symbol
            )
        }
        guard let decimals else {
            throw RPCError(.invalidParameters, "There is no token at this address on \(chain.name).")
        }
        if let claimed = claim.decimals, claimed != decimals {
            throw RPCError(.invalidParameters, "The token's contract has \(decimals) decimals, not \(claimed).")
        }
        guard decimals <= Claim.mostDecimals, let symbol,
            let token = Token(chainID: chain.id, address: claim.address, symbol: symbol, decimals: decimals)
        else {
            throw RPCError(
                .invalidParameters,
                "The token's contract does not have a symbol and decimals that the wallet can show. Set “options.symbol”."
            )
        }
        return token
    }
}

extension WatchAsset {
    /// What a site claims about a token.
    ///
    /// The symbol and the decimals can be left out (EIP-747); the contract then provides them.
    struct Claim {
        let address: EthereumAddress
        let symbol: String?
        let decimals: Int?

        /// The maximum number of decimal places of a token that can be added.
        static let mostDecimals = 36

        init(_ options: JSON?) throws(RPCError) {
            guard let text = options?["address"]?.string, let address = try? EthereumAddress(text) else {
                throw RPCError(.invalidParameters, "“options.address” must be the address of the token's contract.")
            }
            self.address = address
            let number = options?["decimals"].flatMap { $0 == .null ? nil : $0 }
            decimals = number?.number?.integer ?? number?.string.flatMap { Int($0) }
            guard number == nil || decimals.map((0...Self.mostDecimals).contains) == true else {
                throw RPCError(.invalidParameters, "“options.decimals” must be a whole number from 0 to 36.")
            }
            let sign = options?["symbol"].flatMap { $0 == .null ? nil : $0 }
            symbol = sign?.string
            guard sign == nil || symbol.map(Token.isSymbol) == true else {
                throw RPCError(
                    .invalidParameters, "“options.symbol” must be 1 to 12 letters, digits or symbols, without spaces.")
            }
        }

        /// Whether everything in it agrees with `token`.
        func fits(_ token: Token) -> Bool {
            (symbol ?? token.symbol) == token.symbol && (decimals ?? token.decimals) == token.decimals
        }
    }
}

/// A token that a site asks the wallet to add.
struct TokenAddition: Approvable {
    /// The token, with the decimals of its contract, and the symbol from the site, or from the contract if the site
    /// gives none.
    let token: Token

    /// The token that the wallet now has for this contract.
    let replaced: Token?

    /// The chain of the contract.
    let chain: Chain

    /// The site's name, as used in sentences.
    let site: String

    /// Whether the wallet knows another token with this symbol.
    let isNamesake: Bool

    /// The warnings about the site.
    let warnings: [Approval.Warning]

    func approval() -> Approval {
        var approval = Approval(
            localized("\(site, as: "site") wants to add a token to your list."), verb: localized("Add token"))
        approval.rows = token.rows + [Approval.Row(localized("Network"), chain.words, role: .network)]
        if let replaced { approval.rows.append(replaced.symbolRow(localized("Replaces"))) }
        approval.warnings =
            isNamesake
            ? [
                Approval.Warning(
                    .danger,
                    localized("This is not the token that you know by this symbol: it has a different contract."))
            ] + warnings
            : warnings + [
                Approval.Warning(
                    .caution, localized("Anyone can create a token with any name. The wallet does not know this one."))
            ]
        return approval
    }
}

extension Token {
    /// Its symbol, which anyone can choose, its decimals, and its contract.
    package var rows: [Approval.Row] {
        [
            symbolRow(localized("Symbol")),
            Approval.Row(localized("Contract"), .exact(address.description), role: .token),
        ]
    }

    fileprivate func symbolRow(_ label: String) -> Approval.Row {
        Approval.Row(
            label, .untrusted(symbol),
            note: localized(
                "\(decimals, as: "count") decimal", plural: "\(decimals, as: "count") decimals", count: decimals))
    }
}
