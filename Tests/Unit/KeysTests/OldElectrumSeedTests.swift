import Keys
import Primitives
import TestSupport
import Testing

/// Seeds of Electrum before version 2.0, with test vectors that were made with Electrum.
@Suite struct OldElectrumSeedTests {
    private struct Cases: Decodable {
        struct Phrase: Decodable {
            let words: String
            let master: String
            let address: String
        }
        struct Key: Decodable {
            let publicKey: String
            let addresses: [String]
        }
        let phrases: [Phrase]
        let keys: [Key]
    }

    private static let cases = Result { try Vectors.read("electrum-old/vectors.json", as: Cases.self) }

    private func source(_ text: String) throws -> KeySource {
        try KeySource(OldElectrumSeed(utf8: SecretBytes(copying: text.utf8)))
    }

    /// The address of a key of 65 bytes (version 0 of Base58Check).
    private func address(_ key: PublicKey) -> String {
        Base58Check.encode([0] + Hash160.hash(key.uncompressed))
    }

    @Test func `other numbers of words, other words and impossible numbers are refused`() {
        let like = "like like like like like like like like like like like like"
        let texts = [
            "", "like", String(like.dropLast(5)), like + " like", like + " " + String(like.dropLast(5)),
            like.replacing("like", with: "liké"), "abandon" + like.dropFirst(4), "\u{0}" + like,
            // 1625 + 1626 · 1625 + 1626² · 1625 has more than 32 bits.
            "weary weapon unseen weary weapon unseen weary weapon unseen weary weapon unseen",
        ]
        for text in texts {
            #expect(throws: KeyError.noElectrumSeed, "\(text)") { try source(text) }
        }
        #expect(throws: KeyError.phraseTooLong) { try source(String(repeating: "like ", count: 10_000)) }
    }

    @Test func `phrases have the keys that Electrum makes of them, in any case and with any spaces`() throws {
        let cases = try Self.cases.get()
        for phrase in cases.phrases {
            let source = try source(phrase.words)
            let master = try #require(source.electrumPublicKey)
            #expect(address(try master.child(change: 0, index: 0)) == phrase.address)
            #expect(!source.isCompressed)
        }
        let first = try #require(cases.phrases.first)
        let loud = try source(" \(first.words.uppercased().replacing(" ", with: "\n\t")) ")
        #expect(loud.electrumPublicKey == (try source(first.words)).electrumPublicKey)
        #expect(cases.phrases.count == 9)
    }

    @Test func `public keys are derived without the secret, and are those of the private keys`() throws {
        let cases = try Self.cases.get()
        for key in cases.keys {
            let master = OldElectrumPublicKey(try PublicKey(#require(Hex.decode(key.publicKey))))
            for (index, expected) in zip(UInt32(0)..., key.addresses) {
                #expect(address(try master.child(change: 0, index: index)) == expected)
            }
        }
        let source = try source(cases.phrases[1].words)
        let master = try #require(source.electrumPublicKey)
        for (change, index) in [(UInt32(0), UInt32(0)), (0, 7), (1, 3)] {
            let path = try DerivationPath("m/\(change)/\(index)")
            let key = try source.publicKey(at: path)
            #expect(key == (try master.child(change: change, index: index)))
            let digest = SHA256.hash([1, 2, 3])
            #expect(key.verifies(try source.sign(digest, at: path).signature, of: digest))
        }
        for path in ["m/0", "m/0'/1", "m/2/0", "m/0/0/0"] {
            #expect(throws: KeyError.noKeyAtPath) { try source.publicKey(at: DerivationPath(path)) }
        }
    }
}
