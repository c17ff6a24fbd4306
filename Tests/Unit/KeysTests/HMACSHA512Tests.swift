import Keys
import TestSupport
import Testing

@Suite struct HMACSHA512Tests {
    @Test func `codes match the vectors`() throws {
        let all: [HMACCase] = try Vectors.read("hmac/hmac.json")
        let cases = all.filter { $0.algorithm == "sha512" }
        for each in cases {
            #expect(
                HMACSHA512.code(key: each.key.bytes, message: each.data.bytes) == each.hmac.bytes,
                "\(each.name)")
        }
        #expect(cases.count == 22)
        Suites.record("hmac", cases: cases.count)
    }

    @Test func `codes with SHA-256 match the vectors and Wycheproof`() throws {
        let all: [HMACCase] = try Vectors.read("hmac/hmac.json")
        let cases = all.filter { $0.algorithm == "sha256" }
        for each in cases {
            #expect(
                HMACSHA256.code(key: each.key.bytes, message: each.data.bytes) == each.hmac.bytes, "\(each.name)")
        }
        #expect(cases.count == 35)
        Suites.record("hmac", cases: cases.count)
        #expect(all.count == 57)
        let file: WycheproofFile<WycheproofMAC> = try Vectors.read("wycheproof/hmac_sha256_test.json")
        for each in file.tests {
            let code = HMACSHA256.code(key: each.key.bytes, message: each.msg.bytes)
            #expect(
                (Array(code[..<each.tag.bytes.count]) == each.tag.bytes) == (each.result == "valid"), "\(each.tcId)")
        }
        #expect(file.tests.count == 94)
        Suites.record("wycheproof/hmac_sha256_test.json", cases: file.tests.count)
    }

    @Test func `valid codes match Wycheproof, invalid ones do not`() throws {
        let file: WycheproofFile<WycheproofMAC> = try Vectors.read("wycheproof/hmac_sha512_test.json")
        for each in file.tests {
            let code = HMACSHA512.code(key: each.key.bytes, message: each.msg.bytes)
            #expect(
                (Array(code[..<each.tag.bytes.count]) == each.tag.bytes) == (each.result == "valid"),
                "\(each.tcId)")
        }
        #expect(file.tests.count == 99)
        Suites.record("wycheproof/hmac_sha512_test.json", cases: file.tests.count)
    }

    @Test func `derived keys match Wycheproof`() throws {
        let file: WycheproofFile<WycheproofKDF> = try Vectors.read("wycheproof/pbkdf2_hmacsha512_test.json")
        for each in file.tests {
            let key = PBKDF2SHA512.derive(
                password: each.password.bytes, salt: each.salt.bytes, rounds: each.iterationCount,
                count: each.dkLen)
            #expect(key.withUnsafeBytes { Array($0) } == each.dk.bytes, "\(each.tcId)")
        }
        #expect(file.tests.count == 32)
        Suites.record("wycheproof/pbkdf2_hmacsha512_test.json", cases: file.tests.count)
    }
}

private struct HMACCase: Decodable {
    let name, algorithm: String
    let data, key, hmac: HexBytes
}

private struct WycheproofMAC: Decodable {
    let tcId: Int
    let result: String
    let key, msg, tag: HexBytes
}

private struct WycheproofKDF: Decodable {
    let tcId, dkLen: Int
    let iterationCount: UInt32
    let password, salt, dk: HexBytes
}
