import TestSupport
import Bridge
import Primitives
import Testing
import Bitcoin

@Suite struct LegacyAddressTests {
    @Test func `addresses in the key vectors match their scripts`() throws {
        let rows = try Vectors.json("bch-keyio/key_io_valid.json").array ?? []
        var count = 0
        for row in rows where row[2]?["isPrivkey"] == false {
            let text = try #require(row[0]?.string)
            let address = try LegacyAddress(text)
            #expect(Hex.encode(script(address)) == row[1]?.string)
            #expect(address.isTest == (row[2]?["chain"] != "main"))
            #expect(address.description == text)
            count += 1
        }
        #expect(count == 10)
        Suites.record("bch-keyio", cases: count)
    }

    @Test func `private keys and other texts are refused as addresses`() throws {
        let valid = try Vectors.json("bch-keyio/key_io_valid.json").array ?? []
        let invalid = try Vectors.json("bch-keyio/key_io_invalid.json").array ?? []
        let texts = (valid.filter { $0[2]?["isPrivkey"] == true } + invalid).compactMap { $0[0]?.string }
        for text in texts {
            #expect(throws: BitcoinError.self, "\(text)") { try LegacyAddress(text) }
            #expect(throws: BitcoinError.self, "\(text)") { try CashAddress(text) }
            #expect(throws: BitcoinError.self, "\(text)") { try SegWitAddress(text) }
        }
        #expect(texts.count == 35)
        Suites.record("bch-keyio", cases: texts.count)
    }

    private func script(_ address: LegacyAddress) -> [UInt8] {
        switch (address.kind, address.hash.count) {
        case (.publicKey, _): [0x76, 0xA9, 0x14] + address.hash + [0x88, 0xAC]
        case (.script, 20): [0xA9, 0x14] + address.hash + [0x87]
        case (.script, _): [0xAA, 0x20] + address.hash + [0x87]
        }
    }
}
