/// An exact amount of money as decimal text, never as a binary fraction.
public struct SumUpAmount: Hashable, Sendable, CustomStringConvertible {
    /// The number as it is sent: `12.50`, with as many decimals as the currency has.
    public let text: String

    /// The currency.
    public let currency: SumUpCurrency

    /// The maximum number of digits before the decimal point.
    static let longest = 12

    /// Parses digits with at most one decimal point; the amount must be above zero and have no more decimals than the
    /// currency, apart from trailing zeros.
    public init(_ text: some StringProtocol, _ currency: SumUpCurrency, field: SumUpField = .amount) throws(SumUpError)
    {
        guard !text.isEmpty else { throw .wrong(field, .empty) }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            throw .wrong(field, .number)
        }
        // "0012" could be a number in another base or a typing error.
        guard parts[0] == "0" || parts[0].first != "0" else { throw .wrong(field, .number) }
        var fraction = parts.count > 1 ? String(parts[1]) : ""
        guard parts[0].utf8.count <= Self.longest, fraction.utf8.count <= Self.longest else {
            throw .wrong(field, .long)
        }
        while fraction.utf8.count > currency.decimals, fraction.last == "0" { fraction.removeLast() }
        guard fraction.utf8.count <= currency.decimals else { throw .wrong(field, .decimals) }
        fraction += String(repeating: "0", count: currency.decimals - fraction.utf8.count)
        guard (parts[0] + fraction).contains(where: { $0 != "0" }) else { throw .wrong(field, .zero) }
        self.text = fraction.isEmpty ? String(parts[0]) : "\(parts[0]).\(fraction)"
        self.currency = currency
    }

    /// The number and the currency.
    public var description: String { "\(text) \(currency)" }
}
