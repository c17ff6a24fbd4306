import Bitcoin
import Keys
import Primitives
import TestSupport
import Testing

@testable import BitcoinKeys

@Suite struct DescriptorTests {
    private static let vectors = Result { try Vectors.read("descriptors/vectors.json", as: DescriptorCases.self) }

    @Test func `malformed descriptors of the BIPs are refused`() throws {
        let vectors = try Self.vectors.get()
        for text in vectors.invalid + vectors.checksums.invalid {
            #expect(throws: BitcoinKeysError.self, "\(text)") { try OutputDescriptor(text) }
        }
        for text in vectors.keys.invalid {
            #expect(throws: BitcoinKeysError.self, "\(text)") { try OutputDescriptor("pk(\(text))") }
        }
        #expect(vectors.invalid.count == 30)
        #expect(vectors.keys.invalid.count == 15)
        Suites.record("descriptors/invalid", cases: 30 + 15 + vectors.checksums.invalid.count)
    }

    @Test func `the descriptors of the BIPs make their scripts, with and without private keys`() throws {
        let vectors = try Self.vectors.get()
        for each in vectors.valid {
            let descriptor = try OutputDescriptor(each.descriptor)
            #expect(descriptor.isRange == (each.scripts.count > 1))
            for (index, script) in zip(UInt32(0)..., each.scripts) {
                #expect(
                    try descriptor.scripts(at: index).map { Hex.encode($0.bytes) } == [script], "\(each.descriptor)")
            }
            let text = try descriptor.text()
            let again = try OutputDescriptor(text)
            #expect(try again.text() == text)
            #expect(!again.hasPrivateKeys)
            // A hardened step after the wildcard needs the private key.
            guard !each.descriptor.contains("*'"), !each.descriptor.contains("*h") else { continue }
            for (index, script) in zip(UInt32(0)..., each.scripts) {
                #expect(try again.scripts(at: index).map { Hex.encode($0.bytes) } == [script], "\(text)")
            }
        }
        #expect(vectors.valid.count == 47)
        Suites.record("descriptors/valid", cases: vectors.valid.count)
    }

    @Test func `the key expressions and checksums of BIP-380 are read`() throws {
        let vectors = try Self.vectors.get()
        for text in vectors.keys.valid { _ = try OutputDescriptor("pk(\(text))") }
        for text in vectors.checksums.valid { _ = try OutputDescriptor(text) }
        #expect(OutputDescriptor.checksum(of: "raw(deadbeef)") == "89f8spxm")
        #expect(vectors.keys.valid.count == 21)
    }

    @Test func `a hardened child of a public key is an error, not a wrong script`() throws {
        let key =
            "xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJb"
            + "ZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL"
        for path in ["/3h", "/3h/*", "/*h"] {
            let descriptor = try OutputDescriptor("wpkh(\(key)\(path))")
            #expect(throws: BitcoinKeysError.key(.hardenedChildOfPublicKey)) { try descriptor.scripts() }
        }
        let range = try OutputDescriptor("wpkh(\(key)/*)")
        #expect(throws: BitcoinKeysError.descriptor(.index)) { try range.scripts(at: DerivationPath.hardened) }
        #expect(throws: BitcoinKeysError.descriptor(.index)) { try OutputDescriptor("raw(00)").scripts(at: 1) }
    }

    @Test func `combo makes two scripts of an uncompressed key, and four of a compressed one`() throws {
        let compressed = "03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd"
        let scripts = try OutputDescriptor("combo(\(compressed))").scripts()
        let single = try ["pk(", "pkh(", "wpkh(", "sh(wpkh("].map {
            try OutputDescriptor($0 + compressed + ($0 == "sh(wpkh(" ? "))" : ")")).scripts()[0]
        }
        #expect(scripts == single)
        let uncompressed = Hex.encode(try PublicKey(Hex.decode(compressed) ?? []).uncompressed)
        #expect(try OutputDescriptor("combo(\(uncompressed))").scripts().count == 2)
        #expect(throws: BitcoinKeysError.descriptor(.function)) { try OutputDescriptor("sh(combo(\(compressed)))") }
    }

    @Test func `long, deep and mixed descriptors are refused quickly`() throws {
        let key = "a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd"
        #expect(throws: BitcoinKeysError.descriptor(.tooLong)) {
            try OutputDescriptor("raw(" + String(repeating: "00", count: 20_000) + ")")
        }
        let braces = String(repeating: "{", count: 9_000)
        #expect(throws: BitcoinKeysError.self) { try OutputDescriptor("tr(\(key),\(braces))") }
        let deep = (0..<200).reduce("pk(\(key))") { tree, _ in "{\(tree),pk(\(key))}" }
        #expect(throws: BitcoinKeysError.self) { try OutputDescriptor("tr(\(key),\(deep))") }
        for text in [
            "", "#", "()", "(", ")", "tr()", "tr(,)", "multi(,)", "multi(1)", "sh()", "addr()", "pkh(/)", "pk([)",
        ] {
            #expect(throws: BitcoinKeysError.self, "\(text)") { try OutputDescriptor(text) }
        }
        let main =
            "xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJb"
            + "ZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL"
        let test = try ExtendedPublicKey(main).text(version: .testnet)
        #expect(throws: BitcoinKeysError.descriptor(.networks)) { try OutputDescriptor("multi(1,\(main),\(test))") }
        #expect(try OutputDescriptor("wpkh(\(test)/*)").isTest == true)
    }

    @Test func `an account's descriptors make the addresses of BIP-44, 49, 84 and 86`() throws {
        let source = try KeySource(
            extended: SecretBytes(
                copying: ("xprv9s21ZrQH143K3GJpoapnV8SFfukcVBSfeCficPSGfubmSFDxo1kuHnLi"
                    + "sriDvSnRRuL2Qrg5ggqHKNVpxR86QEC8w35uxmGoggxtQTPvfUu").utf8))
        let expected: [(ScriptType, DerivationStandard, String)] = [
            (.p2pkh, .bip44, "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"),
            (.p2shP2wpkh, .bip49, "37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf"),
            (.p2wpkh, .bip84, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
            (.p2tr, .bip86, "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"),
        ]
        for (type, standard, address) in expected {
            let path = try standard.path(account: 0)
            let key = try source.extendedPublicKey(at: path)
            let origin = KeyOrigin(fingerprint: 0x73C5_DA0A, path: path)
            let descriptor = try OutputDescriptor(type, of: key, from: origin, isChange: false)
            #expect(try descriptor.scripts(at: 0)[0].destination?.address(on: .bitcoin) == address)
            #expect(descriptor.scriptType == type)
            #expect(try OutputDescriptor(descriptor.text()).scriptType == type)
            #expect(
                descriptor.expression.keys[0].origin(at: 7)
                    == KeyOrigin(fingerprint: 0x73C5_DA0A, path: try DerivationPath(indices: path.indices + [0, 7])))
        }
    }
}

private struct DescriptorCases: Decodable, Sendable {
    struct Case: Decodable, Sendable {
        let descriptor: String
        let scripts: [String]
    }

    struct Texts: Decodable, Sendable {
        let valid, invalid: [String]
    }

    let valid: [Case]
    let invalid: [String]
    let checksums, keys: Texts
}
