import Foundation
import Testing

@testable import Bridge

/// `Codable` values as JSON and back, compared with Foundation's coders.
@Suite struct CodingTests {
    /// Whether Foundation decodes the bridge's output, and the bridge decodes Foundation's.
    private func exchange<Value: Codable & Equatable>(_ value: Value) throws {
        let encoded = try EncodedValue(encoding: value)
        #expect(try encoded.json.decoded(as: Value.self) == value)
        let data = Data(encoded.json.bytes)
        #expect(try JSONDecoder().decode(Value.self, from: data) == value, "\(encoded.json.text)")
        let theirs = try JSON(parsing: [UInt8](JSONEncoder().encode(value)))
        #expect(try theirs.decoded(as: Value.self) == value, "\(theirs.text)")
    }

    @Test func `integers of every width keep their value`() throws {
        try exchange([Int8.min, 0, Int8.max])
        try exchange([Int16.min, 0, Int16.max])
        try exchange([Int32.min, 0, Int32.max])
        try exchange([Int64.min, 0, 1 << 53])
        try exchange([Int.min, 0, 1 << 53])
        try exchange([UInt8.min, UInt8.max])
        try exchange([UInt16.min, UInt16.max])
        try exchange([UInt32.min, UInt32.max])
        try exchange([UInt64.min, 1 << 63])
        try exchange([UInt.min, 1 << 63])
        for value in [Int128.min, 0, 1 << 126] {
            #expect(try EncodedValue(encoding: value).json.decoded(as: Int128.self) == value)
        }
        for value in [UInt128.min, 1 << 127] {
            #expect(try EncodedValue(encoding: value).json.decoded(as: UInt128.self) == value)
        }
    }

    @Test func `every integer of a page is read, and one that a page would read wrongly is not written`() throws {
        #expect(try JSON(parsing: "9223372036854775807").decoded(as: Int64.self) == .max)
        #expect(try JSON(parsing: "18446744073709551615").decoded(as: UInt64.self) == .max)
        func refused<Value: FixedWidthInteger & Encodable>(_ value: Value) {
            let error = #expect(throws: RPCError.self) { try EncodedValue(encoding: ["total": value]) }
            #expect(
                error?.message
                    == "“total” is \(value), which JavaScript's numbers cannot represent exactly; use a string.")
        }
        refused(Int64.max)
        refused(Int.min + 1)
        refused(UInt64.max)
        refused((1 << 53) + 1 as UInt)
        refused(Int128.max)
        refused(UInt128.max)
    }

    @Test func `numbers, strings, optionals and containers keep their value`() throws {
        try exchange([0, -0.5, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1.0 / 3])
        try exchange([Float.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1])
        try exchange(["", "a\u{0}\u{1F}\"\\/é👍\u{2028}", "e\u{301}"])
        try exchange([true, false])
        try exchange([nil, 1, nil] as [Int?])
        try exchange(["a": nil, "b": 2] as [String: Int?])
        try exchange([1: "one", -2: "minus two"])
        try exchange([["x": [[1], []]], [:]] as [[String: [[Int]]]])
        try exchange(Set(["a", "b"]))
        try exchange(Array(0..<2_000))
        try exchange(Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("key \($0)", $0) }))
    }

    @Test func `structures, enumerations and classes keep their value`() throws {
        try exchange(Shape(name: "ä", size: Size(width: 1.5, height: nil), tags: ["x"], kind: .round))
        try exchange([Choice.number(7), .text("seven"), .none])
        let derived = Derived(base: 1, own: 2)
        try exchange(derived)
        let sharing = Sharing(base: 3, own: 4)
        try exchange(sharing)
        try exchange(Nested(values: [1, 2], inner: ["k": "v"]))
    }

    @Test func `a JSON value is unchanged`() throws {
        let json: JSON = ["a": [1, nil, "x"], "b": .number(JSONNumber(checked: "1e400"))]
        #expect(try EncodedValue(encoding: json) == EncodedValue(json))
        #expect(try json.decoded(as: JSON.self) == json)
        #expect(try JSON.null.decoded(as: JSON?.self) == nil)
        #expect(try JSON.object(["x": json]).decoded(as: [String: JSON].self) == ["x": json])
        try exchange(["a": [1, nil, "x", true, ["b": [:]]]] as JSON)
    }

    @Test func `binary values are encoded as Base64, and their paths are recorded`() throws {
        struct Picture: Codable, Equatable {
            let name: String
            let image: BinaryData
            let layers: [BinaryData]
        }
        let picture = Picture(
            name: "p", image: BinaryData([0, 255, 128]), layers: [BinaryData([]), BinaryData([1]), BinaryData([1, 2])])
        let encoded = try EncodedValue(encoding: picture)
        #expect(encoded.json.text == #"{"name":"p","image":"AP+A","layers":["","AQ==","AQI="]}"#)
        #expect(encoded.buffers == [["image"], ["layers", 0], ["layers", 1], ["layers", 2]])
        #expect(try encoded.json.decoded(as: Picture.self) == picture)
        #expect(try EncodedValue(encoding: BinaryData([7])).buffers == [[]])
        try exchange(picture)
    }

    @Test func `Base64 matches Foundation for every length`() throws {
        for count in 0..<200 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
            #expect(BinaryData(bytes).base64 == Data(bytes).base64EncodedString())
            #expect(BinaryData(base64: Data(bytes).base64EncodedString())?.bytes == bytes)
        }
    }

    @Test(arguments: [
        "A", "AA", "AAA", "A===", "====", "=AAA", "AA=A", "AB==", "AAB=", "AA\n=", "AA-_", "AAAA=", "AAAA====", "é===",
    ])
    func `other forms of Base64 are refused`(text: String) {
        #expect(BinaryData(base64: text) == nil)
    }
}

