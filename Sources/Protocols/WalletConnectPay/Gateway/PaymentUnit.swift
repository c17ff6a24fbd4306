public import Bridge

/// The unit of an amount.
public enum PaymentUnit: Hashable, Sendable {
    /// The smallest unit of the currency with this code of three capital letters (ISO 4217), such as `USD`.
    case fiat(String)
    /// The smallest unit of an asset on a chain.
    case asset(AssetID)
    /// Another unit, as the gateway wrote it; nothing is ever paid in it.
    case other(String)

    /// Parses `iso4217/USD` or `caip19/eip155:8453/erc20:0x…`.
    public init(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[0] == "iso4217", parts[1].utf8.count == 3,
            parts[1].utf8.allSatisfy({ 0x41...0x5A ~= $0 })
        {
            self = .fiat(String(parts[1]))
        } else if parts.count == 2, parts[0] == "caip19", let asset = AssetID(parts[1]) {
            self = .asset(asset)
        } else {
            self = .other(text)
        }
    }

    /// The text from which it was parsed.
    public var text: String {
        switch self {
        case .fiat(let code): "iso4217/\(code)"
        case .asset(let asset): "caip19/\(asset)"
        case .other(let text): text
        }
    }

    /// The asset on a chain, if it is one.
    public var asset: AssetID? {
        guard case .asset(let asset) = self else { return nil }
        return asset
    }
}
