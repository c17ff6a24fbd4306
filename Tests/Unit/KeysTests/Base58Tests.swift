import Keys
import Primitives
import TestSupport
import Testing

@Suite struct Base58Tests {
    @Test func `text matches the vectors in both directions`() throws {
        let cases: [[String]] = try Vectors.read("base58/base58_encode_decode.json")
        for each in cases {
            let bytes = try #require(Hex.decode(each[0]))
            #expect(Base58.encode(bytes) == each[1])
            #expect(try Base58.decode(each[1]) == bytes)
        }
        #expect(cases.count == 9)
        Suites.record("base58", cases: cases.count)
    }

    @Test func `leading zeros and empty input survive a round trip`() throws {
        for bytes: [UInt8] in [[], [0], [0, 0, 0], [0, 0, 1], [1, 0, 0], [0xFF], [0, 0xFF, 0]] {
            #expect(try Base58.decode(Base58.encode(bytes)) == bytes)
        }
        #expect(Base58.encode([]) == "")
        #expect(Base58.encode([0, 0]) == "11")
    }

    @Test(arguments: ["0", "O", "I", "l", " 1", "1 ", "1\n", "a b", "é", "１", "2g!"])
    func `a character outside the alphabet is refused`(text: String) {
        #expect(throws: PrimitiveError.malformedBase58) { try Base58.decode(text) }
    }

    @Test func `text that is far too long is refused at once`() {
        #expect(throws: PrimitiveError.malformedBase58) { try Base58.decode(String(repeating: "z", count: 1_025)) }
    }

    @Test func `a single wrong character is detected`() throws {
        let text = Base58Check.encode([UInt8](repeating: 7, count: 21))
        #expect(try Base58Check.decode(text) == [UInt8](repeating: 7, count: 21))
        for index in text.indices {
            let digit: Character = text[index] == "2" ? "3" : "2"
            let wrong = text[..<index] + [digit] + text[text.index(after: index)...]
            #expect(throws: PrimitiveError.wrongBase58Checksum) { try Base58Check.decode(wrong) }
        }
    }

    @Test(arguments: ["", "1", "1111"])
    func `text that is too short for a checksum is refused`(text: String) {
        #expect(throws: PrimitiveError.wrongBase58Checksum) { try Base58Check.decode(text) }
    }
}
