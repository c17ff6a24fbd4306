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

    /// How many digits stand behind the point: as ISO 4217 (table A.1) says, but none where SumUp counts in whole
    /// units.
    public var decimals: Int {
        if Self.wholeAtSumUp.contains(code) { return 0 }
        return Self.minorUnits.first { $0.codes.contains(code) }?.digits ?? 2
    }

    /// Currencies with two digits in ISO 4217 of which SumUp takes whole units only.
    private static let wholeAtSumUp: Set<String> = ["COP", "HUF"]

    /// ISO 4217, table A.1, “minor unit”, where it is not 2.
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
