import Bridge
import Ethereum
import EthereumWallet
import WalletCore
import WalletMethods

extension HomeController {
    /// The names of ENS that the owners of `addresses` chose, by the addresses as given; only of the first that differ.
    ///
    /// It waits for the node longer than an approval, because the window shows everything else already.
    func names(of addresses: [String], on chain: ChainID) async -> [String: String] {
        guard let chain = wallet.services.chains.chain(chain) else { return [:] }
        let parsed = Self.parsed(addresses)
        let found = await holdings.addressNames.names(of: parsed.map(\.address), on: chain, within: .seconds(20))
        return Self.texts(parsed, found)
    }

    /// The names that are known now; no node is asked.
    func knownNames(of addresses: [String], on chain: ChainID) -> [String: String] {
        guard let chain = wallet.services.chains.chain(chain) else { return [:] }
        let parsed = Self.parsed(addresses)
        return Self.texts(parsed, holdings.addressNames.known(parsed.map(\.address), on: chain))
    }

    private static func parsed(_ addresses: [String]) -> [(text: String, address: EthereumAddress)] {
        addresses.compactMap { text in (try? EthereumAddress(text)).map { (text, $0) } }
    }

    private static func texts(
        _ parsed: [(text: String, address: EthereumAddress)], _ names: [EthereumAddress: String]
    ) -> [String: String] {
        var texts: [String: String] = [:]
        for entry in parsed { texts[entry.text] = names[entry.address] }
        return texts
    }
}
