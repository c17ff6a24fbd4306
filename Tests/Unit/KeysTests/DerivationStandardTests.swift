import Keys
import Primitives
import TestSupport
import Testing

@Suite struct DerivationStandardTests {
    @Test func `each standard has its path`() throws {
        let expected: [(DerivationStandard, String, String)] = [
            (.bip44, "m/44'/0'/2'", "m/44'/1'/2'"), (.bip49, "m/49'/0'/2'", "m/49'/1'/2'"),
            (.bip84, "m/84'/0'/2'", "m/84'/1'/2'"), (.bip86, "m/86'/0'/2'", "m/86'/1'/2'"),
            (.bitcoinCash, "m/44'/145'/2'", "m/44'/1'/2'"), (.bitcoinCashBeforeFork, "m/44'/0'/2'", "m/44'/1'/2'"),
            (.simpleLedger, "m/44'/245'/2'", "m/44'/1'/2'"), (.ethereum, "m/44'/60'/0'/0/2", "m/44'/1'/0'/0/2"),
            (.ethereumLedgerLive, "m/44'/60'/2'/0/0", "m/44'/1'/2'/0/0"),
            (.ethereumLegacy, "m/44'/60'/0'/2", "m/44'/1'/0'/2"),
        ]
        #expect(expected.map(\.0) == DerivationStandard.allCases)
        for (standard, main, test) in expected {
            #expect(try standard.path(account: 2) == DerivationPath(main))
            #expect(try standard.path(account: 2, isTest: true) == DerivationPath(test))
            let address = try standard.path(account: 2, isChange: true, index: 5)
            #expect(try address == DerivationPath(standard.hasOneKey ? main : main + "/1/5"))
            #expect(throws: KeyError.pathOutOfRange) { try standard.path(account: DerivationPath.hardened) }
        }
        #expect(throws: KeyError.pathOutOfRange) {
            try DerivationStandard.bip84.path(account: 0, isChange: false, index: DerivationPath.hardened)
        }
    }

    @Test func `extended public keys are read and written in the versions of SLIP-132`() throws {
        let master = try KeySource(extended: Self.master())
        let expected: [(DerivationStandard, ExtendedKeyVersion, String)] = [
            (
                .bip44, .bitcoin,
                "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMz"
                    + "G3DSSSSoekkudhUd9yLb6qx39T9nMdj"
            ),
            (
                .bip49, .bip49,
                "ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9"
                    + "979FfaHxHcrArf3zbeJJJUZPf663zsP"
            ),
            (
                .bip84, .bip84,
                "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868"
                    + "RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
            ),
        ]
        for (standard, version, text) in expected {
            let key = try master.extendedPublicKey(at: standard.path(account: 0))
            #expect(key.text(version: version) == text)
            let read = try ExtendedPublicKey.read(text)
            #expect(read.key == key && read.version == version)
            #expect(read.version.standard == (standard == .bip44 ? nil : standard))
            for other in ExtendedKeyVersion.known {
                #expect(try ExtendedPublicKey.read(key.text(version: other)).version == other)
            }
        }
        #expect(
            ["tpub", "upub", "vpub"]
                == [.testnet, .bip49Testnet, .bip84Testnet].map { (version: ExtendedKeyVersion) in
                    String(
                        (try? master.extendedPublicKey(at: DerivationPath("m")))?.text(version: version).prefix(4) ?? ""
                    )
                })
        #expect(throws: KeyError.self) { try ExtendedPublicKey.read("xpub") }
        #expect(throws: KeyError.wrongExtendedKeyVersion) {
            try ExtendedPublicKey.read(
                "xprv9s21ZrQH143K3GJpoapnV8SFfukcVBSfeCficPSGfubmSFDxo1kuHnLi"
                    + "sriDvSnRRuL2Qrg5ggqHKNVpxR86QEC8w35uxmGoggxtQTPvfUu"
            )
        }
    }

    @Test func `keys in the wallet import format are read, and nothing else`() throws {
        let compressed = try KeySource(Self.wif("L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1"))
        let full = try KeySource(Self.wif(" 5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss\n"))
        #expect(compressed.isCompressed && !full.isCompressed && !full.isTest)
        let path = try DerivationPath("m")
        #expect(try compressed.publicKey(at: path) == full.publicKey(at: path))
        #expect(
            Hex.encode(try full.publicKey(at: path).compressed)
                == "03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd")
        #expect(throws: KeyError.noKeyAtPath) { try full.publicKey(at: DerivationPath("m/0")) }
        #expect(throws: KeyError.primitive(.wrongBase58Checksum)) {
            _ = try Self.wif("L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY2")
        }
        for text in ["", "0OIl", String(repeating: "1", count: 121), "1111", "é"] {
            #expect(throws: KeyError.self) { _ = try Self.wif(text) }
        }
        // An address is Base58Check, too.
        #expect(throws: KeyError.malformedKey) { _ = try Self.wif("1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA") }
    }

    private static func wif(_ text: String) throws -> WIF { try WIF(SecretBytes(copying: text.utf8)) }

    /// The master key of the phrase of BIP-84 and SLIP-132: eleven times "abandon", then "about".
    private static func master() -> SecretBytes {
        SecretBytes(
            copying: ("xprv9s21ZrQH143K3GJpoapnV8SFfukcVBSfeCficPSGfubmSFDxo1kuHnLi"
                + "sriDvSnRRuL2Qrg5ggqHKNVpxR86QEC8w35uxmGoggxtQTPvfUu").utf8)
    }
}
