import Bridge
import Foundation
import WebHost
import WindowTesting

/// Values that JSON, JavaScript or Swift treat in a special way: each arrives as it is, or is refused by its name.
@MainActor var oddValueTests: [PageTest] {
    [
        PageTest("odd values of a page arrive exactly, or are refused by their names") { stage in
            stage.makeView(dialects: [.invoke()])
            stage.methods.table.handle("text") { (value: JSON) in value.text }
            let said = try await stage.run(PageCode.call("odd-values", "sendOddValues"))
            try expectEqual(said, "[103]")
        },
        PageTest("odd values of a program arrive exactly, or are refused by their names") { stage in
            stage.makeView(dialects: [.invoke()])
            let values = oddValues
            stage.methods.table.handle("odd") { (name: String) in
                guard let value = values.first(where: { $0.name == name }) else { throw RPCError(.failed, "no value") }
                return try value.make()
            }
            let wanted = values.map { [$0.name, $0.wanted] }
            let said = try await stage.run(PageCode.call("odd-values", "getOddValues", ["wanted": wanted]))
            try expectEqual(said, "[\(values.count)]")
        },
    ]
}

/// A value of the program: its name, the value, and what the page gets, as its function `written` shows it.
private struct OddValue: Sendable {
    let name: String
    let make: @Sendable () throws -> JSON
    let wanted: String

    init<Value: Encodable & Sendable>(_ name: String, _ value: Value, _ wanted: String) {
        self.name = name
        make = { try EncodedValue(encoding: value).json }
        self.wanted = wanted
    }
}

private func exact(_ value: String, _ whole: String = "The value") -> String {
    "failed: \(whole) is \(value), which JavaScript's numbers cannot represent exactly; use a string."
}

private let digits = "failed: The value is not finite, or has more digits than JavaScript's numbers keep; use a string."

private func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

private let oddValues: [OddValue] = [
    OddValue("zero", 0.0, "0"), OddValue("minus zero", -0.0, "-0"), OddValue("pi", Double.pi, "3.141592653589793"),
    OddValue("the largest double", Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    OddValue("the smallest double", Double.leastNonzeroMagnitude, "5e-324"), OddValue("a float", Float(0.1), "0.1"),
    OddValue("NaN", Double.nan, "failed: The value is not a finite number."),
    OddValue("infinity", [1, Double.infinity], "failed: “[1]” is not a finite number."),
    OddValue("minus infinity", ["a": -Float.infinity], "failed: “a” is not a finite number."),
    OddValue("2^53-1", (1 << 53) - 1, "9007199254740991"), OddValue("2^53", 1 << 53, "9007199254740992"),
    OddValue("2^53+1", (1 << 53) + 1, exact("9007199254740993")),
    OddValue("-2^53-1", -(1 << 53) - 1, exact("-9007199254740993")),
    OddValue("Int64.min", Int64.min, "-9223372036854776000"),
    OddValue("Int64.max", Int64.max, exact("9223372036854775807")),
    OddValue("UInt64.max", ["total": UInt64.max], exact("18446744073709551615", "“total”")),
    OddValue("UInt64.max as text", "\(UInt64.max)", "\"18446744073709551615\""),
    OddValue("Int128.max", Int128.max, exact("\(Int128.max)")), OddValue("Int8.min", Int8.min, "-128"),
    OddValue("true", true, "true"), OddValue("nothing", Int?.none, "null"),
    OddValue("holes", [1, nil, 3], "[1,null,3]"),
    OddValue("an optional member", ["a": Int?.none], "{a:null}"), OddValue("an empty text", "", "\"\""),
    OddValue("NUL", "a\0b", #""a\u0000b""#), OddValue("separators", "\u{2028}\u{1E}", "\"\u{2028}\\u001e\""),
    OddValue("emoji", "👩‍👩‍👧", "\"👩‍👩‍👧\""), OddValue("not composed", "e\u{301}", "\"e\u{301}\""),
    OddValue(
        "a replaced half of a pair", String(decoding: [0xD800, 0x61] as [UInt16], as: UTF16.self), "\"\u{FFFD}a\""),
    OddValue("a million characters", String(repeating: "x", count: 1_000_000), "1000000 characters"),
    OddValue("an empty list", [Int](), "[]"), OddValue("an empty object", [String: Int](), "{}"),
    OddValue("__proto__", ["__proto__": ["polluted": 1]], "{__proto__:{polluted:1}}"),
    OddValue("constructor", ["constructor": 1], "{constructor:1}"), OddValue("an empty name", ["": 1], "{:1}"),
    OddValue("integers as names", [7: "a"], "{7:\"a\"}"), OddValue("a character set", Set(["a"]), "[\"a\"]"),
    OddValue("a date", Date(timeIntervalSince1970: 0), "\"1970-01-01T00:00:00.000Z\""),
    OddValue("half a millisecond", Date(timeIntervalSince1970: 1.5), "\"1970-01-01T00:00:01.500Z\""),
    OddValue("the distant past", Date.distantPast, "\"0000-12-30T00:00:00.000Z\""),
    OddValue("the distant future", Date.distantFuture, "\"4001-01-01T00:00:00.000Z\""),
    OddValue("the last date", Date(timeIntervalSince1970: 8.64e12), "\"+275760-09-13T00:00:00.000Z\""),
    OddValue(
        "after the last date", Date(timeIntervalSince1970: 8.64e12 + 1),
        "failed: The value is not a date that JavaScript has."),
    OddValue("no date", ["at": Date(timeIntervalSince1970: .nan)], "failed: “at” is not a finite number."),
    OddValue("data", ["image": Data([1])], "failed: “image” is Data, which a page cannot read; use BinaryData."),
    OddValue("binary data", BinaryData([0, 255]), "bytes 0 255"), OddValue("no binary data", BinaryData([]), "bytes "),
    OddValue("binary data in a list", [BinaryData([1]), BinaryData([2])], "[bytes 1,bytes 2]"),
    OddValue(
        "a duration", ["wait": Duration.seconds(1)],
        "failed: “wait” is a Duration, which a page cannot read; use a number, such as one of seconds."),
    OddValue("a URL", URL(string: "https://shop.example/a?b=c#d"), "\"https://shop.example/a?b=c#d\""),
    OddValue(
        "a URL with a base", URL(string: "a", relativeTo: URL(string: "https://b.example")),
        "failed: The value is a URL with a base; use its absoluteURL."),
    OddValue(
        "a UUID", UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"), "\"6BA7B810-9DAD-11D1-80B4-00C04FD430C8\""),
    OddValue("a decimal number", decimal("0.1"), "0.1"),
    OddValue("a negative decimal number", decimal("-12.50"), "-12.5"),
    OddValue("a small decimal number", decimal("0.000000000000000001"), "1e-18"),
    OddValue("15 digits", decimal("0.123456789012345"), "0.123456789012345"),
    OddValue("17 digits of which JavaScript keeps 16", decimal("0.12345678901234567"), digits),
    OddValue("38 digits", decimal("12345678901234567890123456789012345678"), digits),
    OddValue(
        "38 digits of a fraction", ["price": decimal("1234567890.1234567890123456789012345678")],
        digits.replacing("The value", with: "“price”")),
    OddValue("no decimal number", Decimal.nan, digits),
    OddValue(
        "a date interval", DateInterval(start: Date(timeIntervalSince1970: 0), duration: 5),
        "{start:\"1970-01-01T00:00:00.000Z\",duration:5}"),
]
