package import BigInt
internal import Bridge
internal import Ethereum

/// A coin whose price can be shown, by the name that price sources use for it.
package enum PricedCoin: String, CaseIterable, Sendable {
    case bitcoin, ethereum, tether, dai, xdai
    case bitcoinCash = "bitcoin-cash"
    case usdCoin = "usd-coin"
    case bnb = "binancecoin"
    case pol = "polygon-ecosystem-token"
    case avalanche = "avalanche-2"

    /// The coin with this symbol, which the wallet trusts; `nil` if its price is not asked for.
    package init?(symbol: String) {
        switch symbol {
        case "BTC": self = .bitcoin
        case "ETH": self = .ethereum
        case "BNB": self = .bnb
        case "POL": self = .pol
        case "AVAX": self = .avalanche
        case "USDC": self = .usdCoin
        case "USDT": self = .tether
        case "DAI": self = .dai
        case "xDAI": self = .xdai
        default: return nil
        }
    }

    /// The coin of `asset`; `nil` if its price is not asked for, or if a stranger chose its symbol.
    package init?(_ asset: HeldAsset) {
        guard asset.isVouchedFor else { return nil }
        switch (asset.id.namespace, asset.symbol) {
        case ("slip44", "BTC"): self = .bitcoin
        case ("slip44", "BCH"): self = .bitcoinCash
        case ("slip44", "ETH"): self = .ethereum
        case ("slip44", "BNB"): self = .bnb
        case ("slip44", "POL"): self = .pol
        case ("slip44", "AVAX"): self = .avalanche
        case ("slip44", "xDAI"): self = .xdai
        case ("erc20", "USDC"): self = .usdCoin
        case ("erc20", "USDT"): self = .tether
        case ("erc20", "DAI"): self = .dai
        default: return nil
        }
    }
}

/// The prices of coins as one source named them; nothing proves them.
package struct PriceList: Hashable, Sendable {
    /// The currency (ISO 4217).
    package let currency: String

    /// The host of the source.
    package let source: String

    /// When it named them, in seconds since 1970.
    package let at: Int64

    private let prices: [PricedCoin: BigUInt]

    /// The number of decimal places with which a price is kept.
    private static let decimals = 18

    /// The longest text of a price.
    private static let longest = 40

    /// Creates a list from decimal texts such as `61234.5`; what is not a plain decimal number above zero has no price.
    package init(_ texts: [PricedCoin: String], currency: String, source: String, at: Int64) {
        self.currency = currency
        self.source = source
        self.at = at
        prices = texts.compactMapValues { text in
            guard text.utf8.count <= Self.longest, let price = try? Amount.parts(text, decimals: Self.decimals),
                price > 0
            else { return nil }
            return price
        }
    }

    /// Whether no coin has a price.
    package var isEmpty: Bool { prices.isEmpty }

    /// What a coin is worth in dollars with 18 decimal places, by what USD Coin is worth in the same currency; `nil` if one of
    /// the two has no price.
    package func dollars(for coin: PricedCoin) -> BigUInt? {
        guard let price = prices[coin], let dollar = prices[.usdCoin] else { return nil }
        return price * BigUInt(10).power(Self.decimals) / dollar
    }

    /// What `balance` is worth, rounded to hundredths, such as `12.30 EUR`; `nil` if it is not known.
    package func value(of balance: AssetBalance) -> String? {
        guard let units = balance.units, let coin = PricedCoin(balance.asset), let price = prices[coin] else {
            return nil
        }
        let scale = BigUInt(10).power(balance.asset.decimals + Self.decimals)
        let hundredths = (units * price * 100 + scale / 2) / scale
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return "\(whole).\(rest < 10 ? "0" : "")\(rest) \(currency)"
    }
}

/// A service that names prices of coins.
package protocol PriceSource: Sendable {
    /// Its host.
    var name: String { get }

    /// The prices of all coins of ``PricedCoin``: a source never learns which of them the user has. `nil` without a
    /// valid answer.
    func prices(at now: Int64) async -> PriceList?
}
