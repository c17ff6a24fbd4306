public import Foundation

/// A payment as SumUp's app understands the link that it is opened with.
///
/// This is a reading of its own, as generous as the real one: nothing here is shared with what builds such links. The
/// app on iOS looks at the start of the scheme and at the host, not at the path; it reads a `+` as a space, takes the
/// last of two equal names, and wants an amount above zero, a currency of three characters and an affiliate key.
public struct SumUpSale: Hashable, Sendable {
    /// What is to be paid.
    public let amount: Decimal

    /// Three characters.
    public let currency: String

    /// What is sold.
    public let title: String?

    /// The caller's name of the payment.
    public let foreignID: String?

    /// Who integrates the payment.
    public let affiliateKey: String

    /// Whether the screen that tells of the success is left out.
    public let skipsSuccessScreen: Bool

    /// Every parameter, decoded.
    public let parameters: [String: String]

    /// Reads a link as the app of this platform does; `nil` where it would do nothing.
    public init?(_ link: String, as platform: SumUpPlatform = .iOS) {
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

    /// The amount with two decimals at least.
    public var amountText: String {
        let text = "\(amount)"
        guard let point = text.firstIndex(of: ".") else { return text + ".00" }
        return text[point...].count < 3 ? text + "0" : text
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacingOccurrences(of: "+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}
