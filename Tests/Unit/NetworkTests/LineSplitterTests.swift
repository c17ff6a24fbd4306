import Testing

@testable import Network

@Suite struct LineSplitterTests {
    private func split(_ parts: [String], limit: Int = 8) throws -> [String] {
        var splitter = LineSplitter(limit: limit)
        var lines: [[UInt8]] = []
        for part in parts { try splitter.take(Array(part.utf8), into: &lines) }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `lines are the same however they arrive`() throws {
        let text = "ab\n\ncdefgh\nij\r\nlast"
        let whole = try split([text])
        #expect(whole == ["ab", "", "cdefgh", "ij\r"])
        #expect(try split(text.map(String.init)) == whole)
        for cut in text.utf8.indices {
            #expect(try split([String(text[..<cut]), String(text[cut...])]) == whole)
        }
    }

    @Test func `a line of exactly the limit is accepted, one more byte is too long`() throws {
        #expect(try split(["12345678\n"]) == ["12345678"])
        #expect(throws: NetworkError.tooLarge) { try split(["123456789\n"]) }
        #expect(throws: NetworkError.tooLarge) { try split(["1234", "56789\n"]) }
    }

    @Test func `an endless line is refused before it ends`() {
        #expect(throws: NetworkError.tooLarge) { try split(["123456789"]) }
        #expect(throws: NetworkError.tooLarge) { try split(["a\n12345678", "9"]) }
    }

    @Test func `the lines before one that is too long are not lost`() {
        var splitter = LineSplitter(limit: 8)
        var lines: [[UInt8]] = []
        #expect(throws: NetworkError.tooLarge) { try splitter.take(Array("a\n123456789".utf8), into: &lines) }
        #expect(lines == [[0x61]])
    }
}
