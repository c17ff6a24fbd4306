/// A currency, by its three-letter code (ISO 4217).
public struct SumUpCurrency: Hashable, Sendable, CustomStringConvertible {
    /// Three capital letters.
    public let code: String

    /// Parses exactly three ASCII capital letters; `nil` for everything else.
    public init?(_ code: some StringProtocol) {
        guard code.utf8.count == 3, code.utf8.allSatisfy({ 0x41...0x5A ~= $0 }) else { return nil }
        self.code = String(code)
    }

    /// Whether SumUp's glossary names it.
    ///
    /// A currency that is not listed may still be that of a merchant, so this is only for a warning.
    public var isListed: Bool {
        Self.listed.contains(code)
    }

    /// The number of decimals: that of ISO 4217 (table A.1), but 0 if SumUp only accepts whole units.
    public var decimals: Int {
        if Self.wholeAtSumUp.contains(code) { return 0 }
        return Self.minorUnits.first { $0.codes.contains(code) }?.digits ?? 2
    }

    /// Currencies with two decimals in ISO 4217 for which SumUp only accepts whole units.
    private static let wholeAtSumUp: Set<String> = ["COP", "HUF"]

    /// The minor units of ISO 4217, table A.1, that are not 2.
    private static let minorUnits: [(digits: Int, codes: Set<String>)] = [
        (
            0,
            [
                "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
                "XOF", "XPF",
            ]
        ),
        (3, ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]),
        (4, ["CLF", "UYW"]),
    ]

    /// The three letters.
    public var description: String { code }

    /// developer.sumup.com, glossary, currencies.
    private static let listed: Set<String> = [
        "AUD", "BRL", "CAD", "CHF", "CLP", "COP", "CZK", "DKK", "EUR", "GBP", "HUF", "MXN", "NOK", "PEN", "PLN", "RON",
        "SEK", "USD",
    ]
}
