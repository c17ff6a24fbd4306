import Bitcoin
import Bridge
import Primitives
import TestSupport
import Testing

@Suite struct DestinationTests {
    @Test func `addresses and scripts of the vectors match`() throws {
        let rows = try Vectors.json("bch-keyio/key_io_valid.json").array ?? []
        var count = 0
        for row in rows where row[2]?["isPrivkey"] == false && row[2]?["chain"] == "main" {
            let text = try #require(row[0]?.string)
            let script = Script(try #require(Hex.decode(row[1]?.string ?? "x")))
            let destination = try Destination(text, on: .bitcoinCash)
            #expect(destination.script == script)
            #expect(script.destination == destination)
            let modern = try #require(destination.address(on: .bitcoinCash))
            #expect(try Destination(modern, on: .bitcoinCash) == destination)
            #expect(Destination.isOldForm(text))
            #expect(!Destination.isOldForm(modern))
            count += 1
        }
        #expect(count > 0)
    }

    @Test func `every form of Bitcoin address converts to its script and back`() throws {
        let rows = try Vectors.json("btc-bitcoinjs/address.json")["standard"]?.array ?? []
        var count = 0
        for row in rows where row["network"] == "bitcoin" {
            let text = try #require((row["base58check"] ?? row["bech32"])?.string)
            let destination = try Destination(text, on: .bitcoin)
            #expect(destination.address(on: .bitcoin) == text.lowercased() || destination.address(on: .bitcoin) == text)
            #expect(destination.script.destination == destination)
            count += 1
        }
        #expect(count == 7)
    }

    @Test(arguments: [
        ("1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMI", UTXOChain.bitcoin), ("mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r", .bitcoin),
        ("mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r", .bitcoinCash),
        ("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", .bitcoin),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", .bitcoinCash),
        ("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", .bitcoin),
        ("bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap", .bitcoinCash),
        ("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", .bitcoinCash), ("", .bitcoin),
    ])
    func `an address of another ledger or network is refused`(text: String, utxoChain: UTXOChain) {
        #expect(throws: BitcoinError.self) { try Destination(text, on: utxoChain) }
    }

    @Test func `token-aware addresses pay to the same scripts`() throws {
        let hash = [UInt8](repeating: 3, count: 20)
        let plain = try CashAddress(type: 0, hash: hash)
        let token = try CashAddress(type: 2, hash: hash)
        #expect(try Destination(plain) == Destination(token))
        #expect(throws: BitcoinError.address(.version)) { try Destination(CashAddress(type: 4, hash: hash)) }
        #expect(throws: BitcoinError.address(.size)) {
            try Destination(CashAddress(type: 0, hash: [UInt8](repeating: 3, count: 32)))
        }
    }

    @Test func `the dust limit matches that of nodes`() throws {
        let hash = [UInt8](repeating: 3, count: 20)
        let long = [UInt8](repeating: 3, count: 32)
        #expect(UTXOChain.Ledger.bitcoinCash.dust(of: Destination.publicKey(hash: hash).script) == 546)
        #expect(UTXOChain.Ledger.bitcoinCash.dust(of: Destination.script(hash: hash).script) == 540)
        #expect(UTXOChain.Ledger.bitcoin.dust(of: Destination.witness(version: 0, program: hash).script) == 294)
        #expect(UTXOChain.Ledger.bitcoin.dust(of: Destination.witness(version: 0, program: long).script) == 330)
        #expect(UTXOChain.Ledger.bitcoin.dust(of: Destination.witness(version: 1, program: long).script) == 330)
        #expect(try UTXOChain.Ledger.bitcoinCash.dust(of: DataOutput(["a"]).script) == 0)
    }

    @Test(arguments: [
        "", "76a914", "76a90303030388ac", "a914ab87", "0014", "5114", "00150303",
        "76a914030303030303030303030303030303030303030388ad",
    ])
    func `non-standard scripts have no address`(text: String) throws {
        #expect(Script(try #require(Hex.decode(text))).destination == nil)
    }
}
