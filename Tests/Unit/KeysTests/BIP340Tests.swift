import Foundation
import Keys
import Primitives
import TestSupport
import Testing

@Suite struct BIP340Tests {
    @Test func `signatures are made and judged as in the vectors`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Vectors/bip340/test-vectors.csv")
        let rows = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
        var signed = 0
        for row in rows {
            let columns = row.split(separator: ",", omittingEmptySubsequences: false)
            let message = try #require(Hex.decode(columns[4]))
            let signature = try BIP340Signature(#require(Hex.decode(columns[5])))
            let key = try? XOnlyPublicKey(#require(Hex.decode(columns[2])))
            #expect((key?.verifies(signature, of: message) ?? false) == (columns[6] == "TRUE"), "\(columns[0])")
            guard let secret = Hex.decode(columns[1]), secret.count == 32 else { continue }
            let own = try PrivateKey(SecretBytes(copying: secret))
            #expect(try XOnlyPublicKey(own.publicKey()) == key)
            let auxiliary = try #require(Hex.decode(columns[3]))
            #expect(try own.signBIP340(message, auxiliary: auxiliary) == signature)
            signed += 1
        }
        #expect(rows.count == 19)
        #expect(signed == 8)
        Suites.record("bip340/sign", cases: rows.count)
    }

    @Test func `sizes other than those of keys and signatures are refused`() throws {
        for count in [0, 31, 33, 63, 65] {
            let bytes = [UInt8](repeating: 1, count: count)
            #expect(throws: PrimitiveError.malformedPublicKey) { try XOnlyPublicKey(bytes) }
            #expect(throws: PrimitiveError.malformedSignature) { try BIP340Signature(bytes) }
        }
        #expect(throws: PrimitiveError.malformedPublicKey) { try XOnlyPublicKey([UInt8](repeating: 0xFF, count: 32)) }
    }

    @Test func `an untweaked signature is not that of the output key`() throws {
        let key = try PrivateKey(SecretBytes(copying: [UInt8](repeating: 5, count: 32)))
        let digest = SHA256.hash("a".utf8)
        let own = XOnlyPublicKey(try key.publicKey())
        let output = try own.output().key
        #expect(own.verifies(try key.signTaproot(digest, tweak: .none), of: digest.bytes))
        #expect(!output.verifies(try key.signTaproot(digest, tweak: .none), of: digest.bytes))
        #expect(output.verifies(try key.signTaproot(digest), of: digest.bytes))
        let rooted = try own.output(merkleRoot: digest.bytes).key
        #expect(
            rooted.verifies(
                try key.signTaproot(digest, tweak: .output(merkleRoot: digest.bytes)), of: digest.bytes))
    }
}
