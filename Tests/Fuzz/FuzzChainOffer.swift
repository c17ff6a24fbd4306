// Together with: Sources/Wallet/EthereumWallet/Chains/ChainOffer.swift Sources/Wallet/EthereumWallet/Chains/Chain.swift
// Together with: Sources/Wallet/EthereumWallet/Nodes/Endpoint.swift Sources/Wallet/EthereumWallet/Nodes/HexNumber.swift
// Together with: Sources/Wallet/EthereumWallet/Nodes/NodeError.swift Sources/Wallet/EthereumWallet/Nodes/NodeRefusal.swift
// Together with: Sources/Wallet/WalletCore/Servers/PublicHost.swift
import Bridge

/// A chain that a page offers is read as it is shown, or refused, and a page of the internet leads nobody into their
/// own network.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let json = try? JSON(parsing: input(start, count)),
        let site = try? Origin(serialized: "https://dapp.example"),
        let own = try? Origin(serialized: "http://127.0.0.1")
    else { return 0 }
    let offer = try? ChainOffer(json, from: site)
    if let offer {
        check(offer)
        for address in [offer.endpoint.url] + offer.explorers {
            let host = (try? Endpoint(address))?.origin.host
            hold(host.map(PublicHost.contains) == true, "a page of the internet names servers of the internet")
        }
    }
    guard let ownOffer = try? ChainOffer(json, from: own) else {
        hold(offer == nil, "a page of one's own may offer what others may")
        return 0
    }
    check(ownOffer)
    if let offer { hold(offer.chain == ownOffer.chain, "the chain does not depend on who asks") }
    return 0
}

private func check(_ offer: ChainOffer) {
    let chain = offer.chain
    hold(HexNumber.read(chain.hexID) == chain.id && chain.id > 0, "a number is one number")
    for (text, limit) in [(chain.name, 64), (chain.symbol, 11)] {
        hold(1...limit ~= text.unicodeScalars.count, "a name is short")
        hold(VisibleText.of(text) == text, "all of a name is seen")
    }
    hold(!chain.isWellKnown, "no page makes a chain well known")
    hold((try? Endpoint(offer.endpoint.url)) == offer.endpoint, "an address is one address")
    hold(offer.endpoint.origin.scheme == "https" || offer.endpoint.origin.isLoopback, "nothing goes out in the clear")
    hold(offer.explorers.count <= 4, "explorers are few")
    _ = offer.imitates
}
