import Bitcoin
import Keys
import Primitives
import TestSupport
import Testing

@Suite struct PSBTTests {
    private static let vectors = Result { try Vectors.read("bip174/vectors.json", as: PSBTCases.self) }

    @Test func `malformed transactions of BIP-174 are refused`() throws {
        let vectors = try Self.vectors.get()
        for text in vectors.invalid {
            #expect(throws: BitcoinError.self, "\(text)") { try PSBT(base64: text) }
        }
        #expect(vectors.invalid.count == 19)
        Suites.record("bip174/invalid", cases: vectors.invalid.count)
    }

    @Test func `valid transactions of BIP-174 are written as they were read`() throws {
        let vectors = try Self.vectors.get()
        for text in vectors.valid { #expect(try PSBT(base64: text).base64 == text) }
        #expect(vectors.valid.count == 10)
        Suites.record("bip174/valid", cases: vectors.valid.count)
    }

    @Test func `the transactions of BIP-371 are refused or written as they were read`() throws {
        let vectors: FieldCases = try Vectors.read("bip371/vectors.json")
        for text in vectors.invalid { #expect(throws: BitcoinError.self, "\(text)") { try PSBT(base64: text) } }
        for text in vectors.valid { #expect(try PSBT(base64: text).base64 == text) }
        #expect(vectors.invalid.count == 11)
        #expect(vectors.valid.count == 6)
        Suites.record("bip371", cases: 17)
    }

    @Test func `transactions are combined, finalized and extracted as in BIP-174`() throws {
        let vectors = try Self.vectors.get()
        for each in vectors.combine {
            let parts = try each.psbts.map { try PSBT(base64: $0) }
            #expect(try parts[0].combined(with: [parts[1]]).base64 == each.combined)
        }
        let final = try PSBT(base64: vectors.finalize.psbt).finalized()
        #expect(final.base64 == vectors.finalize.final)
        #expect(Hex.encode(try final.extracted().bytes(.witness)) == vectors.finalize.transaction)
        let (first, other) = (try PSBT(base64: vectors.valid[0]), try PSBT(base64: vectors.valid[3]))
        #expect(throws: BitcoinError.psbt(.otherTransaction)) { try first.combined(with: [other]) }
        #expect(throws: BitcoinError.psbt(.unfinished)) { try PSBT(base64: vectors.finalize.psbt).extracted() }
    }

    @Test func `a transaction is created and updated as in BIP-174`() throws {
        let (update, final) = try (Self.vectors.get().update, Self.vectors.get().finalize.transaction)
        let plan = try BitcoinTransaction(#require(Hex.decode(final)), form: .witness)
        let inputs = plan.inputs.map { BitcoinTransaction.Input($0.outPoint, sequence: $0.sequence) }
        var psbt = try PSBT(BitcoinTransaction(version: plan.version, inputs: inputs, outputs: plan.outputs))
        #expect(psbt.base64 == update.psbt)
        let previous = try update.transactions.map { text in
            try BitcoinTransaction(#require(Hex.decode(text)), form: .witness)
        }
        for place in psbt.inputs.indices {
            let coin = psbt.transaction.inputs[place].outPoint
            let spent = try #require(previous.first { $0.id == coin.transaction })
            if place == 0 {
                try psbt.add(previous: spent, toInput: place)
            } else {
                try psbt.add(witnessOutput: spent.outputs[Int(coin.index)], toInput: place)
            }
            // The scripts of the vectors have their lengths in front.
            let redeem = try #require(Hex.decode(update.redeemScripts[place])).dropFirst()
            try psbt.set(PSBTField.Input.redeemScript, ofInput: place, to: Array(redeem))
        }
        let witness = try #require(Hex.decode(update.witnessScript)).dropFirst()
        try psbt.set(PSBTField.Input.witnessScript, ofInput: 1, to: Array(witness))
        for key in update.keys {
            let value = PSBTOrigin(fingerprint: 0xD90C_6A4F, path: [1 << 31, 1 << 31, 1 << 31 | key.index]).bytes
            let point = try #require(Hex.decode(key.key))
            if let input = key.input {
                try psbt.set(PSBTField.Input.derivation, point, ofInput: input, to: value)
            } else if let output = key.output {
                try psbt.set(PSBTField.Output.derivation, point, ofOutput: output, to: value)
            }
        }
        #expect(psbt.base64 == update.updated)
        for place in psbt.inputs.indices {
            try psbt.set(PSBTField.Input.hashType, ofInput: place, to: [1, 0, 0, 0])
        }
        #expect(psbt.base64 == update.withHashTypes)
        #expect(throws: BitcoinError.psbt(.otherCoin)) { try psbt.add(previous: previous[1], toInput: 0) }
        Suites.record("bip174/update", cases: 3)
    }

    @Test func `final scripts of several keys are verified`() throws {
        let final = try PSBT(base64: Self.vectors.get().finalize.final)
        let verified = final.verified(try final.spending())
        #expect(verified.psbt == final)
        #expect(verified.unknown.isEmpty)
        typealias Field = PSBTField.Input
        for (place, type) in [(0, Field.finalScript), (1, Field.finalWitness)] {
            var changed = final
            var bytes = try #require(final.inputs[place][type])
            bytes[20] ^= 1
            try changed.set(type, ofInput: place, to: bytes)
            let judged = changed.verified(try changed.spending())
            #expect(judged.wrong == 1)
            #expect(throws: BitcoinError.psbt(.unfinished)) { try judged.psbt.extracted() }
        }
    }

    @Test func `a signed transaction completes the unsigned one, and no other`() throws {
        let vectors = try Self.vectors.get()
        let bytes = try #require(Hex.decode(vectors.finalize.transaction))
        let signed = try BitcoinTransaction(bytes, form: .witness)
        let psbt = try PSBT(base64: vectors.finalize.psbt)
        #expect(try psbt.finalized(by: signed).extracted() == signed)
        #expect(throws: BitcoinError.psbt(.otherTransaction)) {
            try PSBT(base64: vectors.valid[0]).finalized(by: signed)
        }
    }

    @Test func `no more than 100 keys of a map are looked at`() throws {
        let keys = try DemoKeys()
        let id = try #require(TransactionID(String(repeating: "01", count: 32)))
        var psbt = try PSBT(BitcoinTransaction(inputs: [.init(OutPoint(id, 0))], outputs: []))
        for index in UInt32(0)..<101 {
            let key = try keys.publicKey(at: DerivationPath("m/\(index)")).compressed
            try psbt.set(
                PSBTField.Input.derivation, key, ofInput: 0, to: PSBTOrigin(fingerprint: 1, path: [index]).bytes)
        }
        #expect(psbt.origins(ofInput: 0).count == 100)
    }

    @Test func `cut and changed bytes never crash`() throws {
        for text in try Self.vectors.get().valid {
            let bytes = try PSBT(base64: text).bytes
            for count in stride(from: 0, to: bytes.count, by: 7) {
                #expect(throws: BitcoinError.self) { try PSBT(bytes.prefix(count)) }
            }
            for place in stride(from: 5, to: bytes.count, by: 3) {
                var changed = bytes
                changed[place] ^= 0xFF
                guard let psbt = try? PSBT(changed) else { continue }
                _ = try? psbt.fee()
                _ = try? psbt.finalized()
                for index in psbt.inputs.indices { _ = try? psbt.signingTasks(forInput: index) }
            }
        }
        for text in ["", "cHNidA", "cHNidP8=", "%%%%"] { #expect(throws: BitcoinError.self) { try PSBT(base64: text) } }
    }

    @Test func `values that overflow are refused`() throws {
        let script = Script([0, 20] + [UInt8](repeating: 1, count: 20))
        let id = try #require(TransactionID(String(repeating: "01", count: 32)))
        var psbt = try PSBT(
            BitcoinTransaction(
                inputs: [.init(OutPoint(id, 0))], outputs: [Output(.max, to: script), Output(2, to: script)]))
        try psbt.add(witnessOutput: Output(1_000, to: script), toInput: 0)
        #expect(throws: BitcoinError.psbt(.amounts)) { try psbt.fee() }
        try psbt.add(witnessOutput: Output(.max, to: script), toInput: 0)
        #expect(throws: BitcoinError.psbt(.amounts)) { try psbt.fee() }
        #expect(throws: BitcoinError.psbt(.noCoin)) { try psbt.spent(at: 1) }
    }
}

private struct FieldCases: Decodable {
    let invalid, valid: [String]
}

private struct PSBTCases: Decodable, Sendable {
    struct Combination: Decodable, Sendable {
        let psbts: [String]
        let combined: String
    }

    struct Finalization: Decodable, Sendable {
        let psbt, final, transaction: String
    }

    struct Update: Decodable, Sendable {
        struct Key: Decodable, Sendable {
            let key: String
            let index: UInt32
            let input, output: Int?
        }

        let psbt, witnessScript, updated, withHashTypes: String
        let transactions, redeemScripts: [String]
        let keys: [Key]
    }

    let invalid, valid: [String]
    let update: Update
    let combine: [Combination]
    let finalize: Finalization
}
