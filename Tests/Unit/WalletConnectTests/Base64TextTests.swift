import Testing

@testable import WalletConnect

@Suite struct Base64TextTests {
    /// RFC 4648, section 10, and both alphabets.
    private static let pairs: [([UInt8], String)] = [
        ([], ""), (Array("f".utf8), "Zg=="), (Array("fo".utf8), "Zm8="), (Array("foo".utf8), "Zm9v"),
        (Array("foob".utf8), "Zm9vYg=="), (Array("fooba".utf8), "Zm9vYmE="), (Array("foobar".utf8), "Zm9vYmFy"),
        ([0xFB, 0xFF, 0xBF], "+/+/"), ([0xFF], "/w=="),
    ]

    @Test(arguments: pairs)
    func `bytes are written with padding, and read with it or without it`(bytes: [UInt8], text: String) {
        #expect(Base64Text.encode(bytes) == text)
        #expect(Base64Text.decode(text, .standard) == bytes)
        #expect(Base64Text.decode(text, .any) == bytes)
        let bare = text.filter { $0 != "=" }
        #expect(Base64Text.decode(bare, .standard) == bytes)
        let forURL = String(bare.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        #expect(Base64Text.encodeForURL(bytes) == forURL)
        #expect(Base64Text.decode(forURL, .url) == bytes)
        #expect(Base64Text.decode(forURL, .any) == bytes)
    }

    @Test(arguments: [
        "A", "AAAAA", "=", "==", "====", "A===", "AA=", "AAA==", "=AAA", "AA=A", "AB==", "AAB=", "AAAA=", "AAAA====",
        "AA A", "AAAA\n", " AAAA", "AAé=", "AA\u{0}A", "Zh", "-_-_",
    ])
    func `other texts are refused`(text: String) {
        #expect(Base64Text.decode(text, .standard) == nil)
    }

    @Test func `each alphabet refuses the digits of the other`() {
        #expect(Base64Text.decode("+/+/", .url) == nil)
        #expect(Base64Text.decode("-_-_", .standard) == nil)
    }

    @Test func `all lengths are read as they were written`() {
        for count in 0..<200 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            #expect(Base64Text.decode(Base64Text.encode(bytes), .standard) == bytes)
            #expect(Base64Text.decode(Base64Text.encodeForURL(bytes), .url) == bytes)
        }
    }
}
