import Bridge
import EthereumWallet
import Messages
package import Network
package import WalletCore

/// A price source with the interface of CoinGecko (`/simple/price`).
package struct WebPriceSource: PriceSource {
    package let choice: PriceSourceChoice
    package let sender: any HTTPSender

    package var name: String { choice.endpoint.origin.site }

    /// The maximum size of an answer in bytes.
    private static let longest = 16 << 10

    package func prices(at now: Int64) async -> PriceList? {
        let coins = PricedCoin.allCases.map(\.rawValue).sorted().joined(separator: ",")
        let key = choice.currency.lowercased()
        let url = "\(choice.endpoint.url)?ids=\(coins)&vs_currencies=\(key)"
        let request = HTTPRequest(
            .get, url, headers: [("Accept", "application/json")], sizeLimit: Self.longest)
        guard let response = try? await sender.send(request), response.status == 200,
            let answer = try? JSON(parsing: response.body), answer.object != nil
        else { return nil }
        var texts: [PricedCoin: String] = [:]
        for coin in PricedCoin.allCases { texts[coin] = answer[coin.rawValue]?[key]?.number?.text }
        let list = PriceList(texts, currency: choice.currency, source: name, at: now)
        return list.isEmpty ? nil : list
    }
}

/// The latest prices; none while no source is set.
@MainActor package final class PriceBook {
    /// The latest prices that the source named; `nil` if it has not named any for a day.
    package var list: PriceList? {
        latest.flatMap { (now() - $0.at).magnitude <= Self.oldest.magnitude ? $0 : nil }
    }

    private var latest: PriceList?

    private var source: (any PriceSource)?
    private var asked: Int64?

    /// How often the source was set, so that an answer of an earlier one does not count.
    private var choices = 0
    private let now: @MainActor () -> Int64

    /// For so many seconds, the source is not asked again.
    private static let pause: Int64 = 300

    /// Older prices say nothing about the worth of a balance.
    private static let oldest: Int64 = 86_400

    /// Creates a book without a source.
    package init(now: @escaping @MainActor () -> Int64) { self.now = now }

    /// Asks `source` from now on; `nil` for none.
    package func use(_ source: (any PriceSource)?) {
        self.source = source
        choices &+= 1
        (latest, asked) = (nil, nil)
    }

    /// Asks the source, unless it was asked a short time ago.
    ///
    /// - Returns: Whether there are new prices.
    package func refresh() async -> Bool {
        guard let source else { return false }
        let time = now()
        if let asked, asked <= time, time - asked < Self.pause { return false }
        asked = time
        let choice = choices
        guard let list = await source.prices(at: time), choices == choice else { return false }
        latest = list
        return true
    }
}
