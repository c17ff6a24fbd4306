import Foundation
import TestSupport
import Testing

@testable import Keys
import Primitives

@Suite struct KeystoreTests {
    @Test func `key files of Ethereum's tests are decrypted`() throws {
        let cases: [String: EthereumKeystore] = try Vectors.read("keystore-ethereum-tests/basic_tests.json")
        let file = try JSONSerialization.jsonObject(
            with: Data(Vectors.bytes("keystore-ethereum-tests/basic_tests.json")))
        let objects = try #require(file as? [String: [String: Any]])
        for (name, each) in cases {
            let json = try JSONSerialization.data(withJSONObject: #require(objects[name]?["json"]))
            let key = try Keystore.open(Array(json), passphrase: SecretBytes(copying: each.password.utf8))
            #expect(key.withUnsafeBytes { Array($0) } == each.priv.bytes, "\(name)")
            #expect(throws: KeyError.wrongPassphrase, "\(name)") {
                _ = try Keystore.open(Array(json), passphrase: SecretBytes(copying: "wrong".utf8))
            }
        }
        #expect(cases.count == 5)
        Suites.record("keystore-ethereum-tests", cases: cases.count)
    }

    @Test func `key files of ethers are decrypted, and presale files are refused`() throws {
        let cases: [EthersKeystore] = try Vectors.read("keystore-ethers/wallets.json")
        var (opened, others) = (0, 0)
        for each in cases {
            // Presale ("crowdsale") files have another format, from 2014, which the wallet does not support.
            if each.type == "crowdsale" {
                #expect(throws: KeyError.malformedKeystore) {
                    _ = try Keystore.open(
                        Array(each.content.utf8), passphrase: SecretBytes(copying: each.password.bytes))
                }
                others += 1
                continue
            }
            let key = try Keystore.open(Array(each.content.utf8), passphrase: SecretBytes(copying: each.password.bytes))
            let hash = try Keccak256.hash(key.publicKey().uncompressed.dropFirst()).bytes
            #expect(Array(hash.suffix(20)) == each.address.bytes, "\(each.name)")
            opened += 1
        }
        #expect(opened == 3)
        #expect(others == 2)
        Suites.record("keystore-ethers", cases: opened + others)
    }

    @Test func `a written file is read, only with its passphrase`() throws {
        let key = try PrivateKey(SecretBytes(copying: 1...32))
        let json = try Keystore.seal(key, passphrase: VaultFixture.secret("quiet river forty lamps"))
        let read = try Keystore.open(json, passphrase: VaultFixture.secret("quiet river forty lamps"))
        #expect(read.withUnsafeBytes { $0.elementsEqual(1...32) })
        #expect(throws: KeyError.wrongPassphrase) {
            _ = try Keystore.open(json, passphrase: VaultFixture.secret("quiet river forty lamp"))
        }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
        #expect(object["version"] as? Int == 3)
        #expect(object["address"] as? String == "6370ef2f4db3611d657b90667de398a2cc2a370c")
        let crypto = try #require(object["crypto"] as? [String: Any])
        let parameters = try #require(crypto["kdfparams"] as? [String: Any])
        #expect(parameters["n"] as? Int == 262_144 && parameters["r"] as? Int == 8 && parameters["p"] as? Int == 1)
    }

    /// Made with PyCryptodome; each lacks the zeros in front of its IV or of its key.
    @Test(
        arguments: [
            (
                "112233445566778899aabbccddeeff", "42f4da0044e8b2e75ddb4f1885abe7ccea3dbf81396bc27f843cdf15e970ffb8",
                "c80c9515694674b190408e201832e93b257b83c4b1d4d1185eabcea055bf57df", Array(1...32)
            ),
            (
                "05", "8968658cca719ad2f2a52e37ad087a46f85da46228f577f268a3885fc6ccd15f",
                "89b3458902bce97b18493d5203f65a3b3b29660d42f0ef0b9a8d817b736b8ce6", Array(1...32)
            ),
            (
                "ff112233445566778899aabbccddeeff", "6e2a99a3f163390b7a1e80aa1cdca716e75ef047c62811faaefbe0107138",
                "53ff7d2b8f5a4e001952f570f84ac0a88b61dc43e15bc8a02aa7678cdcd8cd1b", [0, 0] + Array(3...32)
            ),
            (
                "07", "8c",
                "83fd02c62a9f223752d1526731c72418b187259d34c82159d93fe132473ff027",
                [UInt8](repeating: 0, count: 31) + [1]
            ),
        ] as [(String, String, String, [UInt8])])
    func `leading zeros that eth-keyfile omits are restored`(
        iv: String, ciphertext: String, mac: String, key: [UInt8]
    ) throws {
        let json = """
            {"version":3,"crypto":{"cipher":"aes-128-ctr","cipherparams":{"iv":"\(iv)"},"ciphertext":"\(ciphertext)",\
            "kdf":"pbkdf2","kdfparams":{"c":1000,"dklen":32,"prf":"hmac-sha256",\
            "salt":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"},"mac":"\(mac)"}}
            """
        let read = try Keystore.open(Array(json.utf8), passphrase: VaultFixture.secret("quiet river"))
        #expect(read.withUnsafeBytes { Array($0) } == key)
        for (old, new) in [(iv, ""), (iv, "00" + String(repeating: "11", count: 16)), (ciphertext, ""), (iv, "5")] {
            #expect(throws: KeyError.malformedKeystore) {
                _ = try Keystore.open(
                    Array(json.replacingOccurrences(of: "\"\(old)\"", with: "\"\(new)\"").utf8),
                    passphrase: VaultFixture.secret("quiet river"))
            }
        }
    }

    @Test func `a changed file is refused`() throws {
        let good = Self.file()
        #expect(throws: Never.self) { _ = try Self.open(good) }
        for (old, new) in [
            (#""ciphertext":"cea5"#, #""ciphertext":"cea4"#), (#""ciphertext":"cea5"#, #""ciphertext":""#),
            (#""mac":"6e0a"#, #""mac":"6e0b"#),
            (#""salt":"abcd"#, #""salt":"abce"#),
        ] {
            #expect(throws: KeyError.wrongPassphrase) {
                _ = try Self.open(good.replacingOccurrences(of: old, with: new))
            }
        }
        // The MAC does not cover these two, but they give another key, which does not match the address.
        for (old, new) in [(#""iv":"dead"#, #""iv":"deac"#), (#""address":"17c5"#, #""address":"17c4"#)] {
            #expect(throws: KeyError.malformedKeystore) {
                _ = try Self.open(good.replacingOccurrences(of: old, with: new))
            }
        }
    }

    @Test(arguments: [
        (#""n":1024"#, #""n":1125899906842624"#), (#""n":1024"#, #""n":16777216"#), (#""r":4"#, #""r":1000"#),
        (#""p":2"#, #""p":1000000"#), (#""p":2"#, #""p":18446744073709551615"#),
        (#""n":1024"#, #""n":9223372036854775808"#),
    ])
    func `a file with excessive costs is refused before any work`(old: String, new: String) {
        #expect(throws: KeyError.keystoreCostOutOfBounds) {
            _ = try Self.open(Self.file().replacingOccurrences(of: old, with: new))
        }
    }

    @Test(arguments: [
        (#""version":3"#, #""version":1"#), (#""version":3"#, #""version":"3""#), ("aes-128-ctr", "aes-128-cbc"),
        (#""kdf":"scrypt""#, #""kdf":"none""#), (#""kdf":"scrypt""#, #""kdf":"pbkdf2""#), (#""n":1024"#, #""n":1000"#),
        (#""n":1024"#, #""n":0"#), (#""n":1024"#, #""n":1"#), (#""n":1024"#, #""n":-1024"#),
        (#""n":1024"#, #""n":1024.5"#),
        (#""n":1024"#, #""n":1e400"#), (#""r":4"#, #""r":0"#), (#""p":2"#, #""p":0"#), (#""dklen":32"#, #""dklen":16"#),
        (#""dklen":32"#, #""dklen":1000000000"#), (#""dklen":32"#, #""dklen":-1"#),
        (#""salt":"abcd1abcd2abcd3abcd4abcd5abcd6ef""#, #""salt":"""#), (#""iv":"dead"#, #""iv":"deadbe"#),
        (#""ciphertext":"cea5"#, #""ciphertext":"cea5cea5"#), (#""mac":"6e0a"#, #""mac":"zz0a"#),
        (#""Crypto""#, #""crypt""#),
        (#""version":3"#, #""crypto":null,"version":4"#), ("{", "["), ("}}", "}"),
    ])
    func `a file in another form is refused`(old: String, new: String) {
        #expect(throws: KeyError.malformedKeystore) {
            _ = try Self.open(Self.file().replacingOccurrences(of: old, with: new))
        }
    }

    @Test func `very long or deeply nested text is refused`() {
        for text in [
            "", " ", "null", "3", String(repeating: "[", count: 10_000), String(repeating: " ", count: 100_000),
            #"{"version":3,"crypto":{},"Crypto":{}}"#, "\u{FEFF}{}",
        ] {
            #expect(throws: KeyError.malformedKeystore) { _ = try Self.open(text) }
        }
    }

    @Test(arguments: [
        "", "0x", "46", String(repeating: "4", count: 63), String(repeating: "4", count: 65),
        "0X" + String(repeating: "4", count: 64), String(repeating: "g", count: 64),
        "0x" + String(repeating: "４", count: 64),
        String(repeating: "4", count: 32) + " " + String(repeating: "4", count: 32),
    ])
    func `text that is not a private key is refused`(text: String) {
        #expect(throws: KeyError.malformedKey) { _ = try PrivateKey(hex: VaultFixture.secret(text)) }
    }

    @Test func `a private key is read in either case, with white space around it`() throws {
        let text = String(repeating: "aB", count: 32)
        for text in [text, "0x" + text, " \(text)\n"] {
            let key = try PrivateKey(hex: VaultFixture.secret(text))
            #expect(key.withUnsafeBytes { $0.allSatisfy { $0 == 0xAB } })
        }
        #expect(throws: KeyError.unusableKey) {
            _ = try PrivateKey(hex: VaultFixture.secret(String(repeating: "f", count: 64)))
        }
        #expect(throws: KeyError.unusableKey) {
            _ = try PrivateKey(hex: VaultFixture.secret(String(repeating: "0", count: 64)))
        }
    }

    private static func open(_ text: String) throws(KeyError) -> PrivateKey {
        try Keystore.open(Array(text.utf8), passphrase: SecretBytes(copying: "foo".utf8))
    }

    private static func file() -> String {
        let cases: [EthersKeystore] = (try? Vectors.read("keystore-ethers/wallets.json")) ?? []
        return cases.first { $0.name == "wallet_random3" }?.content ?? ""
    }
}

private struct EthereumKeystore: Decodable {
    let password: String
    let priv: HexBytes
}

private struct EthersKeystore: Decodable {
    let name, type, content: String
    let password, address: HexBytes
}
