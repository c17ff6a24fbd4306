import Foundation
import TestSupport
import Testing

@testable import Keys
import Primitives

/// The ciphers and slow hashes, and why some suites are not used here.
///
/// In Wycheproof, AES-CBC, AES-GCM, ChaCha20-Poly1305 with the short nonce, HKDF and ECDH are not used by the project.
/// In RFC 6979, the file with nonces only is omitted: libsecp256k1 does not expose nonces, and every signature of the
/// other file depends on one.
@Suite struct CipherTests {
    @Test func `XChaCha20-Poly1305 matches Wycheproof, and invalid cases are refused`() throws {
        let file: WycheproofFile<WycheproofAEAD> = try Vectors.read("wycheproof/xchacha20_poly1305_test.json")
        var (count, short) = (0, 0)
        for group in file.testGroups {
            for each in group.tests {
                let key = SecretBytes(copying: each.key.bytes)
                let sealed = each.ct.bytes + each.tag.bytes
                let opened = XChaCha20Poly1305.open(sealed, key: key, nonce: each.iv.bytes, header: each.aad.bytes)
                let plain = opened?.withUnsafeBytes { Array($0) }
                #expect(plain == (each.result == "valid" ? each.msg.bytes : nil), "\(each.tcId) \(each.comment)")
                count += 1
                guard each.result == "valid" else {
                    short += each.iv.bytes.count == 24 ? 0 : 1
                    continue
                }
                let made = XChaCha20Poly1305.seal(
                    SecretBytes(copying: each.msg.bytes), key: key, nonce: each.iv.bytes, header: each.aad.bytes)
                #expect(made == sealed, "\(each.tcId)")
            }
        }
        #expect(count == 139)
        #expect(short == 3)
        Suites.record("wycheproof/xchacha20_poly1305_test.json", cases: count)
    }

    @Test func `Argon2id matches the reference implementation`() throws {
        // Generated with argon2-cffi, which wraps the reference implementation: version 1.3, one lane, 32 bytes.
        let cases: [(String, [UInt8], UInt32, UInt32, String)] = [
            (
                "", [UInt8](repeating: 0, count: 16), 8, 1,
                "cfa0d2d242da6703d311d7eefc922e39cc60c9f4ec93a67d20995be541a06be4"
            ),
            (
                "quiet river forty lamps", Array(0..<16), 8, 1,
                "a7e746dc51af74a0b06cc071276f15ba67418595e146e9cbe7648b27f800cd81"
            ),
            (
                "quiet river forty lamps", Array(0..<16), 1_024, 3,
                "47ec6465f2bb4265bc50316edac5a3d7123be0029f632a048b12c27c4618fb4a"
            ),
            (
                "p\0q", Array("somesaltsomesalt".utf8), 262_144, 3,
                "a10a19a894877fe4cfa1324e74d78d9863617dad60e4e02af5800407f8c20749"
            ),
        ]
        for (passphrase, salt, memory, passes, expected) in cases {
            let key = try Argon2id.key(
                passphrase: SecretBytes(copying: passphrase.utf8), salt: salt,
                cost: VaultCost(memory: memory, passes: passes))
            #expect(key.withUnsafeBytes { Hex.encode($0) } == expected)
        }
    }

