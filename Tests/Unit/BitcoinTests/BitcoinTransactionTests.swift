import Bitcoin
import Bridge
import Primitives
import TestSupport
import Testing

@Suite struct BitcoinTransactionTests {
    @Test func `every valid transaction is decoded and encodes to the same bytes`() throws {
        let rows = try (Vectors.json("bch-tx/tx_valid.json").array ?? []).filter { $0[0]?.array != nil }
        for row in rows {
            let bytes = try #require(Hex.decode(row[1]?.string ?? "x"))
            let transaction = try BitcoinTransaction(bytes, form: .plain)
            #expect(transaction.bytes(.plain) == bytes)
            #expect(transaction.bytes(.witness) == bytes)
            #expect(transaction.isPlausible)
            #expect(transaction.virtualSize == bytes.count)
        }
        #expect(rows.count == 48)
        Suites.record("bch-tx/tx_valid", cases: rows.count)
    }

    @Test func `invalid transactions are refused if this can be known without their coins`() throws {
        let rows = try (Vectors.json("bch-tx/tx_invalid.json").array ?? []).filter { $0[0]?.array != nil }
        var refused = 0
        for row in rows {
            let bytes = try #require(Hex.decode(row[1]?.string ?? "x"))
            let isPlausible = (try? BitcoinTransaction(bytes, form: .plain))?.isPlausible ?? false
            if !isPlausible { refused += 1 }
        }
        // No outputs, values above the supply, a null outpoint or a coinbase script among other inputs, a duplicate
        // input. The other 27 fail only when their scripts run, which the wallet does not do: it only spends its own
        // forms.
        #expect(rows.count == 32)
        Suites.record("bch-tx/tx_invalid", cases: refused)
        #expect(refused == 5)
    }

    @Test func `the ID of a transaction does not depend on its witnesses`() throws {
        let bytes = try #require(Hex.decode(Self.signed))
        let transaction = try BitcoinTransaction(bytes, form: .witness)
        #expect(transaction.bytes(.witness) == bytes)
        #expect(transaction.inputs[1].witness.count == 2)
        #expect(transaction.id.description == "e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609")
        #expect(TransactionID(transaction.id.description) == transaction.id)
        #expect(try BitcoinTransaction(transaction.bytes(.plain), form: .plain).id == transaction.id)
        #expect(transaction.weight == transaction.bytes(.plain).count * 3 + bytes.count)
    }

    @Test func `Bitcoin Cash transactions have no witnesses`() throws {
        let bytes = try #require(Hex.decode(Self.signed))
        #expect(throws: BitcoinError.self) { try BitcoinTransaction(bytes, form: .plain) }
    }

    @Test func `a truncated transaction, or one with extra bytes, is refused`() throws {
        let bytes = try #require(Hex.decode(Self.signed))
        for count in 0..<bytes.count {
            #expect(throws: BitcoinError.self) { try BitcoinTransaction(bytes[..<count], form: .witness) }
        }
        #expect(throws: BitcoinError.bytes(.trailing)) { try BitcoinTransaction(bytes + [0], form: .witness) }
    }

    @Test(arguments: [
        // Announces four billion inputs.
        ("02000000feffffffff", BitcoinError.Bytes.ended),
        ("02000000ffffffffffffffffff", .ended),
        // The number of inputs has three bytes although one is enough.
        ("02000000fd0100", .padded),
        ("02000000fe01000000", .padded),
        ("02000000ff0100000000000000", .padded),
        // A witness with another flag, and a witness without items.
        ("0200000000020000000000", .witness),
        ("02000000000100000000000000", .witness),
        ("", .ended),
    ])
    func `wrong lengths are refused before memory is allocated`(text: String, fault: BitcoinError.Bytes) throws {
        let bytes = try #require(Hex.decode(text))
        #expect(throws: BitcoinError.bytes(fault)) { try BitcoinTransaction(bytes, form: .witness) }
    }

    @Test func `input larger than any transaction is refused at once`() {
        let bytes = [UInt8](repeating: 0, count: BitcoinTransaction.largest + 1)
        #expect(throws: BitcoinError.bytes(.tooLarge)) { try BitcoinTransaction(bytes, form: .plain) }
    }

    @Test func `the basic rules of nodes are checked`() throws {
        let id = try #require(TransactionID(String(repeating: "ab", count: 32)))
        let input = BitcoinTransaction.Input(OutPoint(id, 0))
        let output = Output(1, to: Script([0x51]))
        #expect(BitcoinTransaction(inputs: [input], outputs: [output]).isPlausible)
        #expect(!BitcoinTransaction(inputs: [], outputs: [output]).isPlausible)
        #expect(!BitcoinTransaction(inputs: [input], outputs: []).isPlausible)
        #expect(!BitcoinTransaction(inputs: [input, input], outputs: [output]).isPlausible)
        #expect(!BitcoinTransaction(inputs: [input], outputs: [Output(.max, to: Script([0x51]))]).isPlausible)
        let half = Output(UTXOChain.allMoney / 2 + 1, to: Script([0x51]))
        #expect(!BitcoinTransaction(inputs: [input], outputs: [half, half]).isPlausible)
        #expect(BitcoinTransaction(inputs: [input], outputs: [half]).isPlausible)
    }

    @Test func `IDs are only read in display form`() {
        #expect(TransactionID("0x" + String(repeating: "a", count: 62)) == nil)
        #expect(TransactionID(String(repeating: "a", count: 63)) == nil)
        #expect(TransactionID(String(repeating: "g", count: 64)) == nil)
        let id = TransactionID("00" + String(repeating: "11", count: 31))
        #expect(id?.bytes.last == 0)
        #expect(id?.reading.first == 0)
    }

    /// The signed transaction of BIP-143, “Native P2WPKH”.
    static let signed =
        "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d"
        + "1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ed"
        + "e944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a010000"
        + "0000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9"
        + "143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d544"
        + "7a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e831"
        + "88368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000"
}
