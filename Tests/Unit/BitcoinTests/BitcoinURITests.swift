import Bitcoin
import Bridge
import TestSupport
import Testing

@Suite struct BitcoinURITests {
    private static let address = "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH"

    @Test func `links that follow BIP-21 match the vectors, and so do those in other common forms`() throws {
        let rows = try Vectors.json("bip21/fixtures.json")["valid"]?.array ?? []
        var (read, refused) = (0, 0)
        for row in rows {
            let text = try #require(row["uri"]?.string)
            // Those that are not compliant with BIP-21 have “//”, or a question mark without parameters.
            guard row["urnScheme"] == nil else {
                #expect(throws: BitcoinError.self, "\(text)") { try BitcoinURI(text) }
                refused += 1
                continue
            }
            let link = try BitcoinURI(text)
            #expect(link.address == row["address"]?.string)
            #expect(link.label == row["options"]?["label"]?.string)
            #expect(link.message == row["options"]?["message"]?.string)
            #expect(link.request == row["options"]?["r"]?.string)
            let amount = row["options"]?["amount"]
            #expect(try link.amount == (amount?.string ?? amount?.number?.text).map(DecimalText.satoshis))
            read += 1
        }
        #expect(read == 13)
        #expect(refused == 1)
        Suites.record("bip21", cases: rows.count)
    }

    @Test func `the invalid links of the vectors are refused`() throws {
        let rows = try Vectors.json("bip21/fixtures.json")["invalid"]?.array ?? []
        let texts = rows.compactMap { $0["uri"]?.string }
        for text in texts { #expect(throws: BitcoinError.self, "\(text)") { try BitcoinURI(text) } }
        #expect(rows.count == 7)
        // One has no link: it is a case for encoders.
        #expect(texts.count == 6)
        Suites.record("bip21", cases: texts.count)
    }

    @Test func `Bitcoin Cash links have CashAddr addresses, whose prefix is the scheme`() throws {
        let link = try BitcoinURI("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=0.00000546")
        #expect(link.utxoChain == .bitcoinCash)
        #expect(link.amount == 546)
        #expect(link.destination?.address(on: .bitcoinCash) == "bitcoincash:" + (link.address ?? ""))
        let loud = try BitcoinURI("BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A")
        #expect(loud.destination == link.destination)
        #expect(throws: BitcoinError.self) { try BitcoinURI("bitcoin:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a") }
        #expect(throws: BitcoinError.self) {
            try BitcoinURI("bitcoincash:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")
        }
    }

    @Test func `a payment request URL needs no address, but must be https`() throws {
        let link = try BitcoinURI("bitcoincash:?r=https://bitpay.com/i/abc")
        #expect(link.request == "https://bitpay.com/i/abc")
        #expect(link.destination == nil)
        #expect(throws: BitcoinError.link(.request)) { try BitcoinURI("bitcoincash:?r=http://bitpay.com/i/abc") }
        #expect(throws: BitcoinError.link(.request)) { try BitcoinURI("bitcoincash:?r=file:///etc/passwd") }
        #expect(throws: BitcoinError.link(.request)) { try BitcoinURI("bitcoincash:?r=https://") }
        #expect(throws: BitcoinError.link(.request)) { try BitcoinURI("bitcoincash:?r=https%3A%2F%2Fa%0Ab") }
    }

    @Test(arguments: [
        ("bitcoin:\(address)?amount=1&amount=2", BitcoinError.link(.duplicate)),
        ("bitcoin:\(address)?amount=1&AMOUNT=2", .link(.duplicate)),
        ("bitcoin:\(address)?amount=1&am%6Funt=2", .link(.duplicate)),
        ("bitcoin:\(address)?op_return_raw=00", .link(.data)),
        ("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?OP_RETURN=hello", .link(.data)),
        ("bitcoin:?bc=\(address)&BC=\(address)", .link(.duplicate)),
        ("bitcoin:?tb=\(address)", .link(.recipient)),
        ("bitcoin:?bc=x", .address(.form)),
        ("bitcoin:\(address)?req-something=1", .link(.required)),
        ("bitcoin:\(address)?REQ-something=1", .link(.required)),
        ("bitcoin:\(address)?r%65q-something=1", .link(.required)),
        ("bitcoin:\(address)?label", .link(.form)),
        ("bitcoin:\(address)?=1", .link(.form)),
        ("bitcoin:\(address)?label=%", .link(.form)),
        ("bitcoin:\(address)?label=%4", .link(.form)),
        ("bitcoin:\(address)?label=%FF", .link(.form)),
        ("bitcoin:\(address)?label=a b", .link(.form)),
        ("bitcoin:\(address)?label=a#b", .link(.form)),
        ("bitcoin:\(address)?a=1&&b=2", .link(.form)),
        ("bitcoin:\(address)#x", .link(.form)),
        ("bitcoin:%31BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH", .link(.form)),
        ("bitcoin:\(address)?amount=", .amount(.form)),
        ("bitcoin:\(address)?amount=1e3", .amount(.form)),
        ("bitcoin:\(address)?amount=1,5", .amount(.form)),
        ("bitcoin:\(address)?amount=.", .amount(.form)),
        ("bitcoin:\(address)?amount=..5", .amount(.form)),
        ("bitcoin:\(address)?amount=+1", .amount(.form)),
        ("bitcoin:\(address)?amount=0.000000001", .amount(.decimals)),
        ("bitcoin:\(address)?amount=21000000.00000001", .amount(.tooLarge)),
        ("bitcoin:1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMI", .address(.form)),
        ("bitcoin:1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMJ", .address(.checksum)),
        ("bitcoin:", .link(.recipient)),
        ("bitcoin:?amount=1", .link(.recipient)),
        ("bitcoin", .link(.scheme)),
        ("litecoin:\(address)", .link(.scheme)),
        (" bitcoin:\(address)", .link(.scheme)),
        ("", .link(.scheme)),
        ("bitcoin:\(address)?label=" + String(repeating: "a", count: 5_000), .link(.tooLong)),
    ])
    func `an ambiguous link is refused`(text: String, error: BitcoinError) {
        #expect(throws: error) { try BitcoinURI(text) }
    }
}
