import Bitcoin
import Bridge
import Foundation
import Primitives
import TestSupport
import Testing

/// The transactions of BIP-322, which are never broadcast: other software's signatures over the preimage of BIP-143.
@Suite struct SignedMessageTests {
    @Test func `transaction IDs match the vectors`() throws {
        let rows = try Vectors.json("bip322/basic-test-vectors.json")["tx_hashes"]?.array ?? []
        for row in rows {
            let message = try #require(row["message"]?.string)
            #expect(Hex.encode(Self.hash(message)) == row["message_hash"]?.string)
            let (spent, signed) = try Self.transactions(message, try #require(row["address"]?.string))
            #expect(spent.id.description == row["to_spend_tx_hash"]?.string)
            #expect(signed.id.description == row["to_sign_tx_hash"]?.string)
        }
        #expect(rows.count == 3)
        Suites.record("bip322/tx_hashes", cases: rows.count)
    }

    @Test func `other software's P2WPKH signatures are valid`() throws {
        let rows = try Vectors.json("bip322/basic-test-vectors.json")["simple"]?.array ?? []
        var count = 0
        // The others use several keys or scripts, which this wallet does not sign.
        for row in rows where row["type"] == "p2wpkh" {
            let (spent, signed) = try Self.transactions(
                try #require(row["message"]?.string), try #require(row["address"]?.string))
            for text in row["bip322_signatures"]?.array ?? [] {
                let encoded = try #require(text.string)
                let data = try #require(Data(base64Encoded: String(encoded.dropFirst(3))))
                // The serialized witness: the number of items, then two items.
                let signature = Array(data.dropFirst(2).prefix(Int(data[1])))
                let key = try PublicKey(Array(data.suffix(33)))
                let executed = Destination.publicKey(hash: Hash160.hash(key.compressed)).script
                let type = HashType(UInt32(try #require(signature.last)))
                let digest = SHA256.hashTwice(signed.preimage(of: 0, lock: executed, value: 0, type: type))
                #expect(try key.verifies(Signature(der: signature.dropLast()), of: digest))
                #expect(Destination(key, on: .bitcoin).script == spent.outputs[0].script)
                count += 1
            }
        }
        #expect(count == 4)
        Suites.record("bip322/simple", cases: count)
    }

    private static func hash(_ message: String) -> [UInt8] {
        let tag = SHA256.hash("BIP0322-signed-message".utf8).bytes
        return SHA256.hash(tag + tag + Array(message.utf8)).bytes
    }

    private static func transactions(
        _ message: String, _ address: String
    ) throws -> (spent: BitcoinTransaction, signed: BitcoinTransaction) {
        let none = try #require(TransactionID(String(repeating: "0", count: 64)))
        let spent = BitcoinTransaction(
            version: 0,
            inputs: [.init(OutPoint(none, .max), script: Script([0x00, 0x20] + hash(message)), sequence: 0)],
            outputs: [Output(0, to: try Destination(address, on: .bitcoin).script)])
        let signed = BitcoinTransaction(
            version: 0, inputs: [.init(OutPoint(spent.id, 0), sequence: 0)], outputs: [Output(0, to: Script([0x6A]))])
        return (spent, signed)
    }
}
