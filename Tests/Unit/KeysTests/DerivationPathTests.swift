import Keys
import Testing

@Suite struct DerivationPathTests {
    @Test(arguments: ["m", "m/0", "m/44'/60'/0'/0/0", "m/2147483647'/2147483647", "m/0'/1/2'/2/1000000000"])
    func `a path survives a round trip`(text: String) throws {
        #expect(try DerivationPath(text).description == text)
    }

    @Test func `the letter h marks a hardened step, too`() throws {
        #expect(try DerivationPath("m/44h/0h") == DerivationPath("m/44'/0'"))
        #expect(try DerivationPath("m/44h").indices == [0x8000_002C])
    }

    @Test(arguments: [
        "", "/", "m/", "M/0", "M", "n/0", "0/1", "44'/60'", "a/0/1/2", "m/m/123", "m//0", "m/0/", "/m/0",
        "m/0/  1  /2",
        "m/0/1.5/2", "m/-1", "m/+1", "m/00", "m/01", "m/1''", "m/1'h", "m/'", "m/h", "m/1H", "m/0x1", "m/1e2",
        "m/１",
        "m/1 ", " m/1", "m/1\n", "m/1’", "m/٣", "m/1,2", "m\\0", "master/0", "m/foo", "m/null",
    ])
    func `an invalid path is refused`(text: String) {
        #expect(throws: KeyError.malformedPath) { try DerivationPath(text) }
    }

    @Test(arguments: [
        "m/2147483648", "m/2147483648'", "m/4294967296", "m/18446744073709551616", "m/99999999999999999999",
    ])
    func `an index of 2^31 or more is refused`(text: String) {
        #expect(throws: KeyError.pathOutOfRange) { try DerivationPath(text) }
    }

    @Test func `a path has at most 255 steps`() throws {
        let longest = "m" + String(repeating: "/1", count: 255)
        #expect(try DerivationPath(longest).indices.count == 255)
        #expect(throws: KeyError.pathOutOfRange) { try DerivationPath(longest + "/1") }
        #expect(throws: KeyError.pathOutOfRange) {
            try DerivationPath(String(repeating: "m/0'", count: 100_000))
        }
    }

    @Test func `the five steps of BIP-44 are combined`() throws {
        #expect(try DerivationPath(coin: 60).description == "m/44'/60'/0'/0/0")
        #expect(
            try DerivationPath(purpose: 84, coin: 0, account: 2, change: 1, index: 7).description
                == "m/84'/0'/2'/1/7")
        #expect(throws: KeyError.pathOutOfRange) { try DerivationPath(coin: 0x8000_0000) }
    }
}
