import Testing

@testable import Bridge

/// Values that cannot be decoded or encoded: each is an error with its path, and nothing traps.
@Suite struct CodingFaultTests {
    private struct Parameters: Decodable {
        struct Size: Decodable { let width: Int8 }
        enum Colour: String, Decodable { case red }

        let name: String
        let sizes: [Size]?
        let colours: [String: Colour]?
        let ratio: Double?
        let isOpen: Bool?
        let pair: Pair?
        let data: BinaryData?
    }

    private struct Pair: Decodable {
        let first: Int
        let second: Int

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            first = try container.decode(Int.self)
            second = try container.decode(Int.self)
        }
    }

    @Test(arguments: [
        ("null", "The value must be an object."),
        ("[]", "The value must be an object."),
        ("{}", "“name” is missing."),
        (#"{"name":7}"#, "“name” must be a string."),
        (#"{"name":null}"#, "“name” must be a string."),
        (#"{"name":"a","sizes":[{"width":1},{"width":"1"}]}"#, "“sizes[1].width” must be a whole number."),
        (
            #"{"name":"a","sizes":[{"width":128}]}"#, "“sizes[0].width” must be a whole number from -128 to 127."
        ),
        (#"{"name":"a","sizes":[{}]}"#, "“sizes[0].width” is missing."),
        (#"{"name":"a","sizes":{}}"#, "“sizes” must be an array."),
        (#"{"name":"a","sizes":[7]}"#, "“sizes[0]” must be an object."),
        (#"{"name":"a","colours":{"3":"blue"}}"#, "“colours.3” is not valid."),
        (#"{"name":"a","ratio":1e400}"#, "“ratio” is too large a number."),
        (#"{"name":"a","ratio":"1"}"#, "“ratio” must be a number."),
        (#"{"name":"a","isOpen":1}"#, "“isOpen” must be true or false."),
        (#"{"name":"a","pair":[1]}"#, "“pair” must have more elements."),
        (#"{"name":"a","data":"="}"#, "“data” must be binary data: an ArrayBuffer or a typed array."),
        (#"{"name":"a","data":[1]}"#, "“data” must be binary data: an ArrayBuffer or a typed array."),
        (#"{"name":"a","data":{}}"#, "“data” must be binary data: an ArrayBuffer or a typed array."),
    ])
    func `an error names the path of the invalid value`(text: String, sentence: String) throws {
        let value = try JSON(parsing: text)
        #expect(throws: RPCError(.invalidParameters, sentence)) { try value.decoded(as: Parameters.self) }
    }

    @Test(arguments: [
        "1e400", "-1e400", "1e-400", "128", "-129", "1.5", "9223372036854775808", "-9223372036854775809",
        "1e19", "99999999999999999999999999999999999999999999", "1e2147483648", "0.1e1", "-0", "1E2", "127.0",
    ])
    func `numbers of any size are read or refused, and never trap`(text: String) throws {
        let value = try JSON(parsing: text)
        _ = try? value.decoded(as: Int8.self)
        _ = try? value.decoded(as: Int64.self)
        _ = try? value.decoded(as: UInt64.self)
        _ = try? value.decoded(as: UInt128.self)
        _ = try? value.decoded(as: Double.self)
        _ = try? value.decoded(as: Float.self)
        _ = try? value.decoded(as: UInt8?.self)
    }

    @Test func `integers may have a decimal point or an exponent, and are never rounded`() throws {
        for (text, value) in [("1.0", 1), ("1e2", 100), ("-0", 0), ("-0.0", 0), ("0.1e1", 1)] {
            #expect(try JSON(parsing: text).decoded(as: Int.self) == value)
        }
        for text in ["1.5", "1e-1", "9007199254740993.0", "1e16", "1e400"] {
            #expect(throws: RPCError.self) { try JSON(parsing: text).decoded(as: Int.self) }
        }
    }

    @Test func `numbers that are not finite are not encoded`() {
        for value in [Double.infinity, -.infinity, .nan] {
            #expect(throws: RPCError(.failed, "“a[0]” is not a finite number.")) {
                try EncodedValue(encoding: ["a": [value]])
            }
        }
        #expect(throws: RPCError(.failed, "The value is not a finite number.")) {
            try EncodedValue(encoding: Float.infinity)
        }
    }

    /// Contains itself.
    private final class Endless: Codable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        }

        init() {}
        init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer().decode(Endless.self) }
    }

    private indirect enum Tree: Codable {
        case leaf
        case branch(Tree)
    }

    /// Opens containers inside each other endlessly.
    private struct Deep: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for _ in 0..<1_000 { container = Deep.inner(&container) }
        }

        private static func inner(_ container: inout any UnkeyedEncodingContainer) -> any UnkeyedEncodingContainer {
            container.nestedUnkeyedContainer()
        }
    }

    private struct Twice: Encodable {
        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(1)
            var single = encoder.singleValueContainer()
            try single.encode(2)
        }
    }

    private struct Nothing: Encodable {
        func encode(to encoder: any Encoder) {}
    }

    @Test func `values that are infinite, too deeply nested or encoded twice are refused`() throws {
        #expect(throws: RPCError.self) { try EncodedValue(encoding: Endless()) }
        #expect(throws: RPCError.self) { try JSON.null.decoded(as: Endless.self) }
        var tree = Tree.leaf
        for _ in 0..<100 { tree = .branch(tree) }
        #expect(throws: RPCError.self) { try EncodedValue(encoding: tree) }
        #expect(throws: RPCError.self) { try EncodedValue(encoding: Deep()) }
        #expect(throws: RPCError(.failed, "“a” is written twice.")) { try EncodedValue(encoding: ["a": Twice()]) }
        #expect(try EncodedValue(encoding: Nothing()).json == .object(JSONObject()))
        var deep = JSON.null
        for _ in 0..<200 { deep = .array([deep]) }
        #expect(throws: RPCError.self) { try deep.decoded(as: Lists.self) }
    }

    private struct Lists: Decodable {
        let lists: [Lists]

        init(from decoder: any Decoder) throws { lists = try decoder.singleValueContainer().decode([Lists].self) }
    }

    @Test func `a large value is encoded completely, and a small one immediately`() async throws {
        let lists = [Array(0..<10), Array(0..<100_000)]
        for list in lists {
            let encoded = try await EncodedValue.encoding(["list": list])
            #expect(try encoded.json.decoded(as: [String: [Int]].self) == ["list": list])
        }
        let bytes = BinaryData([UInt8](repeating: 7, count: 300_000))
        #expect(try await EncodedValue.encoding([bytes, bytes]).buffers == [[0], [1]])
        let text = String(repeating: "x", count: 200_000)
        #expect(
            try await EncodedValue.encoding(Swallowing(text: text)).json == ["a": .string(text), "b": .string(text)])
        await #expect(throws: RPCError.self) {
            try await EncodedValue.encoding(Array(repeating: Double.nan, count: 100_000))
        }
    }

    /// Ignores errors of its parts.
    private struct Swallowing: Encodable, Sendable {
        let text: String

        enum Key: CodingKey { case a, b }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(text, forKey: .a)
            try? container.encode(text, forKey: .b)
        }
    }

    @Test func `an error quotes at most a short part of its input`() throws {
        let key = String(repeating: "k", count: 10_000)
        let value = JSON.object(["\(key)\n": "x"])
        do {
            _ = try value.decoded(as: [String: Int].self)
            Issue.record("it was read")
        } catch {
            #expect(error.message.utf8.count < 200 && !error.message.contains("\n"))
        }
    }
}