private struct Size: Codable, Equatable {
    let width: Double
    let height: Double?
}

private struct Shape: Codable, Equatable {
    enum Kind: String, Codable {
        case round, square
    }

    let name: String
    let size: Size
    let tags: Set<String>
    let kind: Kind
}

private enum Choice: Codable, Equatable {
    case number(Int)
    case text(_ text: String)
    case none
}

private class Base: Codable {
    let base: Int

    init(base: Int) { self.base = base }

    static func isSame(_ left: Base, _ right: Base) -> Bool { left.base == right.base }
}

/// Has a part of its superclass under `super`.
private final class Derived: Base, Equatable {
    let own: Int

    init(base: Int, own: Int) {
        self.own = own
        super.init(base: base)
    }

    enum Key: CodingKey { case own }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        own = try container.decode(Int.self, forKey: .own)
        try super.init(from: try container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(own, forKey: .own)
        try super.encode(to: container.superEncoder())
    }

    static func == (left: Derived, right: Derived) -> Bool { isSame(left, right) && left.own == right.own }
}

/// Shares one object with its superclass.
private final class Sharing: Base, Equatable {
    let own: Int

    init(base: Int, own: Int) {
        self.own = own
        super.init(base: base)
    }

    enum Key: CodingKey { case own }

    required init(from decoder: any Decoder) throws {
        own = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .own)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(own, forKey: .own)
    }

    static func == (left: Sharing, right: Sharing) -> Bool { isSame(left, right) && left.own == right.own }
}

/// Uses nested containers.
private struct Nested: Codable, Equatable {
    let values: [Int]
    let inner: [String: String]

    enum Key: CodingKey { case list, object }

    init(values: [Int], inner: [String: String]) {
        self.values = values
        self.inner = inner
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        var values: [Int] = []
        while !list.isAtEnd { values.append(try list.decode(Int.self)) }
        self.values = values
        let object = try container.nestedContainer(keyedBy: CodingName.self, forKey: .object)
        inner = try object.allKeys.reduce(into: [:]) { inner, key in
            inner[key.stringValue] = try object.decode(String.self, forKey: key)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        for value in values { try list.encode(value) }
        var object = container.nestedContainer(keyedBy: CodingName.self, forKey: .object)
        for (key, value) in inner { try object.encode(value, forKey: CodingName(member: key)) }
    }
}
