package import Bridge
import WalletCore

/// The parameter of `wallet_addEthereumChain` (EIP-3085), parsed strictly.
package struct ChainOffer {
    package let chain: Chain
    package let endpoint: Endpoint
    package let explorers: [String]

    /// Parses the parameter from a page of `origin`.
    ///
    /// Of several servers, the first one that may be used is chosen; explorers that cannot be used are left out. The
    /// native coin must have 18 decimals, because fees and amounts of the EVM do.
    package init(_ parameter: JSON, from origin: Origin) throws(RPCError) {
        let id = try Self.chainID(parameter["chainId"])
        guard let name = parameter["chainName"]?.string, Chain.isName(name, upTo: 64) else {
            throw RPCError(.invalidParameters, "“chainName” must be a name of 1 to 64 plain characters.")
        }
        let coin = parameter["nativeCurrency"]
        guard let symbol = coin?["symbol"]?.string, Chain.isName(symbol, upTo: 11) else {
            throw RPCError(
                .invalidParameters, "“nativeCurrency.symbol” must be a name of 1 to 11 plain characters.")
        }
        guard coin?["decimals"]?.number?.integer == 18 else {
            throw RPCError(.invalidParameters, "“nativeCurrency.decimals” must be 18.")
        }
        chain = Chain(id: id, name: name, symbol: symbol)
        endpoint = try Self.endpoint(parameter["rpcUrls"], of: id, from: origin)
        explorers = try Self.explorers(parameter["blockExplorerUrls"], of: id, from: origin)
    }

    /// Whether the name begins like that of a well-known chain, or the symbol looks like that of one; many chains use
    /// `ETH`.
    package var imitates: Bool {
        let name = Self.look(of: chain.name)
        let names = (Chain.wellKnown.map(\.name) + Chain.otherNames).map(Self.look)
        // Many words begin with a short name.
        let begins = names.contains { $0 == name || name.hasPrefix($0.count < 7 ? $0 + " " : $0) }
        let symbol = Self.look(of: chain.symbol)
        let isSign = Chain.wellKnown.contains { Self.look(of: $0.symbol) == symbol }
        return begins || name.contains(Self.look(of: "mainnet")) || isSign && chain.symbol.uppercased() != "ETH"
    }

    /// The skeleton of a name (characters that look alike become the same), with one space for each run of non-letters.
    private static func look(of name: String) -> String {
        HostSkeleton.of(name.lowercased()).split { !$0.isLetter }.joined(separator: " ")
    }

    /// The ID of a chain that a site could add.
    ///
    /// A site that asks for a chain that the wallet does not know may be told so only with such an ID: libraries then
    /// ask to add the chain.
    package static func chainID(_ value: JSON?) throws(RPCError) -> UInt64 {
        guard let id = value?.quantity else {
            throw RPCError(
                .invalidParameters, "“chainId” must be a hexadecimal number with 0x and without leading zeros.")
        }
        guard (1...greatestID).contains(id) else {
            throw RPCError(
                .invalidParameters, "“chainId” must be between 0x1 and \(HexNumber.text(greatestID)).")
        }
        return id
    }

    /// Above this limit, `v` of an EIP-155 signature is not a safe integer in JavaScript (EIP-2294).
    private static let greatestID: UInt64 = 4_503_599_627_370_476

    private static func endpoint(_ urls: JSON?, of id: UInt64, from origin: Origin) throws(RPCError) -> Endpoint {
        guard let urls = urls?.array, (1...16).contains(urls.count) else {
            throw RPCError(.invalidParameters, "“rpcUrls” must be an array of 1 to 16 addresses.")
        }
        var error = NodeError.address(.form)
        var isPrivate = false
        for url in urls {
            guard let text = url.string else {
                throw RPCError(.invalidParameters, "“rpcUrls” must contain only strings.")
            }
            do throws(NodeError) {
                let endpoint = try Endpoint(text)
                if PublicHost.mayLead(origin, to: endpoint.origin.host) { return endpoint }
                isPrivate = true
            } catch let failure {
                error = failure
            }
        }
        if isPrivate { throw Self.privateServer(of: id) }
        throw RPCError(.invalidParameters, error.description(in: "rpcUrls"))
    }

    private static func privateServer(of id: UInt64) -> RPCError {
        RPCError(
            .invalidParameters,
            "A public site cannot add a server on your local network. You can add it yourself: drawbridge endpoint "
                + "set \(id) …")
    }

    private static func explorers(_ urls: JSON?, of id: UInt64, from origin: Origin) throws(RPCError) -> [String] {
        guard let urls, urls != .null else { return [] }
        guard let urls = urls.array, urls.count <= 16 else {
            throw RPCError(.invalidParameters, "“blockExplorerUrls” must be an array of at most 16 addresses.")
        }
        var explorers: [String] = []
        for url in urls {
            guard let text = url.string else {
                throw RPCError(.invalidParameters, "“blockExplorerUrls” must contain only strings.")
            }
            guard let explorer = try? Endpoint(text) else {
                // Many pages give an empty text, or an address without TLS.
                if text.isEmpty || text.hasPrefix("http://") { continue }
                throw RPCError(.invalidParameters, "An address in “blockExplorerUrls” cannot be used.")
            }
            guard PublicHost.mayLead(origin, to: explorer.origin.host) else { throw Self.privateServer(of: id) }
            explorers.append(explorer.url)
        }
        return Array(explorers.prefix(4))
    }
}
