import Keys
import Primitives
import TestSupport
import Testing

@Suite struct SignatureTests {
    @Test func `signatures match the vectors of RFC 6979`() throws {
        let file: ECDSAFile = try Vectors.read("ecdsa-rfc6979/ecdsa.json")
        for each in file.valid {
            let key = try PrivateKey(SecretBytes(copying: each.d.bytes))
            let digest = try Digest32(each.m.bytes)
            let signed = try key.sign(digest)
            #expect(signed.signature.compact == each.signature.bytes)
            #expect(signed.signature.isLowS)
            #expect(try signed.signer(of: digest) == key.publicKey())
            #expect(try key.publicKey().verifies(signed.signature, of: digest))
        }
        #expect(file.valid.count == 1_005)
        Suites.record("ecdsa-rfc6979", cases: file.valid.count)
    }

    @Test func `keys, points and signatures of the invalid vectors are refused`() throws {
        let file: ECDSAFile = try Vectors.read("ecdsa-rfc6979/ecdsa.json")
        for each in file.invalid.sign {
            #expect(throws: KeyError.unusableKey) { _ = try PrivateKey(SecretBytes(copying: each.d.bytes)) }
        }
        for each in file.invalid.verify {
            let isRefused: Bool
            do {
                let signature = try Signature(compact: each.signature.bytes)
                isRefused = try !PublicKey(each.key.bytes).verifies(signature, of: Digest32(each.m.bytes))
            } catch {
                isRefused = true
            }
            #expect(isRefused, "\(each.description)")
        }
        #expect(file.invalid.sign.count == 1)
        #expect(file.invalid.verify.count == 11)
        Suites.record("ecdsa-rfc6979", cases: file.invalid.sign.count + file.invalid.verify.count)
    }

    @Test func `the well-known signature of Satoshi Nakamoto with key one matches`() throws {
        let signed = try PrivateKey.one().sign(SHA256.hash("Satoshi Nakamoto".utf8))
        #expect(Hex.encode(signed.r) == "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8")
        #expect(Hex.encode(signed.s) == "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5")
    }

    @Test func `addresses of Ethereum's first test keys match`() throws {
        let cases: [KeyAddress] = try Vectors.read("eth-basic/keyaddrtest.json")
        for each in cases {
            let key = try PrivateKey(SecretBytes(copying: each.key.bytes))
            let hash = try Keccak256.hash(key.publicKey().uncompressed.dropFirst()).bytes
            #expect(Array(hash.suffix(20)) == each.addr.bytes)
            #expect(Keccak256.hash(each.seed.utf8).bytes == each.key.bytes)
        }
        #expect(cases.count == 2)
    }

    @Test func `DER signatures of Wycheproof are accepted as in Bitcoin, with low s only`() throws {
        let file: WycheproofFile<WycheproofSignature> = try Vectors.read(
            "wycheproof/ecdsa_secp256k1_sha256_bitcoin_test.json")
        let count = try check(file) { key, signature, digest throws(PrimitiveError) in
            let signature = try Signature(der: signature)
            return signature.isLowS && key.verifies(signature, of: digest)
        }
        #expect(count == 221)
        Suites.record("wycheproof/ecdsa_secp256k1_sha256_bitcoin_test.json", cases: count)
    }

    @Test(arguments: [("sha256", 240), ("sha512", 266)])
    func `strict DER signatures of Wycheproof are accepted with any s`(hash: String, count: Int) throws {
        let file: WycheproofFile<WycheproofSignature> = try Vectors.read(
            "wycheproof/ecdsa_secp256k1_\(hash)_test.json")
        let checked = try check(file, hash: hash) { key, signature, digest throws(PrimitiveError) in
            try key.verifies(Signature(der: signature), of: digest)
        }
        #expect(checked == count)
        Suites.record("wycheproof/ecdsa_secp256k1_\(hash)_test.json", cases: checked)
    }

