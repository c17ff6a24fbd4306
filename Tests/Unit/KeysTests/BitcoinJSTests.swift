import Keys
import Primitives
import TestSupport
import Testing

/// Hashes and signatures of the tests of bitcoinjs.
@Suite struct BitcoinJSTests {
    @Test func `double hashes match the vectors`() throws {
        let file: CryptoFile = try Vectors.read("btc-bitcoinjs/crypto.json")
        for each in file.hashes {
            #expect(Hash160.hash(each.hex.bytes) == each.hash160.bytes)
            #expect(SHA256.hash(SHA256.hash(each.hex.bytes).bytes).bytes == each.hash256.bytes)
        }
        #expect(file.hashes.count == 4)
        Suites.record("btc-bitcoinjs/crypto", cases: file.hashes.count)
    }

    /// Vectors that only test the nonce are omitted, because a signature does not reveal it.
    @Test func `signatures match the vectors`() throws {
        let file: SignatureFile = try Vectors.read("btc-bitcoinjs/ecdsa.json")
        for each in file.valid.ecdsa {
            let key = try PrivateKey(SecretBytes(copying: #require(Self.padded(each.d))))
            let digest = SHA256.hash(each.message.utf8)
            #expect(try key.sign(digest).signature.compact == each.signature.compact, "\(each.message)")
        }
        #expect(file.valid.ecdsa.count == 7)
        for each in file.invalid.verify {
            let key = try PrivateKey(SecretBytes(copying: #require(Self.padded(each.d)))).publicKey()
            guard let bytes = each.signature.compact, let signature = try? Signature(compact: bytes) else { continue }
            #expect(!key.verifies(signature, of: SHA256.hash(each.message.utf8)), "\(each.message)")
        }
        #expect(file.invalid.verify.count == 8)
        Suites.record("btc-bitcoinjs/ecdsa", cases: file.valid.ecdsa.count + file.invalid.verify.count)
    }

    /// The 32 bytes of a number with fewer digits; `nil` if it is invalid.
    private static func padded(_ text: String) -> [UInt8]? {
        Hex.decode(String(repeating: "0", count: max(0, 64 - text.utf8.count)) + text)
    }

    private struct CryptoFile: Decodable {
        struct Case: Decodable {
            let hex, hash160, hash256: HexBytes
        }

        let hashes: [Case]
    }

    private struct SignatureFile: Decodable {
        struct Numbers: Decodable {
            let r, s: String

            /// Both numbers in 32 bytes each; `nil` if one is invalid.
            var compact: [UInt8]? {
                guard let r = padded(r), let s = padded(s) else { return nil }
                return r + s
            }
        }

        struct Case: Decodable {
            let d, message: String
            let signature: Numbers
        }

        struct Valid: Decodable {
            let ecdsa: [Case]
        }

        struct Invalid: Decodable {
            let verify: [Case]
        }

        let valid: Valid
        let invalid: Invalid
    }
}
