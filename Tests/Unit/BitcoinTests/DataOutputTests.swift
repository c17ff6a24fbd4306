import Bitcoin
import Primitives
import Testing

@Suite struct DataOutputTests {
    @Test func `a text with the prefix 0x is bytes, any other is UTF-8, and each is one push`() throws {
        let output = try DataOutput(["0x6d02", "Hello"])
        #expect(Hex.encode(output.script.bytes) == "6a026d020548656c6c6f")
        #expect(output.script.data == output.items)
        #expect(output.protocolName == "memo.cash")
        #expect(output.lines == ["0x6d02", "“Hello”"])
        #expect(output.script.isData)
    }

    @Test func `the whole script has at most 223 bytes`() throws {
        #expect(try DataOutput([String(repeating: "a", count: 220)]).script.bytes.count == 223)
        #expect(throws: BitcoinError.data(.tooLarge)) { try DataOutput([String(repeating: "a", count: 221)]) }
        #expect(throws: BitcoinError.data(.tooLarge)) { try DataOutput([String](repeating: "", count: 223)) }
        #expect(try DataOutput([String](repeating: "", count: 222)).script.bytes.count == 223)
        #expect(throws: BitcoinError.data(.tooLarge)) { try DataOutput(["0x" + String(repeating: "a", count: 600)]) }
    }

    @Test func `empty data and invalid digits are refused`() {
        #expect(throws: BitcoinError.data(.empty)) { try DataOutput([]) }
        for text in ["0xg0", "0x123", "0x 12", "0x12 "] {
            #expect(throws: BitcoinError.data(.hexadecimal)) { try DataOutput([text]) }
        }
    }

    @Test func `an unknown protocol has no name, and control characters are shown in hexadecimal`() throws {
        #expect(try DataOutput(["hello"]).protocolName == nil)
        #expect(try DataOutput(["0x01010101", "x"]).protocolName == "Cash Accounts")
        #expect(try DataOutput(["a\nb"]).lines == ["0x610a62"])
        #expect(try DataOutput(["0xff"]).lines == ["0xff"])
        #expect(try DataOutput(["0x534c5000", "x"]).isTokenMessage)
    }
}
