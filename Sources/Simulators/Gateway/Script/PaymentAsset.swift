/// Something that a payment can be made with.
public struct PaymentAsset: Hashable, Sendable {
    /// How an asset changes hands.
    public enum Way: String, CaseIterable, Sendable {
        /// By a signature for `receiveWithAuthorization` (EIP-3009).
        case authorization
        /// By a signature for `permitTransferFrom` of Permit2.
        case permit2
        /// By a transaction that the wallet broadcasts; what to send is fetched ("build").
        case transaction
    }

    /// The chain's number (EIP-155).
    public let chain: UInt64

    /// The name of the network.
    public let network: String

    /// The token's address in small letters; `nil` for the chain's own coin.
    public let token: String?

    /// What it is called, and what the typed data of EIP-3009 calls it.
    public let name: String

    /// Its sign.
    public let symbol: String

    /// How many digits stand behind the point.
    public let decimals: Int

    /// How it changes hands.
    public let way: Way

    /// Creates an asset.
    public init(
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

    /// The chain as CAIP-2 has it.
    public var chainID: String { "eip155:\(chain)" }

    /// The unit of an amount, `caip19/` and the asset as CAIP-19 has it; a coin by its number in SLIP-44.
    public var unit: String { "caip19/\(chainID)/\(token.map { "erc20:\($0)" } ?? "slip44:60")" }

    /// The assets that scripts know by name.
    public static let named: [String: PaymentAsset] = [
        "usdc-base": .usdcOnBase, "usdc-polygon": .usdcOnPolygon, "usdc-ethereum": .usdcOnEthereum,
        "usdt-ethereum": .usdtOnEthereum, "usdt-polygon": .usdtOnPolygon,
        "eth-ethereum": .etherOnEthereum, "eth-base": .etherOnBase,
    ]

    /// USD Coin on Base, by a signature.
    public static let usdcOnBase = PaymentAsset(
        chain: 8453, network: "Base", token: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", name: "USD Coin",
        symbol: "USDC", decimals: 6, way: .authorization)

    /// USD Coin on Polygon, by a signature.
    public static let usdcOnPolygon = PaymentAsset(
        chain: 137, network: "Polygon", token: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", name: "USD Coin",
        symbol: "USDC", decimals: 6, way: .authorization)

    /// USD Coin on Ethereum, by a signature.
    public static let usdcOnEthereum = PaymentAsset(
        chain: 1, network: "Ethereum", token: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", name: "USD Coin",
        symbol: "USDC", decimals: 6, way: .authorization)

    /// Tether on Ethereum, by Permit2.
    public static let usdtOnEthereum = PaymentAsset(
        chain: 1, network: "Ethereum", token: "0xdac17f958d2ee523a2206206994597c13d831ec7", name: "Tether USD",
        symbol: "USDT", decimals: 6, way: .permit2)

    /// Tether on Polygon, by Permit2.
    public static let usdtOnPolygon = PaymentAsset(
        chain: 137, network: "Polygon", token: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f", name: "Tether USD",
        symbol: "USDT", decimals: 6, way: .permit2)

    /// Ether on Ethereum, by a transaction.
    public static let etherOnEthereum = PaymentAsset(
        chain: 1, network: "Ethereum", token: nil, name: "Ether", symbol: "ETH", decimals: 18, way: .transaction)

    /// Ether on Base, by a transaction.
    public static let etherOnBase = PaymentAsset(
        chain: 8453, network: "Base", token: nil, name: "Ether", symbol: "ETH", decimals: 18, way: .transaction)
}
