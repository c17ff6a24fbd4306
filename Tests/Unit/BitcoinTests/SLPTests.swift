import Bitcoin
import Bridge
import Primitives
import TestSupport
import Testing

@Suite struct SLPTests {
    @Test func `scripts are accepted or refused as in the vectors`() throws {
        let rows = try Vectors.json("slp/script_tests.json").array ?? []
        var valid = 0
        for row in rows {
            let script = Script(try #require(Hex.decode(row["script"]?.string ?? "x")))
            let about = Comment(rawValue: row["msg"]?.string ?? "")
            if row["code"] == .null {
                let message = try SLPMessage(script)
                #expect(SLPMessage.isClaimed(by: script), about)
                #expect(try SLPMessage(message.script) == message, about)
                valid += 1
            } else {
                #expect(throws: BitcoinError.self, about) { try SLPMessage(script) }
            }
        }
        #expect(rows.count == 55)
        Suites.record("slp/script_tests", cases: rows.count)
        #expect(valid == 21)
    }

    @Test func `transactions are judged as in the vectors, from the given inputs`() throws {
        let rows = try Vectors.json("slp/tx_input_tests.json").array ?? []
        for row in rows {
            var history = SLPHistory()
            for given in row["when"]?.array ?? [] {
                let transaction = try Self.transaction(given)
                let message = SLPHistory.message(of: transaction)
                let verdict = given["valid"] == true ? message.map(SLPHistory.Verdict.valid) : nil
                history.note(verdict ?? .invalid, of: transaction.id)
            }
            for judged in row["should"]?.array ?? [] {
                let transaction = try Self.transaction(judged)
                // Inputs that are not given count as invalid.
                for id in history.missing(for: transaction) { history.note(.invalid, of: id) }
                let isValid = if case .valid = history.judge(transaction) { true } else { false }
                #expect(isValid == judged["valid"]?.bool, Comment(rawValue: row["description"]?.string ?? ""))
            }
        }
        #expect(rows.count == 33)
        Suites.record("slp/tx_input_tests", cases: rows.count)
    }

    @Test func `sums do not overflow`() throws {
        let token = UnsignedBitcoinTransactionTests.id(1)
        var history = SLPHistory()
        let parent = UnsignedBitcoinTransactionTests.id(2)
        history.note(.valid(.send(.fungible, token: token, quantities: [5])), of: parent)
        let message = SLPMessage.send(.fungible, token: token, quantities: [.max, 6])
        let transaction = BitcoinTransaction(
            inputs: [.init(OutPoint(parent, 1))], outputs: [Output(0, to: message.script)])
        #expect(history.judge(transaction) == .invalid)
    }

    @Test func `the token outputs follow from the message`() throws {
        let id = UnsignedBitcoinTransactionTests.id(9)
        let genesis = SLPMessage.genesis(
            .fungible, try SLPGenesis(ticker: "EX", name: "Example", decimals: 2, baton: 2, quantity: 100))
        #expect(genesis.share(of: 1, in: id)?.quantity == 100)
        #expect(genesis.share(of: 1, in: id)?.token == id)
        #expect(genesis.share(of: 2, in: id)?.isBaton == true)
        #expect(genesis.share(of: 0, in: id) == nil)
        #expect(genesis.share(of: 3, in: id) == nil)
        let send = SLPMessage.send(.fungible, token: UnsignedBitcoinTransactionTests.id(1), quantities: [0, 7])
        #expect(send.share(of: 1, in: id) == nil)
        #expect(send.share(of: 2, in: id)?.quantity == 7)
        #expect(send.share(of: 3, in: id) == nil)
    }

    @Test func `a message is recognized by its first push, even if the rest is wrong`() {
        #expect(SLPMessage.isClaimed(by: Script([0x6A, 0x04, 0x53, 0x4C, 0x50, 0x00, 0xFF])))
        #expect(SLPMessage.isClaimed(by: Script([0x6A, 0x4C, 0x04, 0x53, 0x4C, 0x50, 0x00])))
        #expect(!SLPMessage.isClaimed(by: Script([0x6A, 0x03, 0x53, 0x4C, 0x50])))
        #expect(!SLPMessage.isClaimed(by: Script([0x6A])))
        #expect(!SLPMessage.isClaimed(by: Script([0x04, 0x53, 0x4C, 0x50, 0x00])))
    }

    @Test func `an impossible token is refused`() {
        #expect(throws: BitcoinError.slp(.value)) {
            try SLPGenesis(ticker: "A", name: "B", decimals: 10, quantity: 1)
        }
        #expect(throws: BitcoinError.slp(.value)) {
            try SLPGenesis(ticker: "A", name: "B", decimals: 0, baton: 1, quantity: 1)
        }
        #expect(throws: BitcoinError.slp(.size)) {
            try SLPGenesis(ticker: "A", name: "B", documentHash: [1], decimals: 0, quantity: 1)
        }
        #expect(throws: BitcoinError.data(.tooLarge)) {
            try SLPGenesis(ticker: "A", name: String(repeating: "B", count: 200), decimals: 0, quantity: 1)
        }
    }

    private static func transaction(_ row: JSON) throws -> BitcoinTransaction {
        try BitcoinTransaction(#require(Hex.decode(row["tx"]?.string ?? "x")), form: .plain)
    }
}
