/// The types of Foundation and Swift whose own coding means nothing to a page, such as the seconds since 2001 of a `Date`.
///
/// They are recognised by their names, because this module does not import Foundation.
enum FoundationType: String {
    /// In a page, a `Date`: its JSON text, or the milliseconds that `Date.now()` gives.
    case date = "Date"

    /// In a page, a string.
    case url = "URL"

    /// In a page, a number; as a parameter also its digits as a string.
    case decimal = "Decimal"

    /// Refused: `BinaryData` is an `ArrayBuffer` in the page.
    case data = "Data"

    /// Refused: it encodes itself as the two halves of a number of attoseconds.
    case duration = "Duration"

    /// The type with this name; `nil` for all others.
    init?<Value>(_ type: Value.Type) {
        // All of them are small, and the name of a type takes longer to find than its size.
        guard MemoryLayout<Value>.size <= 24 else { return nil }
        let parts = String(reflecting: type).split(separator: ".", maxSplits: 1)
        guard parts.count == 2, ["Foundation", "FoundationEssentials", "Swift"].contains(parts[0]) else { return nil }
        self.init(rawValue: String(parts[1]))
    }

    /// What `value` of a page is for the type's own `init(from:)`; `nil` if it is no such value.
    func read(_ value: JSON) -> JSON? {
        switch self {
        case .date: Self.milliseconds(value).map { .number(PageDate.seconds(since2001: $0)) }
        case .url: value.string.flatMap { $0.isEmpty ? nil : ["relative": .string($0)] }
        case .decimal: (value.number?.text ?? value.string).flatMap(DecimalDigits.init)?.foundation
        case .data, .duration: nil
        }
    }

    /// What a page gets for the value that the type's own `encode(to:)` has written; `nil` if it cannot get it.
    func write(_ value: JSON) -> JSON? {
        switch self {
        case .date: value.number.flatMap { Double($0.text) }.flatMap(PageDate.text).map { .string($0) }
        case .url: value["base"] == nil ? value["relative"] : nil
        case .decimal: DecimalDigits(foundation: value)?.json
        case .data, .duration: nil
        }
    }

    private static func milliseconds(_ value: JSON) -> Double? {
        if let text = value.string { return PageDate.milliseconds(text) }
        return value.number.flatMap { Double($0.text) }.flatMap { PageDate.range.contains($0) ? $0 : nil }
    }

    /// What is wrong with another value, for the caller of a method.
    var unreadable: String {
        switch self {
        case .date: "must be a date: milliseconds since 1970, or text such as 2026-11-28T09:30:00.000Z."
        case .url: "must be a URL, as a string."
        case .decimal: "must be a decimal number of at most 38 digits."
        case .data: "is declared as Data by the program; it must be BinaryData."
        case .duration: "is declared as Duration by the program; it must be a number, such as one of seconds."
        }
    }

    /// What is wrong with a value of the program that a page cannot get.
    var unwritable: String {
        switch self {
        case .date: "is not a date that JavaScript has."
        case .url: "is a URL with a base; use its absoluteURL."
        case .decimal: "is not finite, or has more digits than JavaScript's numbers keep; use a string."
        case .data: "is Data, which a page cannot read; use BinaryData."
        case .duration: "is a Duration, which a page cannot read; use a number, such as one of seconds."
        }
    }
}

/// The digits of a `Decimal`: an integer of at most 128 bits, times a power of ten.
struct DecimalDigits: Equatable {
    private let isNegative: Bool
    private let mantissa: UInt128
    private let exponent: Int

    /// Reads a number in the grammar of JSON; `nil` if it has too many digits.
    init?(_ text: String) {
        guard JSONNumber(text) != nil, text.utf8.count <= 200 else { return nil }
        let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
        guard let digits = parts.first, let power = parts.count > 1 ? Int(parts[1]) : 0, (-300...300).contains(power)
        else { return nil }
        let halves = digits.drop { $0 == "-" }.split(separator: ".")
        var (mantissa, exponent) = (UInt128(0), power - (halves.count > 1 ? halves[1].utf8.count : 0))
        for digit in halves.joined(separator: "").utf8 {
            let (product, isLarge) = mantissa.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = product.addingReportingOverflow(UInt128(digit &- 0x30))
            guard !isLarge, !isLarger else { return nil }
            mantissa = sum
        }
        while mantissa != 0, mantissa.isMultiple(of: 10) { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
        guard mantissa == 0 || (-128...127).contains(exponent) else { return nil }
        isNegative = digits.hasPrefix("-") && mantissa != 0
        self.mantissa = mantissa
        self.exponent = mantissa == 0 ? 0 : exponent
    }

    /// Reads what `Decimal` has written.
    init?(foundation value: JSON) {
        guard let parts = value["mantissa"]?.array, parts.count == 8, let exponent = value["exponent"]?.number?.integer,
            (-128...127).contains(exponent), let isNegative = value["isNegative"]?.bool
        else { return nil }
        var mantissa = UInt128(0)
        for part in parts.reversed() {
            guard let part = part.number?.integer.flatMap(UInt16.init(exactly:)) else { return nil }
            mantissa = mantissa << 16 | UInt128(part)
        }
        // `length` 0 with a sign is not a number.
        if mantissa == 0, isNegative { return nil }
        (self.isNegative, self.mantissa, self.exponent) = (isNegative, mantissa, exponent)
    }

    /// The value in the form that `Decimal` reads.
    var foundation: JSON {
        let parts = (0..<8).map { UInt16(truncatingIfNeeded: mantissa >> (16 * $0)) }
        let length = parts.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return [
            "exponent": .number(JSONNumber(exponent)), "length": .number(JSONNumber(length)),
            "isNegative": .bool(isNegative), "isCompact": true,
            "mantissa": .array(parts.map { .number(JSONNumber(Int($0))) }),
        ]
    }

    /// The number with all its digits; `nil` if a page would read another one.
    var json: JSON? {
        var digits = String(mantissa)
        if exponent > 0, mantissa != 0 { digits += String(repeating: "0", count: exponent) }
        if exponent < 0 {
            digits = String(repeating: "0", count: max(0, 1 - exponent - digits.utf8.count)) + digits
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: exponent))
        }
        let text = (isNegative ? "-" : "") + digits
        guard let number = Double(text), let read = DecimalDigits(number.description), read == self else { return nil }
        return .number(JSONNumber(checked: text))
    }
}
