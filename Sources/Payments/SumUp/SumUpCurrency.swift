/// A currency, by its three letters (ISO 4217).
public struct SumUpCurrency: Hashable, Sendable, CustomStringConvertible {
    /// Three capital letters.
    public let code: String

    /// Reads exactly three capital letters of ASCII; `nil` for everything else.
    public init?(_ code: some StringProtocol) {
        guard code.utf8.count == 3, code.utf8.allSatisfy({ 0x41...0x5A ~= $0 }) else { return nil }
        self.code = String(code)
    }

    /// Whether SumUp's glossary names it.
    ///
    /// One that it does not name may still be a merchant's: this is for a warning.
    public var isListed: Bool {
        Self.listed.contains(code)
    }

    /// How many digits stand behind the point: none where SumUp counts in whole units.
    public var decimals: Int {
        ["CLP", "COP", "HUF"].contains(code) ? 0 : 2
    }

    /// The three letters.
    public var description: String { code }

    /// developer.sumup.com, glossary, currencies.
    private static let listed: Set<String> = [
        "AUD", "BRL", "CAD", "CHF", "CLP", "COP", "CZK", "DKK", "EUR", "GBP", "HUF", "MXN", "NOK", "PEN", "PLN", "RON",
        "SEK", "USD",
    ]
}
