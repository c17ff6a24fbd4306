import Bitcoin
import Primitives
import TestSupport
import Testing

/// Files of version 2 (BIP-370), in which the transaction is in parts.
@Suite struct PSBTVersionTests {
    private struct Pair: Decodable {
        let original: String
        let parts: String
    }

    private static func pairs() throws -> [Pair] { try Vectors.read("bip370/embit.json") }

    /// A file of version 2 with one input and one output, and more entries of its maps.
    private static func file(
        global: String = "", input: String = "", output: String = ""
    ) throws -> [UInt8] {
        let version = "01fb0402000000"
        let head = "70736274ff" + version + "01020402000000" + "0104010101050101" + global + "00"
        let coin = "010e20" + String(repeating: "11", count: 32) + "010f0400000000"
        let paid = "01030800e1f505000000000104160014" + String(repeating: "22", count: 20)
        return try #require(Hex.decode(head + coin + input + "00" + paid + output + "00"))
    }

    @Test func `files of version 2 mean the same transactions, and are written as they were read`() throws {
        let pairs = try Self.pairs()
        for pair in pairs {
            let (original, parts) = (try PSBT(base64: pair.original), try PSBT(base64: pair.parts))
            #expect(parts.transaction == original.transaction)
            #expect(parts.version == .parts && original.version == .original)
            #expect(parts.base64 == pair.parts)
            #expect(try parts.fee() == original.fee())
        }
        #expect(pairs.count == 24)
        Suites.record("bip370", cases: pairs.count)
    }

    @Test func `a file of one version takes what one of the other adds, and stays of its version`() throws {
        for pair in try Self.pairs() {
            let (original, parts) = (try PSBT(base64: pair.original), try PSBT(base64: pair.parts))
            #expect(try parts.combined(with: [original]).base64 == pair.parts)
            #expect(try original.combined(with: [parts]).base64 == pair.original)
            var more = original
            let key = [UInt8](repeating: 0x02, count: 1) + parts.transaction.outputs[0].script.bytes.prefix(1)
            try more.set(0xFC, key, ofInput: 0, to: [1, 2, 3])
            let combined = try parts.combined(with: [more])
            #expect(combined.inputs[0][0xFC, key] == [1, 2, 3])
            #expect(try PSBT(combined.bytes) == combined)
        }
    }

    @Test func `a file of version 2 without the coin that it spends has no fee and nothing to sign`() throws {
        let psbt = try PSBT(Self.file())
        let spending = try psbt.spending()
        #expect(spending.coins == [nil])
        #expect(try psbt.fee() == nil)
        #expect(try psbt.signingTasks(forInput: 0, spending).isEmpty)
        #expect(throws: BitcoinError.psbt(.noCoin)) { try psbt.signingTasks(forInput: 0) }
        // More than there is on the chain.
        let paid = try PSBT(
            BitcoinTransaction(
                inputs: psbt.transaction.inputs, outputs: [Output(UTXOChain.allMoney + 1, to: Script([0x51]))]))
        #expect(throws: BitcoinError.psbt(.amounts)) { try paid.fee() }
    }

    @Test(
        arguments: [
            ("", 0), ("0112 04 0a000000", 10), ("0111 04 0065cd1d", 500_000_000),
            // Both are accepted, so the height counts.
            ("0111 04 0065cd1d 0112 04 0a000000", 10),
        ] as [(String, UInt32)])
    func `the lock time is what the inputs require`(fields: String, lock: UInt32) throws {
        let psbt = try PSBT(Self.file(input: fields.filter { $0 != " " }))
        #expect(psbt.transaction.lockTime == lock)
        #expect(psbt.transaction.inputs[0].sequence == .max)
        #expect(psbt.transaction.outputs[0].value == 100_000_000)
    }

    @Test func `without a requirement, the fallback lock time counts`() throws {
        #expect(try PSBT(Self.file(global: "01030405000000")).transaction.lockTime == 5)
        #expect(
            try PSBT(Self.file(global: "01030405000000", input: "0112040a000000")).transaction.lockTime == 10)
    }

    @Test(arguments: [
        // Global fields: the number of inputs and outputs, the form of flags, the whole transaction beside its parts.
        ("010601", "", ""), ("01060200 00", "", ""), ("0103020500", "", ""),
        ("01003c02000000" + String(repeating: "00", count: 56), "", ""),
        // Inputs: a height that is a time, a time that is a height, zero, other lengths, data in the key.
        ("", "0112040065cd1d", ""), ("", "01110464000000", ""), ("", "01120400000000", ""), ("", "011003ffffff", ""),
        ("", "020e0120" + String(repeating: "11", count: 32), ""),
        // Outputs: an amount with data in its key.
        ("", "", "0203010800e1f50500000000"),
    ])
    func `a file with wrong parts is refused`(global: String, input: String, output: String) throws {
        let bytes = try Self.file(
            global: global.filter { $0 != " " }, input: input.filter { $0 != " " }, output: output)
        #expect(throws: BitcoinError.self) { try PSBT(bytes) }
    }

    @Test func `counts beyond the file, missing parts and unknown versions are refused`() throws {
        for text in [
            // One input is announced, and the file ends; then 2^63 inputs.
            "70736274ff01fb040200000001020402000000010401010105010000",
            "70736274ff01fb0402000000010204020000000104 09ff0000000000000080 01050100 00",
            // No counts, no version of the transaction, version 1 and 3.
            "70736274ff01fb04020000000102040200000000", "70736274ff01fb040200000001040100010501 0000",
            "70736274ff01fb0401000000010204020000000104010001050100 00",
            "70736274ff01fb0403000000010204020000000104010001050100 00",
        ] {
            let bytes = try #require(Hex.decode(text.filter { $0 != " " }))
            #expect(throws: BitcoinError.self, "\(text)") { try PSBT(bytes) }
        }
    }

    @Test func `inputs that require different kinds of lock times are refused`() throws {
        func input(_ byte: String, _ lock: String) -> String {
            "010e20" + String(repeating: byte, count: 32) + "010f0400000000" + lock + "00"
        }
        let head = "70736274ff01fb040200000001020402000000010401020105010000"
        let bytes = try #require(
            Hex.decode(head + input("11", "0112040a000000") + input("22", "01110400 65cd1d".filter { $0 != " " })))
        #expect(throws: BitcoinError.psbt(.lockTimes)) { try PSBT(bytes) }
    }
}
