/// What the wallet itself knows of an asset: the name under which it is shown, whatever the gateway calls it.
public struct KnownAsset: Hashable, Sendable {
    /// The short name, such as `USDC`.
    public let symbol: String

    /// How many digits stand behind the point.
    public let decimals: Int

    /// Creates facts about an asset.
    public init(symbol: String, decimals: Int) {
        self.symbol = symbol
        self.decimals = decimals
    }

    /// Whether a gateway's description is one of this asset: as many decimals, and a name that it goes by.
    public func fits(_ display: PaymentAmount.Display) -> Bool {
        let claimed = Self.plain(display.symbol)
        let own = Self.plain(symbol)
        return display.decimals == decimals && (claimed == own || Self.others[own]?.contains(claimed) == true)
    }

    private static func plain(_ symbol: String) -> String {
        // The sign of the tugrik, which Tether writes in place of a T.
        symbol.uppercased().split(separator: "\u{20AE}", omittingEmptySubsequences: false).joined(separator: "T")
    }

    /// Other names that issuers and exchanges use, by the one that the wallet uses.
    private static let others: [String: Set<String>] = [
        "USDT": ["USDT0", "BSC-USD"], "POL": ["MATIC"], "WPOL": ["WMATIC"], "USDC.E": ["USDC"], "USDBC": ["USDC"],
        "WXDAI": ["XDAI"],
    ]
}

extension PaymentOptions {
    /// The same as the wallet knows it: options that contradict its knowledge are left out, and what is kept bears the
    /// wallet's own names.
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
