import Bridge

/// What the wallet itself knows about an asset; it is shown with this name, regardless of the gateway's name for it.
public struct KnownAsset: Hashable, Sendable {
    /// The short name, such as `USDC`.
    public let symbol: String

    /// The number of decimal places.
    public let decimals: Int

    /// Creates facts about an asset.
    public init(symbol: String, decimals: Int) {
        self.symbol = symbol
        self.decimals = decimals
    }

    /// Whether a gateway's description matches this asset: the same number of decimals, and one of its names.
    public func fits(_ display: PaymentAmount.Display) -> Bool {
        let claimed = Self.plain(display.symbol)
        let own = Self.plain(symbol)
        return display.decimals == decimals && (claimed == own || Self.others[own]?.contains(claimed) == true)
    }

    private static func plain(_ symbol: String) -> String {
        // U+20AE is the tugrik sign, which Tether uses instead of a T.
        symbol.uppercased().split(separator: "\u{20AE}", omittingEmptySubsequences: false).joined(separator: "T")
    }

    /// Other names that issuers and exchanges use, by the name that the wallet uses.
    private static let others: [String: Set<String>] = [
        "USDT": ["USDT0", "BSC-USD"], "POL": ["MATIC"], "WPOL": ["WMATIC"], "USDC.E": ["USDC"], "USDBC": ["USDC"],
        "WXDAI": ["XDAI"],
    ]
}

extension PaymentOptions {
    /// The options as the wallet knows their assets: options that contradict its knowledge are left out, and the others
    /// get the wallet's own names.
    func checked(by known: (AssetID) -> KnownAsset?) -> PaymentOptions {
        var kept: [PaymentOption] = []
        for option in options {
            guard let asset = option.amount.unit.asset, let facts = known(asset) else {
                kept.append(option)
                continue
            }
            if facts.fits(option.amount.display) { kept.append(option.named(as: facts)) }
        }
        return PaymentOptions(
            paymentID: paymentID, options: kept, unreadableCount: unreadableCount + options.count - kept.count,
            isContradictory: kept.count < options.count, info: info, collectData: collectData, result: result)
    }
}

extension PaymentOption {
    fileprivate func named(as facts: KnownAsset) -> PaymentOption {
        let shown = amount.display
        return PaymentOption(
            id: id, account: account,
            amount: PaymentAmount(
                unit: amount.unit, value: amount.value,
                display: PaymentAmount.Display(
                    symbol: facts.symbol, name: shown.name, decimals: facts.decimals, networkName: shown.networkName,
                    icon: shown.icon, networkIcon: shown.networkIcon)),
            etaSeconds: etaSeconds, expiresAt: expiresAt, actions: actions, collectData: collectData)
    }
}
