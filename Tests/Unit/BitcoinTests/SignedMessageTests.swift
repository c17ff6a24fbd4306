import Bitcoin
import Bridge
import Foundation
import Primitives
import TestSupport
import Testing

/// Messages that were signed outside of transactions.
@Suite struct SignedMessageTests {
    @Test func `transaction IDs match the vectors of BIP-322`() throws {
        let rows = try Vectors.json("bip322/basic-test-vectors.json")["tx_hashes"]?.array ?? []
        for row in rows {
            let message = try BitcoinMessage(#require(row["message"]?.string))
            #expect(Hex.encode(message.taggedHash) == row["message_hash"]?.string)
            let script = try Destination(#require(row["address"]?.string), on: .bitcoin).script
            #expect(message.transactionToSpend(script).id.description == row["to_spend_tx_hash"]?.string)
            #expect(message.transactionToSign(script).id.description == row["to_sign_tx_hash"]?.string)
        }
        #expect(rows.count == 3)
        Suites.record("bip322/tx_hashes", cases: rows.count)
    }

    @Test func `signatures of BIP-322 for another message or address, and malformed ones, are not valid`() throws {
        let rows = try Vectors.json("bip322/basic-test-vectors.json")["error"]?.array ?? []
        for row in rows {
            let message = try BitcoinMessage(#require(row["message"]?.string))
            let destination = try Destination(#require(row["address"]?.string), on: .bitcoin)
            let verdict = try? message.verdict(on: #require(row["signature"]?.string), by: destination)
            if case .valid? = verdict { Issue.record("\(row["description"]?.string ?? "")") }
        }
        #expect(rows.count == 8)
        Suites.record("bip322/error", cases: rows.count)
    }

    @Test func `other software's signatures of BIP-322 are judged as in the vectors`() throws {
        let rows = try Vectors.json("bip322/basic-test-vectors.json")["simple"]?.array ?? []
        var valid = 0
        for row in rows {
            let message = try BitcoinMessage(#require(row["message"]?.string))
            let destination = try Destination(#require(row["address"]?.string), on: .bitcoin)
            for signature in row["bip322_signatures"]?.array ?? [] {
                switch try message.verdict(on: #require(signature.string), by: destination) {
                case .valid: valid += 1
                case .inconclusive, .invalid: Issue.record("\(message)")
                }
                let other = try BitcoinMessage("another message")
                let verdict = try other.verdict(on: #require(signature.string), by: destination)
                if case .valid = verdict { Issue.record("valid for another message") }
            }
        }
        // One is of a script of several keys.
        #expect(valid == 6)
        Suites.record("bip322/simple", cases: valid)
    }

    @Test func `generated signatures of BIP-322 are judged as in the vectors, with their locks`() throws {
        let vectors = try Vectors.json("bip322/generated-test-vectors.json")
        var verdicts: [String: [BitcoinMessage.Verdict]] = [:]
        for form in ["simple", "full"] {
            for row in vectors[form]?.array ?? [] {
                let message = try BitcoinMessage(#require(row["message"]?.string))
                let destination = try Destination(#require(row["address"]?.string), on: .bitcoin)
                let signature = try #require(row["bip322_signatures"]?.array?.first?.string)
                verdicts[form, default: []].append(try message.verdict(on: signature, by: destination))
            }
        }
        // Scripts with locks are not executed by this wallet.
        let locked = BitcoinMessage.Verdict.valid(lockTime: 2016, sequence: 2016)
        let open = BitcoinMessage.Verdict.valid(lockTime: 0, sequence: 0)
        #expect(verdicts["simple"] == [open, open, open, open])
        #expect(
            verdicts["full"] == [
                locked, locked, locked, .inconclusive, locked, .inconclusive, locked, locked,
            ])
        let errors = vectors["error"]?.array ?? []
        for row in errors {
            let message = try BitcoinMessage(#require(row["message"]?.string))
            let destination = try Destination(#require(row["address"]?.string), on: .bitcoin)
            let verdict = try? message.verdict(on: #require(row["signature"]?.string), by: destination)
            if case .valid? = verdict { Issue.record("\(row["description"]?.string ?? "")") }
        }
        #expect(errors.count == 24)
        Suites.record("bip322/generated", cases: 12 + errors.count)
    }

    @Test func `signatures of BIP-137 are judged as in the vectors`() throws {
        let rows = try Vectors.json("bip137/signmessage.json").array ?? []
        for row in rows {
            let address = try #require(row["address"]?.string)
            let (message, destination) = (try BitcoinMessage(address), try Destination(address, on: .bitcoin))
            let signature = try #require(row["signature"]?.string)
            #expect(try message.isSigned(by: destination, signature))
            #expect(try !BitcoinMessage(address + " ").isSigned(by: destination, signature))
        }
        #expect(rows.count == 200)
        Suites.record("bip137", cases: rows.count)
    }

    @Test func `texts that are not signatures are refused`() throws {
        let message = try BitcoinMessage("")
        let destination = Destination.publicKey(hash: [UInt8](repeating: 1, count: 20))
        let short = Data([UInt8](repeating: 31, count: 64)).base64EncodedString()
        let wrong = Data([26] + [UInt8](repeating: 1, count: 64)).base64EncodedString()
        for text in ["", "%", short, wrong, String(repeating: "A", count: 5_000_000)] {
            #expect(throws: BitcoinError.message(.form)) { try message.isSigned(by: destination, text) }
        }
        #expect(throws: BitcoinError.message(.tooLong)) {
            try BitcoinMessage(String(repeating: "a", count: BitcoinMessage.longest + 1))
        }
    }
}
