public import BigInt
package import Bridge

/// An exact amount of a currency or an asset.
public struct PaymentAmount: Hashable, Sendable {
    /// How to display an amount, according to the gateway: untrusted text, and must be shown as such.
    public struct Display: Hashable, Sendable {
        /// The short name, such as `USDC`.
        public let symbol: String

        /// The long name, such as `USD Coin`.
        public let name: String

        /// The number of decimal places.
        public let decimals: Int

        /// The network's name, if the asset is on one.
        public let networkName: String?

        /// The URL of an icon of the asset, if there is one; it is never loaded automatically.
        public let icon: String?

        /// The URL of an icon of the network.
        public let networkIcon: String?

        /// Creates display data.
        public init(
            symbol: String, name: String, decimals: Int, networkName: String? = nil, icon: String? = nil,
            networkIcon: String? = nil
        ) {
            self.symbol = symbol
            self.name = name
            self.decimals = decimals
            self.networkName = networkName
            self.icon = icon
            self.networkIcon = networkIcon
        }
    }

    /// The unit of the amount.
    public let unit: PaymentUnit

    /// The amount in the smallest unit; below 2^256.
    public let value: BigUInt

    /// How to display it.
    public let display: Display

    /// Creates an amount.
    public init(unit: PaymentUnit, value: BigUInt, display: Display) {
        self.unit = unit
        self.value = value
        self.display = display
    }

    /// The maximum number of decimal places.
    package static let mostDecimals = 78

    /// Parses `{"unit", "value", "display"}`; the value is a string with a decimal number in canonical form.
    ///
    /// - Throws: ``PayError/malformed``.
    package init(_ json: JSON) throws(PayError) {
        unit = PaymentUnit(try json.text("unit"))
        value = try Self.number(try json.text("value"))
        let display = try json.member("display")
        // The official schema sets no limit. No value has more than 78 digits, and this number of decimals is not used
        // to display an amount.
        let decimals = min(try display.integer("decimals"), Int64(Self.mostDecimals))
        guard decimals >= 0 else { throw .malformed }
        self.display = Display(
            symbol: try display.text("assetSymbol"), name: try display.textIfAny("assetName") ?? "",
            decimals: Int(decimals), networkName: try display.textIfAny("networkName"),
            icon: try display.textIfAny("iconUrl"), networkIcon: try display.textIfAny("networkIconUrl"))
    }

    /// The value with a decimal point, such as `25.00` or `0.000001`, with all significant digits and without rounding.
    public var decimal: String {
        guard display.decimals > 0 else { return "\(value)" }
        let digits = "\(value)"
        let padding = String(repeating: "0", count: max(0, display.decimals + 1 - digits.utf8.count))
        let padded = padding + digits
        return "\(padded.dropLast(display.decimals)).\(padded.suffix(display.decimals))"
    }

    /// The number of decimal places of the currency with this code (ISO 4217).
    public static func decimals(ofCurrency code: String) -> Int {
        if withoutDecimals.contains(code) { return 0 }
        if withThreeDecimals.contains(code) { return 3 }
        return code == "CLF" || code == "UYW" ? 4 : 2
    }

    private static let withoutDecimals: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
        "XPF",
    ]

    private static let withThreeDecimals: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

    private static func number(_ text: String) throws(PayError) -> BigUInt {
        guard 1...78 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            text.utf8.first != UInt8(ascii: "0") || text.utf8.count == 1, let value = BigUInt(text, radix: 10),
            value.bitWidth <= 256
        else { throw .malformed }
        return value
    }
}
