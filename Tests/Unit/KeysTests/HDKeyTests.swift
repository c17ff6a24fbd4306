import TestSupport
import Testing

@testable import Keys
import Primitives

@Suite struct HDKeyTests {
    @Test func `private and public keys match the vectors`() throws {
        let file: BIP32File = try Vectors.read("bip32/index.json")
        var count = 0
        for wallet in file.valid {
            let version = wallet.network == "litecoin" ? ExtendedKeyVersion.litecoin : .bitcoin
            let master =
                if let seed = wallet.master.seed {
                    try HDKey(seed: SecretBytes(copying: seed.bytes))
                } else {
                    try HDKey(wallet.master.base58Priv, version: version)
                }
            try expect(master, is: wallet.master, version: version)
            for child in wallet.children {
                let key = try master.derived(DerivationPath(child.path ?? "m"))
                try expect(key, is: child, version: version)
                #expect(key.lineage.depth == child.depth)
                count += 1
            }
        }
        #expect(file.valid.count == 5)
        #expect(count == 13)
        Suites.record("bip32", cases: file.valid.count + count)
    }

    @Test func `extended keys of the invalid vectors are refused, both as private and as public`() throws {
        let file: BIP32File = try Vectors.read("bip32/index.json")
        for each in file.invalid.fromBase58 {
            let version = each.network == "litecoin" ? ExtendedKeyVersion.litecoin : .bitcoin
            #expect(throws: KeyError.self, "\(each.exception)") {
                _ = try HDKey(each.string, version: version)
            }
            #expect(throws: KeyError.self, "\(each.exception)") {
                try ExtendedPublicKey(each.string, version: version)
            }
        }
        #expect(file.invalid.fromBase58.count == 13)
        for each in file.invalid.fromSeed {
            #expect(throws: KeyError.wrongSeedSize(each.seed.bytes.count)) {
                _ = try HDKey(seed: SecretBytes(copying: each.seed.bytes))
            }
        }
        #expect(file.invalid.fromSeed.count == 2)
        Suites.record("bip32", cases: file.invalid.fromBase58.count * 2 + file.invalid.fromSeed.count)
    }

    @Test func `public children match those of the private parent`() throws {
        let parent = try HDKey(seed: SecretBytes(copying: 0..<32)).derived(DerivationPath("m/44'/0'/0'"))
        let open = try parent.extendedPublicKey()
        for index: UInt32 in [0, 1, 1_000_000_000, 0x7FFF_FFFF] {
            #expect(try open.child(index) == parent.child(index).extendedPublicKey())
        }
        #expect(throws: KeyError.hardenedChildOfPublicKey) { try open.child(DerivationPath.hardened) }
    }

    @Test func `the checksum detects a change of any bit of an extended key`() throws {
        let text = try HDKey(seed: SecretBytes(copying: 0..<16)).extendedPublicKey().text()
        for index in text.indices {
            let digit: Character = text[index] == "z" ? "y" : "z"
            let wrong = text[..<index] + [digit] + text[text.index(after: index)...]
            #expect(throws: KeyError.primitive(.wrongBase58Checksum)) { try ExtendedPublicKey(wrong) }
        }
    }

    @Test func `a private key is not accepted as a public one, nor one of another network`() throws {
        let key = try HDKey(seed: SecretBytes(copying: 0..<16))
        #expect(throws: KeyError.wrongExtendedKeyVersion) { try ExtendedPublicKey(key.text()) }
        #expect(throws: KeyError.wrongExtendedKeyVersion) {
            _ = try HDKey(key.extendedPublicKey().text())
        }
        #expect(throws: KeyError.wrongExtendedKeyVersion) { _ = try HDKey(key.text(version: .testnet)) }
    }

    @Test func `the fast derivation of a private key gives the same result`() throws {
        let master = try HDKey(seed: SecretBytes(copying: 0..<32))
        for text in ["m", "m/0", "m/0'", "m/44'/60'/0'/0/7", "m/2147483647'/2147483647/0'/1/2'/3", "m/1/2/3/4/5/6"] {
            let path = try DerivationPath(text)
            let short = try master.privateKey(at: path).withUnsafeBytes { Array($0) }
            #expect(try master.derived(path).privateKey.withUnsafeBytes { Array($0) } == short, "\(text)")
        }
    }

    @Test func `the 256th step is refused`() throws {
        let deepest = try HDKey(seed: SecretBytes(copying: 0..<16)).derived(
            DerivationPath(indices: [UInt32](repeating: 0, count: 255)))
        #expect(deepest.lineage.depth == 255)
        #expect(throws: KeyError.pathOutOfRange) { _ = try deepest.child(0) }
        #expect(throws: KeyError.pathOutOfRange) { try deepest.extendedPublicKey().child(0) }
    }

    private func expect(_ key: borrowing HDKey, is vector: BIP32File.Key, version: ExtendedKeyVersion) throws {
        let open = try key.extendedPublicKey()
        #expect(key.privateKey.withUnsafeBytes { Array($0) } == vector.privKey.bytes)
        #expect(open.publicKey.compressed == vector.pubKey.bytes)
        #expect(open.chainCode == vector.chainCode.bytes)
        #expect(open.fingerprint == KeyLineage.number(vector.fingerprint.bytes))
        #expect(Hash160.hash(open.publicKey.compressed) == vector.identifier.bytes)
        #expect(key.text(version: version) == vector.base58Priv)
        #expect(open.text(version: version) == vector.base58)
        let again = try HDKey(vector.base58Priv, version: version)
        #expect(again.text(version: version) == vector.base58Priv)
        #expect(try ExtendedPublicKey(vector.base58, version: version) == open)
    }
}

extension ExtendedKeyVersion {
    static let litecoin = ExtendedKeyVersion(privateKey: 0x019D_9CFE, publicKey: 0x019D_A462)
}

private struct BIP32File: Decodable {
    struct Key: Decodable {
        let path: String?
        let seed: HexBytes?
        let depth: UInt8?
        let pubKey, privKey, chainCode, identifier, fingerprint: HexBytes
        let base58, base58Priv: String
    }

    struct Wallet: Decodable {
        let network: String
        let master: Key
        let children: [Key]
    }

    struct Text: Decodable {
        let exception, string: String
        let network: String?
    }

    struct Seed: Decodable {
        let seed: HexBytes
    }

    struct Invalid: Decodable {
        let fromBase58: [Text]
        let fromSeed: [Seed]
    }

    let valid: [Wallet]
    let invalid: Invalid
}
