import Primitives
import Testing

@Suite struct HexTests {
    @Test func `bytes survive a round trip`() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
        for count in 0...80 {
            let text = Hex.encode(bytes.suffix(count))
            #expect(text.utf8.count == count * 2)
            #expect(Hex.decode(text) == Array(bytes.suffix(count)))
        }
    }

    @Test func `a prefix and upper case are accepted`() {
        #expect(Hex.decode("0xDEADbeef") == [0xDE, 0xAD, 0xBE, 0xEF])
        #expect(Hex.decode("0xDEADbeef".dropFirst(4)) == [0xAD, 0xBE, 0xEF])
    }

    @Test(arguments: ["", "0x"])
    func `no digits are no bytes`(text: String) {
        #expect(Hex.decode(text) == [])
        #expect(Hex.encode([]) == "")
    }

    @Test(arguments: [
        "0", "0x123", "zz", "0x 1", "１２", "0X12", "0x0x12", "12\0\0", "12:3", "+123", "12 ", "12zz", "1é",
    ])
    func `text that is not hexadecimal is refused`(text: String) {
        #expect(Hex.decode(text) == nil)
    }
}
