import TestSupport
import Bridge
import Primitives
import Testing
import Bitcoin

@Suite struct SegWitAddressTests {
    private static let prefixes = ["bitcoin": "bc", "testnet": "tb", "regtest": "bcrt"]

    @Test func `addresses match the vectors in both directions`() throws {
        let file = try Vectors.json("btc-bitcoinjs/address.json")
        var count = 0
        for each in file["standard"]?.array ?? [] {
            guard let text = each["bech32"]?.string else { continue }
            let prefix = try #require(Self.prefixes[each["network"]?.string ?? ""])
            let address = try SegWitAddress(text, prefix: prefix)
            #expect(address.version == UInt8(each["version"]?.number?.integer ?? -1))
            #expect(Hex.encode(address.program) == each["data"]?.string)
            #expect(address.description == text.lowercased())
            count += 1
        }
        for each in file["bech32"]?.array ?? [] {
            let prefix = try #require(each["prefix"]?.string)
            let address = try SegWitAddress(#require(each["address"]?.string), prefix: prefix)
            #expect(Hex.encode(address.program) == each["data"]?.string)
            count += 1
        }
        #expect(count == 14)
        Suites.record("btc-bitcoinjs/address", cases: count)
    }

    @Test func `invalid addresses of the vectors are refused on every network`() throws {
        let invalid = try #require(try Vectors.json("btc-bitcoinjs/address.json")["invalid"])
        let texts = ((invalid["bech32"]?.array ?? []) + (invalid["toOutputScript"]?.array ?? []))
            // One is a point that is not on the curve, and one is valid with another network's prefix.
            .filter { $0["paymentException"] == nil && $0["network"]?["bech32"] != "foo" }
            .compactMap { $0["address"]?.string }
        for text in texts {
            for prefix in ["bc", "tb", "bcrt"] {
                #expect(throws: BitcoinError.self, "\(text)") { try SegWitAddress(text, prefix: prefix) }
            }
        }
        #expect(texts.count == 29)
        Suites.record("btc-bitcoinjs/address", cases: texts.count)
    }

    @Test func `the address of a public key matches the vectors`() throws {
        let file = try Vectors.json("btc-bitcoinjs/p2wpkh.json")
        var count = 0
        for each in file["valid"]?.array ?? [] {
            let (given, expected) = (each["arguments"], each["expected"])
            guard let text = (expected?["address"] ?? given?["address"])?.string else { continue }
            let address = try SegWitAddress(text)
            #expect(Hex.encode(address.program) == (expected?["hash"] ?? given?["hash"])?.string)
            count += 1
            guard let key = given?["pubkey"]?.string.flatMap({ Hex.decode($0) }),
                let key = try? PublicKey(key)
            else { continue }
            #expect(SegWitAddress(key).description == text)
        }
        #expect(count == 6)
        Suites.record("btc-bitcoinjs/p2wpkh", cases: count)
    }

    @Test(arguments: [
        ("", BitcoinError.Address.form),
        ("bc1", .form),
        ("1qqqqqq", .form),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 ", .form),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3tb", .form),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", .checksum),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4", .mixedCase),
        ("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", .network),
        // A version 1 program with the checksum of version 0.
        ("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", .checksum),
        (String(repeating: "q", count: 91), .size),
    ])
    func `an invalid address for this network is refused`(text: String, fault: BitcoinError.Address) {
        #expect(throws: BitcoinError.address(fault)) { try SegWitAddress(text) }
    }

    @Test func `invalid program sizes and versions are refused`() {
        #expect(throws: BitcoinError.address(.version)) { try SegWitAddress(version: 17, program: [1, 2]) }
        #expect(throws: BitcoinError.address(.size)) { try SegWitAddress(version: 1, program: [1]) }
        #expect(throws: BitcoinError.address(.size)) {
            try SegWitAddress(version: 1, program: .init(repeating: 1, count: 41))
        }
        #expect(throws: BitcoinError.address(.size)) {
            try SegWitAddress(version: 0, program: .init(repeating: 1, count: 21))
        }
    }
}
