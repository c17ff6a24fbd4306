import Bitcoin
import Keys
import Primitives
import TestSupport
import Testing

@Suite struct UnsignedBitcoinTransactionTests {
    @Test func `signed transactions match the vectors byte for byte, with either kind of signature`() throws {
        let cases: [SignedCase] = try Vectors.read("gen-bch-tx/p2pkh.json")
        for each in cases {
            #expect(each.hashType == 65)
            let keys = each.inputs.map(\.privateKey.bytes)
            let publicKeys = try keys.map { try PrivateKey(SecretBytes(copying: $0)).publicKey() }
            let coins = try zip(each.inputs, publicKeys).map { input, key in
                Coin(
                    OutPoint(try #require(TransactionID(input.txid)), input.vout),
                    Output(input.value, to: Destination(key, on: .bitcoinCash).script), .bitcoinCashSchnorr)
            }
            let transaction = BitcoinTransaction(
                version: each.version,
                inputs: zip(coins, each.inputs).map { BitcoinTransaction.Input($0.outPoint, sequence: $1.sequence) },
                outputs: each.outputs.map { Output($0.value, to: Script($0.script.bytes)) },
                lockTime: each.locktime)
            for (lock, expected) in [
                (SpendingScheme.bitcoinCashECDSA, each.ecdsa), (.bitcoinCashSchnorr, each.schnorr),
            ] {
                let draft = try UnsignedBitcoinTransaction(
                    transaction, spending: coins.map { $0.spent(by: lock) }, on: .bitcoinCash)
                #expect(draft.digests.map { Hex.encode($0.bytes) } == expected.sighashes)
                let signed = try draft.signed { place, digest in
                    let key = try PrivateKey(SecretBytes(copying: keys[place]))
                    let signature: InputSignature =
                        lock == .bitcoinCashSchnorr
                        ? .schnorr(try key.signSchnorr(digest)) : .ecdsa(try key.sign(digest).signature)
                    return (signature, try key.publicKey())
                }
                #expect(Hex.encode(signed.bytes(.plain)) == expected.raw)
                #expect(signed.id.description == expected.txid)
                #expect(signed.bytes(.plain).count == expected.size)
                #expect(draft.size >= expected.size)
                #expect(draft.size <= expected.size + 4 + 3 * coins.count)
            }
        }
        #expect(cases.count == 40)
        Suites.record("gen-bch-tx", cases: cases.count)
    }

    @Test func `a draft has the requested outputs, then the change`() throws {
        let draft = try UnsignedBitcoinTransaction(
            paying: [Output(100_000, to: Self.script(1)), Output(0, to: DataOutput(["hello"]).script)],
            changeTo: Self.script(2), from: [Self.coin(1_000_000, 1), Self.coin(50_000, 2)],
            changeScheme: .bitcoinCashSchnorr, rate: .least)
        #expect(draft.transaction.outputs.map(\.value).prefix(2) == [100_000, 0])
        #expect(draft.change == 2)
        #expect(draft.coins.map(\.value) == [1_000_000])
        #expect(draft.fee == 900_000 - draft.transaction.outputs[2].value)
        #expect(draft.fee >= UInt64(draft.size) && draft.fee <= UInt64(draft.size) + 4)
        #expect(draft.payload.count == draft.preimages[0].count)
    }

    @Test func `coins with another locking script are refused, and with a token that would be lost`() throws {
        let token = [0xEF] + [UInt8](repeating: 0xBB, count: 32) + [0x10, 0x05] + Self.script(1).bytes
        let scripts: [(Script, BitcoinError.Coins)] = [
            (Script(token), .tokens), (Script([0xEF] + Self.script(1).bytes), .locked), (Script([0x51]), .locked),
            (Destination.script(hash: .init(repeating: 1, count: 20)).script, .locked),
        ]
        for (script, fault) in scripts {
            let coin = Coin(OutPoint(Self.id(1), 0), Output(100_000, to: script), .bitcoinCashSchnorr)
            #expect(throws: BitcoinError.coins(fault)) {
                try UnsignedBitcoinTransaction(
                    paying: [Output(10_000, to: Self.script(1))], changeTo: Self.script(2), from: [coin],
                    changeScheme: .bitcoinCashSchnorr, rate: .least)
            }
        }
    }

    @Test func `dust, too little money and impossible amounts are refused`() throws {
        func pay(_ value: UInt64) throws -> UnsignedBitcoinTransaction {
            try UnsignedBitcoinTransaction(
                paying: [Output(value, to: Self.script(1))], changeTo: Self.script(2),
                from: [Self.coin(100_000, 1)], changeScheme: .bitcoinCashSchnorr, rate: .least)
        }
        #expect(throws: BitcoinError.amount(.dust)) { try pay(545) }
        #expect(throws: BitcoinError.coins(.notEnough)) { try pay(100_000) }
        #expect(throws: BitcoinError.amount(.tooLarge)) { try pay(.max) }
        #expect(try pay(546).change == 1)
        // Change below the dust limit is added to the fee.
        let all = try pay(99_500)
        #expect(all.change == nil)
        #expect(all.fee == 500)
    }

    @Test func `the same request gives the same draft, whatever the order of the coins`() throws {
        let coins = (1...30).map { Self.coin(UInt64($0) * 7_919 % 50_000 + 1_000, UInt8($0)) }
        let drafts = try [coins, coins.reversed(), coins.sorted { $0.value < $1.value }].map { coins in
            try UnsignedBitcoinTransaction(
                paying: [Output(200_000, to: Self.script(1))], changeTo: Self.script(2), from: coins,
                changeScheme: .bitcoinCashECDSA, rate: #require(FeeRate(satoshisPerKilobyte: 12_345)))
        }
        #expect(Set(drafts.map(\.transaction.id)).count == 1)
    }

    static func script(_ byte: UInt8) -> Script {
        Destination.publicKey(hash: [UInt8](repeating: byte, count: 20)).script
    }

    static func id(_ byte: UInt8) -> TransactionID {
        TransactionID(reading: [UInt8](repeating: byte, count: 32)) ?? BitcoinTransaction(inputs: [], outputs: []).id
    }

    static func coin(_ value: UInt64, _ byte: UInt8) -> Coin {
        Coin(OutPoint(id(byte), 0), Output(value, to: script(byte)), .bitcoinCashSchnorr)
    }
}

private struct SignedCase: Decodable {
    struct Input: Decodable {
        let privateKey: HexBytes
        let txid: String
        let vout: UInt32
        let value: UInt64
        let sequence: UInt32
    }

    struct Output: Decodable {
        let value: UInt64
        let script: HexBytes
    }

    struct Signed: Decodable {
        let sighashes: [String]
        let raw, txid: String
        let size: Int
    }

    let inputs: [Input]
    let outputs: [Output]
    let locktime, version: UInt32
    let hashType: Int
    let ecdsa, schnorr: Signed
}
