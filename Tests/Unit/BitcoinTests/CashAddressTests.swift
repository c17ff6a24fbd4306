import TestSupport
import Keys
import Testing
import Bitcoin

@Suite struct CashAddressTests {
    @Test func `addresses of every type and size match the vectors`() throws {
        let tokens: [CashAddressCase] = try Vectors.read("cashaddr/cashaddr_token_types.json")
        let specified: [CashAddressCase] = try Vectors.read("cashaddr-spec/cashaddr_spec.json")
        var count = 0
        for each in tokens + specified {
            guard let type = each.type, let payload = each.payload?.bytes else { continue }
            let address = try CashAddress(each.cashaddr, prefix: nil)
            #expect(address.type == type)
            #expect(address.hash == payload)
            #expect(address.kind?.rawValue == (type < 4 ? type : nil))
            #expect(address.description == each.cashaddr)
            #expect(try CashAddress(prefix: address.prefix, type: type, hash: payload) == address)
            #expect(try CashAddress(each.cashaddr.uppercased(), prefix: nil) == address)
            let bare = String(each.cashaddr.split(separator: ":")[1])
            #expect(try CashAddress(bare, prefix: address.prefix) == address)
            count += 1
        }
        #expect(count == 56)
        let trusted = tokens.count { $0.type != nil && $0.payload != nil }
        Suites.record("cashaddr", cases: trusted)
        Suites.record("cashaddr-spec", cases: count - trusted)
    }

    @Test func `legacy addresses have the same hash as new ones`() throws {
        let cases: [CashAddressCase] = try Vectors.read("cashaddr-spec/cashaddr_spec.json")
        var count = 0
        for each in cases {
            guard let legacy = each.legacy else { continue }
            let (old, new) = (try LegacyAddress(legacy), try CashAddress(each.cashaddr))
            #expect(old.hash == new.hash)
            #expect((old.kind == .script) == (new.kind == .script))
            #expect(old.description == legacy)
            count += 1
        }
        #expect(count == 3)
        Suites.record("cashaddr-spec", cases: count)
    }

    @Test func `every wrong character is detected, also in the prefix`() {
        let text = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
        for index in text.indices where text[index] != ":" {
            let digit: Character = text[index] == "q" ? "p" : "q"
            let wrong = text[..<index] + String(digit) + text[text.index(after: index)...]
            #expect(throws: BitcoinError.self, "\(wrong)") { try CashAddress(String(wrong), prefix: nil) }
        }
    }

    @Test(arguments: [
        ("", BitcoinError.Address.form),
        ("bitcoincash:", .form),
        (":qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", .checksum),
        ("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6A", .mixedCase),
        ("Bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", .mixedCase),
        ("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b", .form),
        ("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q", .checksum),
        ("bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", .checksum),
        ("bitcoincash:bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", .form),
        (" qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", .form),
        ("qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a\n", .form),
        ("bitcoincash:qqqqqqqq", .form),
        ("bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t", .network),
        ("1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", .mixedCase),
    ])
    func `an invalid address for this network is refused`(text: String, fault: BitcoinError.Address) {
        #expect(throws: BitcoinError.address(fault)) { try CashAddress(text) }
    }

    @Test func `the prefix is required if none is expected`() {
        #expect(throws: BitcoinError.address(.form)) {
            try CashAddress("qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", prefix: nil)
        }
    }

    @Test func `invalid parts of an address are refused`() {
        #expect(throws: BitcoinError.address(.size)) { try CashAddress(type: 0, hash: [1, 2, 3]) }
        #expect(throws: BitcoinError.address(.version)) {
            try CashAddress(type: 16, hash: .init(repeating: 0, count: 20))
        }
        #expect(throws: BitcoinError.address(.form)) {
            try CashAddress(prefix: "Bch1", type: 0, hash: .init(repeating: 0, count: 20))
        }
    }
}

private struct CashAddressCase: Decodable {
    let cashaddr: String
    let legacy: String?
    let type: UInt8?
    let payload: HexBytes?
}
