import Testing

@testable import Relay

@Suite struct JSONTests {
    private func isAccepted(_ text: String) -> Bool { (try? JSONDocument(Array(text.utf8))) != nil }

    @Test(arguments: [
        "{}", "[]", "null", "true", "false", "0", "-0", "1", "-1.5e+10", "\"\"", " [ 1 , 2 ] ", "{\"a\":{\"b\":[]}}",
        "\"\\u00e9\\n\\/\\\\\"", "\"\\ud83d\\ude00\"", "\"é€😀\"", "[1e400]", "{\"\":1}",
        String(repeating: "[", count: 32) + String(repeating: "]", count: 32),
    ])
    func `JSON is accepted`(text: String) { #expect(isAccepted(text)) }

    @Test(arguments: [
        "", " ", "{", "}", "[", "]", "[1,]", "[,1]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "{'a':1}", "[1 2]", "01", "1.",
        ".5", "+1", "-", "1e", "1e+", "0x10", "NaN", "Infinity", "tru", "truee", "nul", "\"", "\"\\\"", "\"\\x\"",
        "\"\\u12\"", "\"\\u12G4\"", "\"\\ud83d\"", "\"\\ud83d\\n\"", "\"\\ud83d\\u0041\"", "\"\\ude00\"", "\"\n\"",
        "\"\u{0}\"", "{}{}", "[]x", "\u{FEFF}{}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "{\"\\u0061\":2}",
        "{1:2}", "{\"a\":1 \"b\":2}", "//", "[1]//",
        String(repeating: "[", count: 33) + String(repeating: "]", count: 33),
    ])
    func `other text is refused`(text: String) { #expect(!isAccepted(text)) }

    @Test func `broken UTF-8 is refused`() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
            #expect((try? JSONDocument([0x22] + bytes + [0x22])) == nil)
            #expect((try? JSONDocument(bytes)) == nil)
        }
    }

    @Test func `an object with too many members, and a text with too many values, are refused`() {
        func object(_ count: Int) -> String { "{\((0..<count).map { "\"\($0)\":0" }.joined(separator: ","))}" }
        #expect(isAccepted(object(64)))
        #expect(!isAccepted(object(65)))
        func array(_ count: Int) -> String { "[\(Array(repeating: "0", count: count).joined(separator: ","))]" }
        #expect(isAccepted(array(16_383)))
        #expect(!isAccepted(array(16_384)))
    }

    @Test func `members and elements are found`() throws {
        let text = "{\"a\":[1,{\"b\":\"x\"},[]],\"c\":12345678901234567890,\"d\":\"a\\/b\",\"e\":-1,\"f\":5}"
        let root = try JSONDocument(Array(text.utf8)).root
        let list = try #require(root["a"]?.elements(atMost: 3))
        #expect(list.count == 3)
        #expect(list[1]["b"]?.text == "x")
        #expect(root["a"]?.elements(atMost: 2) == nil)
        #expect(root["c"]?.integer == nil)
        #expect(root["d"]?.text == nil)
        #expect(root["d"].map { String(decoding: $0.raw, as: UTF8.self) } == "a\\/b")
        #expect(root["e"]?.integer == nil)
        #expect(root["f"]?.integer == 5)
        #expect(root["b"] == nil)
        #expect(root["a"]?["b"] == nil)
    }

    @Test func `no change of a text ends the program`() {
        let seed = Array(
            "{\"id\":1,\"jsonrpc\":\"2.0\",\"params\":{\"a\":[1.5e3,\"\\ud83d\\ude00é\",true,null],\"b\":{}}}".utf8)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(seed[Int.random(in: 0..<seed.count, using: &random)], at: place)
                }
            }
            guard let root = try? JSONDocument(bytes).root else { continue }
            _ = root["params"]?["a"]?.elements(atMost: 10)?.map(\.integer)
        }
    }
}
