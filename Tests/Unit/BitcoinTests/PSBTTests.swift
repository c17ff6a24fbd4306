import Bitcoin
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
        #expect(vectors.invalid.count == 18)
        Suites.record("bip174/invalid", cases: vectors.invalid.count)
    }

    @Test func `valid transactions of BIP-174 are written as they were read`() throws {
        let vectors = try Self.vectors.get()
        for text in vectors.valid { #expect(try PSBT(base64: text).base64 == text) }
        #expect(vectors.valid.count == 6)
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
        let (first, other) = (try PSBT(base64: vectors.valid[0]), try PSBT(base64: vectors.valid[2]))
        #expect(throws: BitcoinError.psbt(.otherTransaction)) { try first.combined(with: [other]) }
        #expect(throws: BitcoinError.psbt(.unfinished)) { try PSBT(base64: vectors.finalize.psbt).extracted() }
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

    let invalid, valid: [String]
    let combine: [Combination]
    let finalize: Finalization
}
