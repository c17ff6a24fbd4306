import Foundation
import Testing

@testable import Bridge

/// Types of Foundation as parameters and results: what a page means by them, or an error with the reason.
@Suite struct FoundationTypeTests {
    private struct Order: Codable, Equatable {
        var at: Date
        var page: URL
        var price: Decimal
        var id: UUID
        var before: Date?
        var others: [Date] = []
    }

    @Test func `values of Foundation are what they are in a page, in both directions`() throws {
        let text = """
            {"at":"2026-11-28T09:30:00.250Z","page":"https://shop.example/a?b=ä#c","price":0.1,\
            "id":"6BA7B810-9DAD-11D1-80B4-00C04FD430C8","before":null,"others":["1969-12-31T23:59:59.999Z"]}
            """
        let order = try JSON(parsing: text).decoded(as: Order.self)
        #expect(order.at.timeIntervalSince1970 == 1_795_858_200.25)
        #expect(order.page.absoluteString.hasPrefix("https://shop.example/a?b="))
        #expect(order.price == Decimal(string: "0.1"))
        #expect(order.id.uuidString == "6BA7B810-9DAD-11D1-80B4-00C04FD430C8" && order.before == nil)
        let json = try EncodedValue(encoding: order).json
        #expect(json["at"] == "2026-11-28T09:30:00.250Z" && json["others"] == ["1969-12-31T23:59:59.999Z"])
        #expect(json["price"]?.text == "0.1" && json["page"]?.string == order.page.absoluteString)
        #expect(try json.decoded(as: Order.self) == order)
    }

    @Test(
        arguments: [
            ("0", 0), ("1795858200250", 1_795_858_200.25), ("-1", -0.001), (#""1970-01-01""#, 0),
            (#""2000-02-29T00:00:00Z""#, 951_782_400), (#""2026-11-28T10:30+01:00""#, 1_795_858_200),
            (#""2026-11-28T09:00:00.5-00:30""#, 1_795_858_200.5),
            (#""+275760-09-13T00:00:00.000Z""#, 8_640_000_000_000),
            (#""-271821-04-20T00:00:00.000Z""#, -8_640_000_000_000), (#""0000-03-01""#, -62_162_035_200),
        ] as [(String, Double)])
    func `a date is its text or its milliseconds`(text: String, seconds: Double) throws {
        let date = try JSON(parsing: text).decoded(as: Date.self)
        #expect((date.timeIntervalSince1970 * 1_000).rounded() == (seconds * 1_000).rounded())
    }

    @Test(arguments: [
        #""""#, #""today""#, #""2026-13-01""#, #""2026-02-29""#, #""2026-11-31T00:00:00Z""#, #""2026-11-28T24:00:00Z""#,
        #""2026-11-28T09:30:00""#, #""2026-11-28T09:30:60Z""#, #""2026-11-28 09:30:00Z""#, #""2026-1-8""#,
        #""-000000-01-01""#, #""+275760-09-13T00:00:00.001Z""#, #""2026-11-28T09:30:00.Z""#, #""２０２６-11-28""#,
        "8.64e15000", "8640000000000001", "1e400", "true", "{}", "[]",
    ])
    func `any other value is not a date`(text: String) throws {
        let value = try JSON(parsing: text)
        let error = #expect(throws: RPCError.self) { try value.decoded(as: Date.self) }
        #expect(error?.message.contains("must be a date") == true)
    }

    @Test func `every day of JavaScript's dates is written and read again`() throws {
        for day in stride(from: -100_000_000, through: 100_000_000, by: 99_991) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_661)
            guard abs(day) < 99_999_999 else { continue }
            let json = try EncodedValue(encoding: date).json
            #expect(try json.decoded(as: Date.self) == date, "\(json.text)")
        }
    }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("1", "1"), ("-12.50", "-12.5"), ("1e3", "1000"),
        (#""0.000000000000000001""#, "0.000000000000000001"),
        (#""12345678901234567890.123456789""#, "12345678901234567890.123456789"), ("5E-3", "0.005"), ("100", "100"),
        (#""340282366920938463463374607431768211455""#, "340282366920938463463374607431768211455"),
    ])
    func `a decimal number keeps all its digits, or is refused where JavaScript would not`(
        text: String, written: String
    ) throws {
        let number = try JSON(parsing: text).decoded(as: Decimal.self)
        #expect(number == Decimal(string: written))
        guard written.utf8.count(where: { $0 != UInt8(ascii: "0") }) <= 17 else {
            let error = #expect(throws: RPCError.self) { try EncodedValue(encoding: number) }
            #expect(error?.message.contains("more digits") == true)
            return
        }
        #expect(try EncodedValue(encoding: number).json.text == written)
    }

    @Test(arguments: [
        "true", #""""#, #""1,5""#, #"" 1""#, #""0x1""#, "1e300", "{}",
        #""3402823669209384634633746074317682114560001""#,
    ])
    func `any other value is not a decimal number`(text: String) throws {
        let value = try JSON(parsing: text)
        #expect(throws: RPCError.self) { try value.decoded(as: Decimal.self) }
    }

    @Test func `what a page cannot mean or get is refused with the reason`() throws {
        for value: JSON in ["AQID", [1, 2], .binary(BinaryData([1]))] {
            let error = #expect(throws: RPCError.self) {
                try JSON.object(["data": value]).decoded(as: [String: Data].self)
            }
            #expect(error?.message == "“data” is declared as Data by the program; it must be BinaryData.")
        }
        let wait = #expect(throws: RPCError.self) { try JSON.object(["wait": 1]).decoded(as: [String: Duration].self) }
        #expect(
            wait?.message
                == "“wait” is declared as Duration by the program; it must be a number, such as one of seconds.")
        let error = #expect(throws: RPCError.self) { try EncodedValue(encoding: ["picture": Data([1])]) }
        #expect(error?.message == "“picture” is Data, which a page cannot read; use BinaryData.")
        #expect(throws: RPCError.self) { try EncodedValue(encoding: Decimal.nan) }
        #expect(throws: RPCError.self) { try EncodedValue(encoding: Date.distantFuture.addingTimeInterval(1e15)) }
        #expect(throws: RPCError.self) {
            try EncodedValue(encoding: URL(string: "a", relativeTo: URL(string: "https://b.example")))
        }
        for value: JSON in ["", 5, .null] { #expect(throws: RPCError.self) { try value.decoded(as: URL.self) } }
        for value: JSON in ["x", 5] { #expect(throws: RPCError.self) { try value.decoded(as: UUID.self) } }
    }

    private final class Node: Codable {
        var next: [Node]?
    }

    @Test func `values may be nested as deeply as documented, also in optional arrays`() throws {
        // An object, an array, an object … 64 of them.
        var json: JSON = [:]
        for _ in 0..<31 { json = ["next": [json]] }
        let node = try json.decoded(as: Node.self)
        #expect(try EncodedValue(encoding: node).json == json)
        for _ in 0..<2 { json = ["next": [json]] }
        #expect(throws: RPCError.self) { try json.decoded(as: Node.self) }
    }
}
