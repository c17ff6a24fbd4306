import Bitcoin
import Keys
import Primitives
import TestSupport
import Testing

/// The test vectors of BIP-49, BIP-84 and BIP-86, all of the phrase “abandon … about”, with the keys in each notation.
@Suite struct AccountVectorsTests {
    /// An address of the vectors, with its keys.
    private struct Case {
        let path, address: String
        var publicKey: String?
        var wif: String?
        var outputKey: String?
    }

    private static func source(_ text: String) throws -> KeySource {
        try KeySource(extended: SecretBytes(copying: text.utf8))
    }

    /// The master key of BIP-86, which is that of the others, too.
    private static func master() throws -> KeySource {
        try source(
            "xprv9s21ZrQH143K3GJpoapnV8SFfukcVBSfeCficPSGfubmSFDxo1kuHnLi"
                + "sriDvSnRRuL2Qrg5ggqHKNVpxR86QEC8w35uxmGoggxtQTPvfUu")
    }

    private func check(_ cases: [Case], _ type: ScriptType, _ network: AddressNetwork = .main) throws {
        let master = try Self.master()
        for each in cases {
            let key = try master.publicKey(at: DerivationPath(each.path))
            let script = try #require(type.script(of: key))
            #expect(script.destination?.address(of: .bitcoin, on: network) == each.address)
            let hex = Hex.encode(type == .p2tr ? key.compressed.dropFirst() : key.compressed[...])
            if let expected = each.publicKey { #expect(hex == expected) }
            if let expected = each.outputKey { #expect(Hex.encode(script.bytes.dropFirst(2)) == expected) }
            guard let wif = each.wif else { continue }
            let single = try KeySource(WIF(SecretBytes(copying: wif.utf8)))
            #expect(try single.publicKey(at: DerivationPath("m")) == key)
        }
    }

    @Test func `the address of BIP-49, on a test network, is derived from its master, account and private key`() throws
    {
        let master = try Self.source(
            "tprv8ZgxMBicQKsPe5YMU9gHen4Ez3ApihUfykaqUorj9t6FDqy3nP6eoXiAo2ssvpAjoLroQxHqr3R5nE3a5dU3DHTjTgJDd7zrbniJr6nrCzd"
        )
        #expect(
            try master.extendedPublicKey(at: DerivationPath("m"))
                == Self.master().extendedPublicKey(at: DerivationPath("m")))
        let account = try Self.source(
            "tprv8gRrNu65W2Msef2BdBSUgFdRTGzC8EwVXnV7UGS3faeXtuMVtGfEdidVeGbThs4ELEoayCAzZQ4uUji9DUiAs7erdVskqju7hrBcDvDsdbY"
        )
        let expected = try Self.master().extendedPublicKey(at: DerivationStandard.bip49.path(account: 0, isTest: true))
        #expect(try account.extendedPublicKey(at: DerivationPath("m")) == expected)
        try check(
            [
                Case(
                    path: "m/49'/1'/0'/0/0", address: "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2",
                    publicKey: "03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f",
                    wif: "cULrpoZGXiuC19Uhvykx7NugygA3k86b3hmdCeyvHYQZSxojGyXJ")
            ], .p2shP2wpkh, .test)
        let key = try Self.master().publicKey(at: DerivationPath("m/49'/1'/0'/0/0"))
        #expect(Hex.encode(Hash160.hash(key.compressed)) == "38971f73930f6c141d977ac4fd4a727c854935b3")
        let script = try #require(ScriptType.p2shP2wpkh.script(of: key))
        #expect(Hex.encode(script.bytes) == "a914336caa13e08b96080a32b5d818d59b4ab3b3674287")
        Suites.record("bip49", cases: 1)
    }

    @Test func `the addresses of BIP-84 are derived, and its keys are written as zprv and zpub`() throws {
        let root =
            "zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5"
        let account =
            "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE"
        let expected = [
            (
                root, "m",
                "zpub6jftahH18ngZxLmXaKw3GSZzZsszmt9WqedkyZdezFtWRFBZqsQH5hyUmb4pCEeZGmVfQuP5bedXTB8is6fTv19U1GQRyQUKQGUTzyHACMF"
            ),
            (
                account, "m/84'/0'/0'",
                "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
            ),
        ]
        for (privateText, path, publicText) in expected {
            let key = try Self.source(privateText)
            #expect(key.version == .bip84)
            #expect(try key.extendedPublicKey(at: DerivationPath("m")).text(version: .bip84) == publicText)
            #expect(try Self.master().extendedPublicKey(at: DerivationPath(path)).text(version: .bip84) == publicText)
        }
        try check(
            [
                Case(
                    path: "m/84'/0'/0'/0/0", address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
                    publicKey: "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c",
                    wif: "KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d"),
                Case(
                    path: "m/84'/0'/0'/0/1", address: "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
                    publicKey: "03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77",
                    wif: "Kxpf5b8p3qX56DKEe5NqWbNUP9MnqoRFzZwHRtsFqhzuvUJsYZCy"),
                Case(
                    path: "m/84'/0'/0'/1/0", address: "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el",
                    publicKey: "03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6",
                    wif: "KxuoxufJL5csa1Wieb2kp29VNdn92Us8CoaUG3aGtPtcF3AzeXvF"),
            ], .p2wpkh)
        Suites.record("bip84", cases: 5)
    }

    @Test func `the addresses of BIP-86 have their internal and output keys`() throws {
        let account = try Self.source(
            "xprv9xgqHN7yz9MwCkxsBPN5qetuNdQSUttZNKw1dcYTV4mkaAFiBVGQziHs3NRSWMkCzvgjEe3n9xV8oYywvM8at9yRqyaZVz6TYYhX98VjsUk"
        )
        let expected = [
            (
                "m",
                "xpub661MyMwAqRbcFkPHucMnrGNzDwb6teAX1RbKQmqtEF8kK3Z7LZ59qafCjB9eCRLiTVG3uxBxgKvRgbubRhqSKXnGGb1aoaqLrpMBDrVxga8"
            ),
            (
                "m/86'/0'/0'",
                "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ"
            ),
        ]
        for (path, text) in expected {
            #expect(try Self.master().extendedPublicKey(at: DerivationPath(path)).text() == text)
        }
        #expect(try account.extendedPublicKey(at: DerivationPath("m")).text() == expected[1].1)
        try check(
            [
                Case(
                    path: "m/86'/0'/0'/0/0", address: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
                    publicKey: "cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115",
                    outputKey: "a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c"),
                Case(
                    path: "m/86'/0'/0'/0/1", address: "bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh",
                    publicKey: "83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145",
                    outputKey: "a82f29944d65b86ae6b5e5cc75e294ead6c59391a1edc5e016e3498c67fc7bbb"),
                Case(
                    path: "m/86'/0'/0'/1/0", address: "bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7",
                    publicKey: "399f1b2f4393f29a18c937859c5dd8a77350103157eb880f02e8c08214277cef",
                    outputKey: "882d74e5d0572d5a816cef0041a96b6c1de832f6f9676d9605c44d5e9a97d3dc"),
            ], .p2tr)
        Suites.record("bip86", cases: 5)
    }

    @Test func `the first address of BIP-44 is that of SLIP-132`() throws {
        try check([Case(path: "m/44'/0'/0'/0/0", address: "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA")], .p2pkh)
        Suites.record("bip44", cases: 1)
    }
}
