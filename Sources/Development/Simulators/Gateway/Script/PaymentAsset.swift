internal import Ethereum

/// An asset that can be used for payments.
package struct PaymentAsset: Hashable, Sendable {
    /// How an asset is transferred.
    package enum Way: String, CaseIterable, Sendable {
        /// By a signature for `receiveWithAuthorization` (EIP-3009).
        case authorization
        /// By a signature for `permitTransferFrom` of Permit2.
        case permit2
        /// By a transaction that the wallet broadcasts; its action is fetched ("build").
        case transaction
    }

    /// The chain ID (EIP-155).
    package let chain: UInt64

    /// The name of the network.
    package let network: String

    /// The token's address in lower case; `nil` for the chain's native coin.
    package let token: String?

    /// Its name, which the typed data of EIP-3009 also uses.
    package let name: String

    /// Its symbol.
    package let symbol: String

    /// The number of decimals.
    package let decimals: Int

    /// How it is transferred.
    package let way: Way

    /// Creates an asset.
    package init(
        chain: UInt64, network: String, token: String?, name: String, symbol: String, decimals: Int, way: Way
    ) {
        self.chain = chain
        self.network = network
        self.token = token
        self.name = name
        self.symbol = symbol
        self.decimals = decimals
        self.way = way
    }

    /// USD Coin of a simulated chain, by a signature.
    package static func dollar(of chain: EthereumChain) -> PaymentAsset {
        PaymentAsset(
            chain: chain.chainID, network: "simulated", token: chain.deployments.dollar.description.lowercased(),
            name: "USD Coin", symbol: "USDC", decimals: 6, way: .authorization)
    }

    /// The chain in CAIP-2 notation.
    package var chainID: String { "eip155:\(chain)" }

    /// The unit of an amount: `caip19/` and the asset in CAIP-19 notation; a coin by its SLIP-44 number.
    package var unit: String { "caip19/\(chainID)/\(token.map { "erc20:\($0)" } ?? "slip44:60")" }

    /// The assets by their names in scripts.
    package static let named: [String: PaymentAsset] = [
        "usdc-base": .usdcOnBase, "usdc-polygon": .usdcOnPolygon, "usdc-ethereum": .usdcOnEthereum,
        "usdt-ethereum": .usdtOnEthereum, "usdt-polygon": .usdtOnPolygon,
        "eth-ethereum": .etherOnEthereum, "eth-base": .etherOnBase,
    ]

    /// USD Coin on Base, by a signature.
    package static let usdcOnBase = PaymentAsset(
        chain: 8453, network: "Base", token: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", name: "USD Coin",
        symbol: "USDC", decimals: 6, way: .authorization)

    /// USD Coin on Polygon, by a signature.
    package static let usdcOnPolygon = PaymentAsset(
        chain: 137, network: "Polygon", token: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", name: "USD Coin",
        symbol: "USDC", decimals: 6, way: .authorization)

    /// USD Coin on Ethereum, by a signature.
    package static let usdcOnEthereum = PaymentAsset(
        chain: 1, network: "Ethereum", token: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", name: "USD Coin",
        symbol: "USDC", decimals: 6, way: .authorization)

    /// Tether on Ethereum, by Permit2.
    package static let usdtOnEthereum = PaymentAsset(
        chain: 1, network: "Ethereum", token: "0xdac17f958d2ee523a2206206994597c13d831ec7", name: "Tether USD",
        symbol: "USDT", decimals: 6, way: .permit2)

    /// Tether on Polygon, by Permit2.
    package static let usdtOnPolygon = PaymentAsset(
        chain: 137, network: "Polygon", token: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f", name: "Tether USD",
        symbol: "USDT", decimals: 6, way: .permit2)

    /// Ether on Ethereum, by a transaction.
    package static let etherOnEthereum = PaymentAsset(
        chain: 1, network: "Ethereum", token: nil, name: "Ether", symbol: "ETH", decimals: 18, way: .transaction)

    /// Ether on Base, by a transaction.
    package static let etherOnBase = PaymentAsset(
        chain: 8453, network: "Base", token: nil, name: "Ether", symbol: "ETH", decimals: 18, way: .transaction)
}
