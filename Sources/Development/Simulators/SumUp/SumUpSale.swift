package import Foundation

/// A payment as the SumUp app parses it from a link.
///
/// This is an independent parser, as lenient as the app: it shares no code with what builds such links. The app on iOS
/// checks the start of the scheme and the host, not the path; it reads a `+` as a space, uses the last of two
/// parameters with the same name, and requires an amount above zero, a currency of three characters and an affiliate
/// key.
package struct SumUpSale: Hashable, Sendable {
    /// The amount.
    package let amount: Decimal

    /// The currency, three characters.
    package let currency: String

    /// The product.
    package let title: String?

    /// The caller's ID of the payment.
    package let foreignID: String?

    /// The affiliate key of the integration.
    package let affiliateKey: String

    /// Whether the success screen is skipped.
    package let skipsSuccessScreen: Bool

    /// Every parameter, decoded.
    package let parameters: [String: String]

    /// Parses a link as the app on this platform does; `nil` if the app would ignore it.
    package init?(_ link: String, as platform: SumUpPlatform = .iOS) {
        guard let colon = link.firstIndex(of: ":"), link[..<colon].lowercased().hasPrefix("sumupmerchant"),
            link[colon...].hasPrefix("://")
        else { return nil }
        let rest = link[link.index(colon, offsetBy: 3)...]
        let host = rest.prefix { !"/?#".contains($0) }
        guard host.lowercased() == "pay", let question = rest.firstIndex(of: "?") else { return nil }
        let query = rest[rest.index(after: question)...].prefix { $0 != "#" }
        var parameters: [String: String] = [:]
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            parameters[Self.decoded(pair[0])] = pair.count > 1 ? Self.decoded(pair[1]) : ""
        }
        let text = platform == .iOS ? parameters["amount"] : parameters["total"] ?? parameters["amount"]
        guard let amount = text.flatMap({ Decimal(string: $0) }), !amount.isNaN, amount > 0,
            let currency = parameters["currency"], currency.count == 3,
            let key = parameters["affiliate-key"], !key.isEmpty,
            platform == .iOS || parameters["app-id"]?.isEmpty == false
        else { return nil }
        self.amount = amount
        self.currency = currency
        self.parameters = parameters
        affiliateKey = key
        title = parameters["title"].flatMap { $0.isEmpty ? nil : $0 }
        foreignID = parameters["foreign-tx-id"].flatMap { $0.isEmpty ? nil : $0 }
        skipsSuccessScreen = parameters["skip-screen-success"]?.lowercased() == "true"
    }

    /// The amount with at least two decimals.
    package var amountText: String {
        let text = "\(amount)"
        guard let point = text.firstIndex(of: ".") else { return text + ".00" }
        return text[point...].count < 3 ? text + "0" : text
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacingOccurrences(of: "+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}
