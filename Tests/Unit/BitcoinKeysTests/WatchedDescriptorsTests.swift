import Bitcoin
import Keys
import Primitives
import Testing

@testable import BitcoinKeys

@Suite struct WatchedDescriptorsTests {
    /// The test vectors of SLIP-132 for Bitcoin (“Bitcoin Test Vectors”): account keys and their first addresses.
    private static let keys: [(key: String, type: ScriptType, address: String)] = [
        (
            "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj",
            .p2pkh, "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"
        ),
        (
            "ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP",
            .p2shP2wpkh, "37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf"
        ),
        (
            "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
            .p2wpkh, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"
        ),
    ]

    /// The account key of BIP-86’s test vectors, and its first addresses for receiving and for change.
    private static let taproot = (
        key:
            "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ",
        receiving: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
        change: "bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7"
    )

    /// A key for test networks.
    private static let testKey =
        "tpubDC5FSnBiZDMmhiuCmWAYsLwgLYrrT9rAqvTySfuCCrgsWz8wxMXUS9Tb9iVMvcRbvFcAHGkMD5Kx8koh4GquNGNTfohfk7pgjhaPCdXpoba"

    @Test func `a key for test networks says so, and its descriptors are read again`() throws {
        let watched = try WatchedDescriptors(Self.testKey, type: .p2wpkh)
        #expect(watched.receiving.isTest == true && watched.change?.isTest == true)
        #expect(try WatchedDescriptors(watched.text) == watched)
        #expect(try WatchedDescriptors(Self.keys[0].key).receiving.isTest == false)
    }

    private func address(_ descriptor: OutputDescriptor?, _ index: UInt32 = 0) throws -> String? {
        try descriptor?.scripts(at: index).first?.destination?.address(on: .bitcoin)
    }

    @Test func `texts that cannot be watched are refused with their reason`() throws {
        let key = Self.keys[0].key
        let cases: [(String, BitcoinKeysError.Descriptor)] = [
            ("", .form), ("one two three", .form),
            ("wpkh(\(key)/0/*) wpkh(\(key)/0/*)", .differentForms),
            ("wpkh(\(key)/0/*) pkh(\(key)/1/*)", .differentForms),
            ("wpkh(\(key)/0/*) wpkh(\(key)/1)", .differentForms),
            ("multi(1,\(key)/0/*)", .notWatchable), ("combo(\(key)/0/*)", .notWatchable),
            ("tr(\(key)/0/*,pk(\(key)/1/*))", .notWatchable), ("raw(00)", .notWatchable),
            ("wsh(multi(1,\(key)/0/*,\(key)/1/*)) wsh(multi(2,\(key)/2/*,\(key)/3/*))", .differentForms),
            ("wsh(multi(1,\(key)/<0;1>/<2;3>/*,\(key)/4/*))", .alternatives),
            ("wpkh(\(key)/<0;1;2>/*)", .alternatives), ("wpkh(\(key)/<0;0>/*)", .alternatives),
            ("wpkh(\(key)/<0;1>/<0;1>/*)", .alternatives), ("wpkh(\(key)/<0;1/*)", .form),
            ("wpkh(\(key)/<0;1>/*)#aaaaaaaa", .checksum), ("wpkh(\(key)/<0;1>/*)#aa", .checksumForm),
            ("wpkh(L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1)", .privateKey),
            ("[zzzzzzzz/84h]\(key)", .key), ("[d34db33f/84h\(key)", .key),
            (
                "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
                .privateKey
            ),
            // Keys of two networks are not of one account.
            ("wpkh(\(key)/0/*) wpkh(\(Self.testKey)/1/*)", .networks),
        ]
        for (text, reason) in cases {
            #expect(throws: BitcoinKeysError.descriptor(reason), "\(text)") { try WatchedDescriptors(text) }
        }
        // Hardened children of a public key, a broken checksum of the key, and endless texts.
        for text in ["wpkh(\(key)/*h)", String(key.dropLast()), String(repeating: "x", count: 100_000)] {
            #expect(throws: BitcoinKeysError.self) { try WatchedDescriptors(text) }
        }
    }

    @Test func `the keys of SLIP-132 have their addresses`() throws {
        for (key, type, first) in Self.keys {
            let watched = try WatchedDescriptors(" \(key)\n")
            #expect(watched.scriptType == type)
            #expect(try address(watched.receiving) == first)
            #expect(try address(watched.change) != first)
        }
    }

    @Test func `the form of an xpub is that of its origin, or the one that the user chose`() throws {
        let (key, receiving, change) = Self.taproot
        let named = try WatchedDescriptors("[73c5da0a/86h/0h/0h]\(key)")
        #expect(named.scriptType == .p2tr)
        #expect(try address(named.receiving) == receiving)
        #expect(try address(named.change) == change)
        #expect(named.receiving.expression.keys.first?.origin(at: 3)?.text == "[73c5da0a/86h/0h/0h/0/3]")
        let chosen = try WatchedDescriptors(key, type: .p2tr)
        #expect(try address(chosen.receiving) == receiving)
        #expect(try WatchedDescriptors(key).scriptType == .p2pkh)
    }

    @Test func `descriptors with several keys have the addresses for change that belong to them`() throws {
        let (first, second) = (Self.keys[0].key, Self.taproot.key)
        for (start, end, form, weight) in [
            // One signature of up to 73 bytes for each key, an empty item, and the script of 71 bytes.
            ("wsh(sortedmulti(2,", "))", ScriptType.p2wpkh, 4 * 41 + 1 + 1 + 2 * 74 + 72),
            ("sh(wsh(multi(2,", ")))", .p2shP2wpkh, 4 * 76 + 1 + 1 + 2 * 74 + 72),
            ("sh(multi(1,", "))", .p2pkh, 4 * (41 + 1 + 74 + 72) + 1),
        ] {
            let both = try WatchedDescriptors("\(start)\(first)/<0;1>/*,\(second)/<0;1>/*\(end)")
            #expect(both.scriptType == form)
            #expect(both.inputWeight == weight)
            for text in ["\(start)\(first)/0/*,\(second)/0/*\(end)", both.text] {
                #expect(try WatchedDescriptors(text) == both)
            }
            #expect(try address(both.receiving) != address(both.change))
        }
        // Only one key has the addresses of BIP-44.
        #expect(try WatchedDescriptors("wsh(multi(2,\(first)/0/*,\(second)/7/*))").change == nil)
        #expect(try WatchedDescriptors("wsh(pk(\(first)/0/*))").inputWeight == 4 * 41 + 1 + 74 + 36)
    }

    @Test func `descriptors have the addresses for change that belong to them`() throws {
        let key = Self.taproot.key
        let both = try WatchedDescriptors("tr(\(key)/<0;1>/*)")
        #expect(try address(both.receiving) == Self.taproot.receiving)
        #expect(try address(both.change) == Self.taproot.change)
        // The same account in each of the forms.
        for text in ["tr(\(key)/0/*)", "tr(\(key)/0/*)\ntr(\(key)/1/*)", both.text] {
            #expect(try WatchedDescriptors(text) == both)
        }
        let single = try WatchedDescriptors("tr(\(key)/0/0)")
        #expect(single.change == nil)
        #expect(!single.receiving.isRange)
        #expect(try address(single.receiving) == Self.taproot.receiving)
        #expect(try WatchedDescriptors("tr(\(key)/*)").change == nil)
    }
}