    @Test func `64-byte signatures of Wycheproof are accepted with any s`() throws {
        let file: WycheproofFile<WycheproofSignature> = try Vectors.read(
            "wycheproof/ecdsa_secp256k1_sha256_p1363_test.json")
        let count = try check(file) { key, signature, digest throws(PrimitiveError) in
            try key.verifies(Signature(compact: signature), of: digest)
        }
        #expect(count == 122)
        Suites.record("wycheproof/ecdsa_secp256k1_sha256_p1363_test.json", cases: count)
    }

    @Test func `DER survives a round trip`() throws {
        for number in 0..<50 {
            let signature = try PrivateKey.one().sign(SHA256.hash("\(number)".utf8)).signature
            #expect(try Signature(der: signature.der) == signature)
        }
    }

    @Test func `the encoded form has v 27 or 28, and no other is accepted`() throws {
        let digest = Keccak256.hash("hello".utf8)
        let signed = try PrivateKey.one().sign(digest)
        #expect(signed.encoded.count == 65)
        #expect([27, 28].contains(signed.v))
        #expect(try RecoverableSignature(encoded: signed.encoded) == signed)
        for v: UInt8 in [0, 1, 26, 31, 255] {
            #expect(throws: PrimitiveError.malformedSignature) {
                try RecoverableSignature(encoded: signed.signature.compact + [v])
            }
        }
        #expect(throws: PrimitiveError.malformedSignature) {
            try RecoverableSignature(encoded: signed.encoded.dropFirst())
        }
        #expect(throws: PrimitiveError.malformedSignature) {
            try RecoverableSignature(encoded: signed.encoded + [27])
        }
    }

    @Test func `another recovery ID gives another key`() throws {
        let digest = Keccak256.hash("hello".utf8)
        let signed = try PrivateKey.one().sign(digest)
        let other = try RecoverableSignature(signature: signed.signature, recoveryID: signed.recoveryID ^ 1)
        #expect(try other.signer(of: digest) != PrivateKey.one().publicKey())
    }

    @Test func `an r that no key can have made is unrecoverable`() throws {
        // With ID 2, the x of the nonce point is r plus the order, which is beyond the field for almost every r.
        let signed = try PrivateKey.one().sign(Keccak256.hash([]))
        let wrong = try RecoverableSignature(signature: signed.signature, recoveryID: 2)
        #expect(throws: PrimitiveError.unrecoverable) { try wrong.signer(of: Keccak256.hash([])) }
    }

    private func check(
        _ file: WycheproofFile<WycheproofSignature>, hash: String = "sha256",
        verify: (PublicKey, [UInt8], Digest32) throws(PrimitiveError) -> Bool
    ) throws -> Int {
        var count = 0
        for group in file.testGroups {
            let key = try PublicKey(#require(group.publicKey).uncompressed.bytes)
            for each in group.tests {
                // Of a longer hash, the first 32 bytes are signed (SEC 1, section 4.1.3).
                let digest =
                    try hash == "sha256"
                    ? SHA256.hash(each.msg.bytes) : Digest32(SHA512.hash(each.msg.bytes).prefix(32))
                let isValid = (try? verify(key, each.sig.bytes, digest)) ?? false
                #expect(isValid == (each.result == "valid"), "\(each.tcId) \(each.comment)")
                count += 1
            }
        }
        return count
    }
}

extension PrivateKey {
    /// The smallest private key, which is publicly known.
    static func one() throws -> PrivateKey {
        try PrivateKey(SecretBytes(copying: [UInt8](repeating: 0, count: 31) + [1]))
    }
}

private struct ECDSAFile: Decodable {
    struct Valid: Decodable {
        let d, m, signature: HexBytes
    }

    struct InvalidSigning: Decodable {
        let d, m: HexBytes
    }

    struct InvalidVerifying: Decodable {
        private enum CodingKeys: String, CodingKey {
            case description, m, signature
            case key = "Q"
        }

        let description: String
        let key, m, signature: HexBytes
    }

    struct Invalid: Decodable {
        let sign: [InvalidSigning]
        let verify: [InvalidVerifying]
    }

    let valid: [Valid]
    let invalid: Invalid
}

private struct KeyAddress: Decodable {
    let seed: String
    let key, addr: HexBytes
}

private struct WycheproofSignature: Decodable {
    let tcId: Int
    let comment, result: String
    let msg, sig: HexBytes
}
