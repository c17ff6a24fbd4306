@testable import Bridge
import Testing

@Suite struct JSONWriterTests {
    @Test(arguments: [
        ("", #""""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t", #""\n\r\t""#), ("</script>", #""</script>""#),
        ("\u{0}\u{8}\u{C}\u{1E}\u{1F}", #""\u0000\u0008\u000c\u001e\u001f""#),
        ("\u{2028}\u{2029}", "\"\u{2028}\u{2029}\""), ("\u{7F}\u{85}", "\"\u{7F}\u{85}\""), ("é😀", "\"é😀\""),
    ])
    func `a string is written with the escapes that JSON requires, and no others`(string: String, text: String) {
        #expect(Array(JSON.string(string).bytes) == Array(text.utf8))
    }

    @Test func `every scalar survives a round trip`() throws {
        var view = String.UnicodeScalarView()
        for value in UInt32(0)...0x2FFF { Unicode.Scalar(value).map { view.append($0) } }
        for value in [0xD7FF, 0xE000, 0xFEFF, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF] as [UInt32] {
            Unicode.Scalar(value).map { view.append($0) }
        }
        let all = String(view)
        let read = try #require(try JSON(parsing: JSON.string(all).bytes).string)
        #expect(Array(read.unicodeScalars) == Array(all.unicodeScalars))
    }

    @Test func `no control character is ever written, so none can separate frames`() {
        let controls = String(String.UnicodeScalarView((UInt8(0)..<0x20).map { Unicode.Scalar($0) }))
        let json: JSON = [controls: [.string(controls), [controls: nil]]]
        #expect(json.bytes.allSatisfy { $0 >= 0x20 })
    }

    @Test func `a value is appended to existing text`() {
        var bytes = Array("x".utf8)
        JSON.array([1, "a"]).append(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == #"x[1,"a"]"#)
    }

    @Test(arguments: [
        "null", "true", "15", "[]", "{}", #"["a",[],{}]"#, #"{"a":{"b":[1,2,3]},"c":""}"#, #"[[[["é"]]],null]"#,
    ])
    func `the minimum length of a text is known without writing it`(text: String) throws {
        let json = try JSON(parsing: text)
        #expect(json.mayFit(in: text.utf8.count))
        #expect(!json.mayFit(in: text.utf8.count - 1))
        #expect(!json.mayFit(in: -1))
    }

    @Test func `escapes make a text longer than its minimum length`() {
        let json: JSON = ["\u{0}\n", false]
        #expect(json.mayFit(in: json.bytes.count) && json.mayFit(in: 5 + 2 + 4))
    }
}
