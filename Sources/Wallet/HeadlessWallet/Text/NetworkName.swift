package import Bitcoin
package import Bridge
package import EthereumWallet
import WalletCore

/// A network as a person names it, in letters of any case: a chain ID, a name, BTC, BCH, or an identifier (CAIP-2).
package struct NetworkName: Hashable, Sendable {
    private let text: String

    package init(_ text: some StringProtocol) { self.text = Self.plain(text) }

    /// Whether this network is meant; `name` is its name if that can be trusted, or empty.
    package func means(_ chain: ChainID, named name: String) -> Bool {
        if text == chain.description || text == chain.reference { return true }
        if !name.isEmpty, text == Self.plain(name) { return true }
        return UTXOChain(anyCase: text)?.chainID == chain
    }

    /// Whether this chain is meant; sites and users give names to those that are not well-known.
    package func means(_ chain: Chain) -> Bool {
        means(ChainID(eip155: chain.id), named: chain.isWellKnown ? chain.name : "")
    }

    /// The network of Bitcoin or Bitcoin Cash that is meant.
    package var utxoChain: UTXOChain? { UTXOChain.allCases.first { means($0.chainID, named: $0.name) } }

    /// The chain ID that is meant, if it is one of an EVM chain; `nil` for zero, which no chain has.
    package var evmChain: UInt64? {
        if let known = Chain.wellKnown.first(where: means) { return known.id }
        let id = UInt64(text) ?? ChainID(text)?.eip155
        return id == 0 ? nil : id
    }

    /// The network that is meant, if its name or its form says so.
    package var chainID: ChainID? { utxoChain?.chainID ?? evmChain.map { ChainID(eip155: $0) } }

    /// Without spaces, and without the mark of test networks.
    private static func plain(_ text: some StringProtocol) -> String {
        text.lowercased().filter { $0 != " " }.replacing("(testnetwork)", with: "")
    }
}
