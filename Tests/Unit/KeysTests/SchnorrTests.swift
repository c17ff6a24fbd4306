import Foundation
import Keys
import Primitives
import TestSupport
import Testing

@Suite struct SchnorrTests {
    @Test func `signatures are accepted or refused as in the vectors`() throws {
        let cases: [SchnorrCase] = try Vectors.read("bch-schnorr/schnorr.json")
        for each in cases {
            let key = try PublicKey(each.pkbuf.bytes)
            let isValid = try key.verifies(SchnorrSignature(each.sig.bytes), of: Digest32(each.msg.bytes))
            #expect(isValid == each.valid, "\(each.n)")
        }
        #expect(cases.count == 13)
        Suites.record("bch-schnorr", cases: cases.count)
        #expect(cases.filter(\.valid).count == 5)
    }

    @Test func `a signature is valid only for its key and message`() throws {
        for number in 1...40 {
            let key = try PrivateKey(SecretBytes(copying: SHA256.hash("key \(number)".utf8).bytes))
            let digest = SHA256.hash("message \(number)".utf8)
            let signature = try key.signSchnorr(digest)
            #expect(try key.signSchnorr(digest) == signature)
            let owner = try key.publicKey()
            #expect(owner.verifies(signature, of: digest))
            #expect(!owner.verifies(signature, of: SHA256.hash("another".utf8)))
            #expect(try !PrivateKey.one().publicKey().verifies(signature, of: digest))
            var wrong = signature.bytes
            wrong[(number * 7) % 64] ^= 1 << UInt8(number % 8)
            #expect(try !owner.verifies(SchnorrSignature(wrong), of: digest))
        }
    }

    @Test func `the nonce differs from that of an ECDSA signature`() throws {
        let digest = SHA256.hash("the same".utf8)
        let (schnorr, ecdsa) = (try PrivateKey.one().signSchnorr(digest), try PrivateKey.one().sign(digest))
        #expect(Array(schnorr.bytes[..<32]) != ecdsa.r)
    }

    @Test func `numbers beyond the field, the order or the curve are refused`() throws {
        let owner = try PrivateKey.one().publicKey()
        let digest = SHA256.hash("message".utf8)
        let good = try PrivateKey.one().signSchnorr(digest).bytes
        let (zero, most) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32))
        for part in [zero, most] {
            #expect(try !owner.verifies(SchnorrSignature(part + good[32...]), of: digest))
            #expect(try !owner.verifies(SchnorrSignature(good[..<32] + part), of: digest))
        }
        for count in [0, 63, 65, 72] {
            #expect(throws: PrimitiveError.malformedSignature) {
                try SchnorrSignature([UInt8](repeating: 1, count: count))
            }
        }
    }

    @Test func `signatures of BIP-340 are not accepted`() throws {
        let rows = try String(contentsOf: Self.bip340, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
        var (valid, signed) = (0, 0)
        for row in rows {
            let columns = row.split(separator: ",", omittingEmptySubsequences: false)
            guard let message = Hex.decode(columns[4]), message.count == 32, columns[6] == "TRUE",
                let key = Hex.decode(columns[2]), let bytes = Hex.decode(columns[5])
            else { continue }
            let digest = try Digest32(message)
            for sign in [UInt8(2), 3] {
                #expect(try !PublicKey([sign] + key).verifies(SchnorrSignature(bytes), of: digest))
            }
            valid += 1
            guard let secret = Hex.decode(columns[1]), secret.count == 32 else { continue }
            let own = try PrivateKey(SecretBytes(copying: secret)).signSchnorr(digest)
            #expect(own.bytes != bytes)
            signed += 1
        }
        // The others are invalid for BIP-340 itself, or sign messages of another length than 32 bytes.
        #expect(rows.count == 19)
        Suites.record("bip340", cases: rows.count)
        #expect(valid == 5)
        #expect(signed == 4)
    }

    private static let bip340 = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Vectors/bip340/test-vectors.csv")
}

private struct SchnorrCase: Decodable {
    let n: String
    let pkbuf, msg, sig: HexBytes
    let valid: Bool
}
