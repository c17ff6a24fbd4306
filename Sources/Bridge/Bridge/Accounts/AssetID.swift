/// A kind of asset on a chain (CAIP-19), such as `eip155:8453/erc20:0x8335…` or `eip155:1/slip44:60`.
public struct AssetID: Hashable, Sendable, CustomStringConvertible {
    /// The chain.
    public let chain: ChainID

    /// What kind of asset: `slip44` for a chain's own coin, `erc20`, `token` and so on.
    public let namespace: String

    /// Which of them: a contract, or the number of the coin.
    public let reference: String

    /// The single piece, where the asset is not one of many that are alike.
    public let token: String?

    /// Reads `chain/namespace:reference` or `chain/namespace:reference/token`; `nil` if the text is not of that
    /// form.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, let chain = ChainID(parts[0]) else { return nil }
        let names = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        guard names.count == 2, CAIPText.isNamespace(names[0]), CAIPText.isReference(names[1]) else { return nil }
        if parts.count == 3 {
            guard CAIPText.isReference(parts[2], upTo: 78) else { return nil }
            token = String(parts[2])
        } else {
            token = nil
        }
        self.chain = chain
        namespace = String(names[0])
        reference = String(names[1])
    }

    /// Creates the identifier of a chain's own coin, from its number in SLIP-44.
    package init(coin number: UInt32, on chain: ChainID) {
        self.chain = chain
        (namespace, reference, token) = ("slip44", String(number), nil)
    }

    /// The form in which it was read.
    public var description: String {
        "\(chain)/\(namespace):\(reference)\(token.map { "/\($0)" } ?? "")"
    }

    /// Whether it is the chain's own coin.
    public var isCoin: Bool { namespace == "slip44" }

    /// Whether both name one asset, however the letters of their checksums are written.
    public func isSame(as other: AssetID) -> Bool {
        chain == other.chain && namespace == other.namespace && token == other.token
            && CAIPText.areSame(reference, other.reference, in: chain.namespace)
    }
}
