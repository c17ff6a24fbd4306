import Bridge

/// The parameter of `wallet_addEthereumChain` (EIP-3085), read strictly.
struct ChainOffer {
    let chain: Chain
    let endpoint: Endpoint
    let explorers: [String]

    /// The hosts of the server that is used and of the explorers.
    let hosts: [String]

    /// Reads it.
    ///
    /// Of several servers the first is taken that may be used. A coin has 18 decimals, since fees and amounts of the
    /// EVM have.
    init(_ parameter: JSON) throws(RPCError) {
        guard let id = parameter["chainId"]?.quantity, id > 0, id <= Self.greatestID else {
            throw RPCError(
                .invalidParameters, "“chainId” must be a hexadecimal number with 0x and without leading zeros.")
        }
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
        endpoint = try Self.endpoint(parameter["rpcUrls"])
        explorers = try Self.explorers(parameter["blockExplorerUrls"])
        hosts = ([endpoint] + explorers.compactMap { try? Endpoint($0) }).map(\.origin.host)
    }

    /// Whether a well-known chain has this name or, unless it is `ETH`, which many have, this sign.
    var imitates: Bool {
        let name = chain.name.lowercased()
        return Chain.wellKnown.contains { $0.name.lowercased() == name || name.hasPrefix($0.name.lowercased() + " ") }
            || name.contains("mainnet")
            || Chain.wellKnown.contains { $0.symbol != "ETH" && $0.symbol.lowercased() == chain.symbol.lowercased() }
    }

    /// Above this an EIP-155 signature's v does not fit numbers of JavaScript any more (EIP-2294).
    private static let greatestID: UInt64 = 4_503_599_627_370_476

    private static func endpoint(_ urls: JSON?) throws(RPCError) -> Endpoint {
        guard let urls = urls?.array, (1...16).contains(urls.count) else {
            throw RPCError(.invalidParameters, "“rpcUrls” must be an array of 1 to 16 addresses.")
        }
        var fault = EndpointFault.form
        for url in urls {
            guard let text = url.string else {
                throw RPCError(.invalidParameters, "“rpcUrls” must contain only strings.")
            }
            do throws(EndpointFault) {
                return try Endpoint(text)
            } catch {
                fault = error
            }
        }
        throw RPCError(.invalidParameters, "An address in “rpcUrls” \(fault.rawValue).")
    }

    private static func explorers(_ urls: JSON?) throws(RPCError) -> [String] {
        guard let urls, urls != .null else { return [] }
        guard let urls = urls.array, urls.count <= 4 else {
            throw RPCError(.invalidParameters, "“blockExplorerUrls” must be an array of at most 4 addresses.")
        }
        var explorers: [String] = []
        for url in urls {
            guard let text = url.string, (try? Endpoint(text)) != nil else {
                throw RPCError(.invalidParameters, "An address in “blockExplorerUrls” cannot be used.")
            }
            explorers.append(text)
        }
        return explorers
    }
}