    @Test func `scrypt with much memory matches OpenSSL`() throws {
        // Generated with hashlib.scrypt of Python; 32 MiB, which a child derives.
        let key = try Scrypt.derive(
            passphrase: SecretBytes(copying: "quiet river forty lamps".utf8), salt: Array("somesaltsomesalt".utf8),
            n: 32_768, r: 8, p: 1, count: 32)
        #expect(
            key.withUnsafeBytes { Hex.encode($0) }
                == "f4c005240edc2f30d67343097f829efd4259c7541d584791affc9b70628e92bf")
    }

    @Test func `parameters of scrypt that the function does not allow are refused`() {
        for (n, r, p): (UInt64, UInt32, UInt32) in [(3, 8, 1), (.max, 8, 1), (1 << 62, .max, 1), (1 << 20, 8, .max)] {
            #expect(throws: KeyError.notEnoughMemory, "\(n) \(r) \(p)") {
                _ = try Scrypt.derive(
                    passphrase: SecretBytes(count: 1), salt: [1], n: n, r: r, p: p, count: 32)
            }
        }
    }

    @Test func `a child that derives a key is gone afterwards`() throws {
        let own = "/proc/thread-self/children"
        for memory: UInt32 in [16_385, .max] {
            _ = try? Argon2id.key(
                passphrase: SecretBytes(count: 1), salt: [UInt8](repeating: 0, count: 16),
                cost: VaultCost(memory: memory, passes: 1))
            #expect(try String(contentsOfFile: own, encoding: .utf8).isEmpty)
        }
    }

    @Test func `too little memory is a separate error`() {
        #expect(throws: KeyError.notEnoughMemory) {
            _ = try Argon2id.key(
                passphrase: SecretBytes(count: 1), salt: [UInt8](repeating: 0, count: 16),
                cost: VaultCost(memory: .max, passes: 1))
        }
    }

    @Test func `derived keys match the vectors of ethers`() throws {
        let cases: [DerivedKeys] = try Vectors.read("kdf/pbkdf.json")
        var (sha256, sha512) = (0, 0)
        for each in cases {
            let scrypt = try Scrypt.derive(
                passphrase: SecretBytes(copying: each.password.bytes), salt: each.salt.bytes, n: each.scrypt.blocks,
                r: each.scrypt.r, p: each.scrypt.p, count: each.dkLen)
            #expect(scrypt.withUnsafeBytes { Array($0) } == each.scrypt.key.bytes, "\(each.name)")
            if each.pbkdf2.algorithm == "sha256" {
                let key = PBKDF2SHA256.derive(
                    passphrase: SecretBytes(copying: each.password.bytes), salt: each.salt.bytes,
                    rounds: each.pbkdf2.iterations, count: each.dkLen)
                #expect(key.withUnsafeBytes { Array($0) } == each.pbkdf2.key.bytes, "\(each.name)")
                sha256 += 1
            } else {
                let key = PBKDF2SHA512.derive(
                    password: each.password.bytes, salt: each.salt.bytes, rounds: each.pbkdf2.iterations,
                    count: each.dkLen)
                #expect(key.withUnsafeBytes { Array($0) } == each.pbkdf2.key.bytes, "\(each.name)")
                sha512 += 1
            }
        }
        #expect(cases.count == 135)
        #expect(sha256 + sha512 == 135)
        Suites.record("kdf", cases: cases.count)
    }

    @Test func `PBKDF2 with SHA-256 matches Wycheproof`() throws {
        let file: WycheproofFile<WycheproofPBKDF2> = try Vectors.read("wycheproof/pbkdf2_hmacsha256_test.json")
        for each in file.tests {
            let key = PBKDF2SHA256.derive(
                passphrase: SecretBytes(copying: each.password.bytes), salt: each.salt.bytes,
                rounds: each.iterationCount, count: each.dkLen)
            #expect(key.withUnsafeBytes { Array($0) } == each.dk.bytes, "\(each.tcId)")
        }
        #expect(file.tests.count == 26)
        Suites.record("wycheproof/pbkdf2_hmacsha256_test.json", cases: file.tests.count)
    }

    @Test func `AES in counter mode matches NIST, and the counter wraps around`() {
        // SP 800-38A, F.5.1.
        let key = Hex.decode("2b7e151628aed2a6abf7158809cf4f3c") ?? []
        let counter = Hex.decode("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff") ?? []
        let plain = Hex.decode("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51") ?? []
        let cipher = plain.withContiguousBytes { plain in
            key.withContiguousBytes { AES128CTR.apply(to: plain, key: $0, counter: counter) }
        }
        #expect(
            cipher.withUnsafeBytes { Hex.encode($0) }
                == "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff")
    }

    @Test func `the hash of a secret equals that of the same public bytes`() {
        for count in [0, 1, 135, 136, 137, 271, 272, 273, 1_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let hash = SecretBytes(count: 32) { result in
                bytes.withUnsafeBytes { Keccak256.hashSecret($0, into: result) }
            }
            #expect(hash.withUnsafeBytes { Array($0) } == Keccak256.hash(bytes).bytes)
        }
    }
}

private struct WycheproofAEAD: Decodable {
    let tcId: Int
    let comment, result: String
    let key, iv, aad, msg, ct, tag: HexBytes
}

private struct WycheproofPBKDF2: Decodable {
    let tcId, dkLen: Int
    let iterationCount: UInt32
    let password, salt, dk: HexBytes
}

private struct DerivedKeys: Decodable {
    struct PBKDF2: Decodable {
        let algorithm: String
        let iterations: UInt32
        let key: HexBytes
    }

    struct Scrypt: Decodable {
        private enum CodingKeys: String, CodingKey {
            case blocks = "N"
            case r, p, key
        }

        let blocks: UInt64
        let r, p: UInt32
        let key: HexBytes
    }

    let name: String
    let password, salt: HexBytes
    let dkLen: Int
    let pbkdf2: PBKDF2
    let scrypt: Scrypt
}
