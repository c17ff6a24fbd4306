import Bridge
import TestSupport
import Testing

/// JSON as the bridge reads and writes it.
@Suite struct JSONTests {
    @Test(arguments: [
        #"{"z":1,"a":{"y":[],"x":{}},"m":null}"#, "[1e400,-0,0.10,1E+2,123456789012345678901234567890,-1.5e-7]",
        #"["\"\\\n\r\t\u0000\u001f","é😀","</script>"]"#, "[true,false,null]", "\"\"", "{}", "[]", "0",
    ])
    func `JSON survives a round trip: order, numbers, escapes`(text: String) throws {
        #expect(try JSON(parsing: text).text == text)
    }

    @Test(arguments: [
        (#""\u0041\/\b\f""#, "A/\u{8}\u{C}"), (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00""#, "😀"),
        (#""\u2028""#, "\u{2028}"),
        (#""\u0000""#, "\0"), (#""\uffff""#, "\u{FFFF}"), (#""e\u0301""#, "e\u{301}"),
    ])
    func `escapes are decoded`(text: String, value: String) throws {
        let found = try JSON(parsing: text).string
        #expect(found.map { Array($0.unicodeScalars) } == Array(value.unicodeScalars))
    }

    @Test(arguments: [3, 12, 13, 14, 500])
    func `members are found by their bytes, whatever their number`(count: Int) throws {
        let names = (0..<count).map { "m\($0)" } + ["e\u{301}", "\u{E9}", ""]
        let text = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
        let read = try #require(try JSON(parsing: text).object)
        var built = JSONObject()
        for (place, name) in names.enumerated() { built[name] = .number(JSONNumber(place)) }
        #expect(built == read && Set([built, read]).count == 1)
        for (place, name) in names.enumerated() { #expect(read[name]?.number?.integer == place) }
        #expect(read["m\(count)"] == nil && read["e"] == nil)
        built["m1"] = nil
        built["m0"] = "other"
        #expect(built.keys == names.filter { $0 != "m1" })
        #expect(built["m1"] == nil && built["m0"] == "other" && built["m2"]?.number?.integer == 2)
        #expect(throws: BridgeError.self) { try JSON(parsing: text.dropLast() + ",\"m1\":1}") }
        let loose = try JSON(parsing: text.dropLast() + ",\"m1\":\"last\"}", rules: .grammar)
        #expect(loose["m1"] == "last" && loose.object?.keys.map { Array($0.utf8) } == names.map { Array($0.utf8) })
    }

    @Test func `looking up many names in a large object takes no longer than parsing it`() throws {
        let text = "{" + (0..<10_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        let object = try JSON(parsing: text)
        var (parsing, looking) = (Duration.seconds(3_600), Duration.seconds(3_600))
        for _ in 0..<3 {
            parsing = min(parsing, try threadTime(of: text) { _ = try JSON(parsing: $0) })
            let time = threadTime(of: object) { object in
                #expect((0..<10_000).allSatisfy { object[String($0)] != nil })
                #expect((10_000..<20_000).allSatisfy { object[String($0)] == nil })
            }
            looking = min(looking, time)
        }
        // A search through all members for each name would take hundreds of times as long.
        #expect(looking < parsing * 4, "parsing \(parsing), looking \(looking)")
    }

    @Test(arguments: [
        (#""\ud83d""#, JSON.Fault.Reason.notUTF8), (#""\ude00\ud83d""#, .notUTF8), (#""\ud83dx""#, .notUTF8),
        (#""\ud83d\u0041""#, .notUTF8), (#"{"a":1,"a":2}"#, .duplicateKey), (#"{"a":1,"\u0061":2}"#, .duplicateKey),
        (#"[{"x":{"a":1,"a":1}}]"#, .duplicateKey), ("\u{FEFF}{}", .syntax), ("{\u{A0}}", .syntax), ("\"\t\"", .syntax),
        ("nul", .syntax), ("nulll", .syntax), ("01", .syntax), ("+1", .syntax), (".5", .syntax), ("1.", .syntax),
        ("1e", .syntax), ("--1", .syntax), ("0x1", .syntax), ("NaN", .syntax), ("Infinity", .syntax),
        (#""\x41""#, .syntax),
        (#""\u00g0""#, .syntax), (#""\u123""#, .syntax), (#""\"#, .syntax), ("[1,]", .syntax), ("{,}", .syntax),
        ("{a:1}", .syntax),
        ("'a'", .syntax), ("[1 2]", .syntax), ("/**/1", .syntax), ("", .syntax), ("\0", .syntax), ("1\0", .syntax),
        ("{}{}", .syntax),
    ])
    func `text that another parser might read differently is refused`(text: String, reason: JSON.Fault.Reason) {
        #expect(throws: BridgeError.self) { try JSON(parsing: text) }
        #expect(fault(of: text)?.reason == reason)
    }

    /// To hash or compare half a megabyte of them takes Swift a minute.
    @Test func `more marks on a letter than any language has are refused, in names and escapes too`() throws {
        let mark = "\u{301}\u{316}"
        let (most, many) = (String(repeating: mark, count: 64), String(repeating: mark, count: 64) + "\u{301}")
        for text in [
            most, "a\(most)b\(most)", String(repeating: "가", count: 1_000), String(repeating: "あ゙", count: 1_000),
        ] {
            #expect(try JSON(parsing: "[\"\(text)\"]") == [.string(text)])
        }
        for text in [many, "a\(many)", String(repeating: mark, count: 200_000)] {
            #expect(fault(of: "[\"\(text)\"]")?.reason == .marks)
            #expect(fault(of: "{\"\(text)\":1}")?.reason == .marks)
        }
        #expect(fault(of: "[\"\(String(repeating: #"\u0301"#, count: 129))\"]")?.reason == .marks)
        #expect(
            try JSON(parsing: "[\"\(String(repeating: #"\u0301"#, count: 128))\"]")[0]?.string?.unicodeScalars.count
                == 128)
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        for bytes: [UInt8] in [
            [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x80],
        ] {
            let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
            #expect(throws: BridgeError.self) { try JSON(parsing: text) }
        }
    }

    @Test func `names that only look alike are distinct`() throws {
        let object = try #require(try JSON(parsing: "{\"é\":1,\"e\u{301}\":2}").object)
        #expect(object.members.count == 2)
        #expect(object["é"] == 1)
        #expect(object["e\u{301}"] == 2)
        var built: JSONObject = ["K": 1, "\u{212A}": 2]
        #expect(built.keys.count == 2)
        built["\u{212A}"] = nil
        #expect(built["K"] == 1)
    }

    @Test func `the 65th level is too deep, the 64th is not`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSON(parsing: nested(64))
        #expect(fault(of: nested(65))?.reason == .depth)
        #expect(fault(of: String(repeating: "[", count: 1_000_000))?.reason == .depth)
        #expect(fault(of: String(repeating: #"{"a":"#, count: 1_000_000))?.reason == .depth)
        #expect((try? JSON(parsing: nested(3), rules: JSONRules(depth: 2))) == nil)
    }

    @Test(arguments: [
        (#"{"messageId":"m","command":"c","data":[}"#, ["messageId", "command"]),
        (#"{"messageId":"m","x":1"#, ["messageId", "x"]),
        (#"{"messageId":"m"}x"#, ["messageId"]), (#"{"a":1,"messageId":"m","a":2}"#, ["messageId"]),
        (#"{"messageId":"m"#, []),
        (#"[{"messageId":"m"},"#, []), (#"{"a":{"messageId":"m"},"b":"#, ["a"]),
        (#"{"messageId":"m","messageId":"n"}"#, []), ("", []),
    ])
    func `the complete members of a truncated text are kept, except duplicates`(
        text: String, keys: [String]
    ) {
        #expect(fault(of: text)?.salvage.keys == keys)
    }

    @Test func `many members are distinguished as well as few`() {
        let members = (0..<1_000).map { "\"k\($0)\":\($0)" }
        #expect((try? JSON(parsing: "{\(members.joined(separator: ","))}"))?.object?.members.count == 1_000)
        #expect(fault(of: "{\((members + ["\"k7\":0"]).joined(separator: ","))}")?.reason == .duplicateKey)
    }

    @Test(arguments: [("0", 0), ("-7", -7), ("9223372036854775807", .max), ("-9223372036854775808", .min)])
    func `an integer in its plain form has a value`(text: String, value: Int) {
        #expect(JSONNumber(text)?.integer == value)
    }

    @Test(arguments: ["1.0", "1e2", "0.5", "9223372036854775808", "1e400"])
    func `any other number has only its text`(text: String) {
        #expect(JSONNumber(text)?.integer == nil)
        #expect(JSONNumber(text)?.text == text)
    }

    @Test(arguments: ["", " 1", "1 ", "+1", "01", "1_000", "0x10", "\u{661}", "NaN", "-", "1\0"])
    func `text that is not a number is refused`(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test func `setting a member keeps its position, and setting it to nil removes it`() {
        var object = JSONObject()
        (object["a"], object["b"], object["c"]) = (1, 2, 3)
        object["b"] = 4
        #expect(JSON.object(object).text == #"{"a":1,"b":4,"c":3}"#)
        object["a"] = nil
        #expect(object.keys == ["b", "c"])
    }

    @Test func `access by name or index finds only existing values`() throws {
        let value = try JSON(parsing: #"{"a":[{"b":true}],"__proto__":"x"}"#)
        #expect(value["a"]?[0]?["b"]?.bool == true)
        #expect(value["__proto__"]?.string == "x")
        #expect(value["toString"] == nil && value["a"]?[1] == nil && value["a"]?[-1] == nil && value[0] == nil)
    }

    private func fault(of text: String) -> JSON.Fault? {
        guard case .fault(let fault) = JSON.read(text) else { return nil }
        return fault
    }
}
