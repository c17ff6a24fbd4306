import Keys
import Primitives
import Testing

/// Seeds of Electrum, with the keys that Electrum's own tests expect (tests/test_wallet_vertical.py).
@Suite struct ElectrumSeedTests {
    private static let standard = "cycle rocket west magnet parrot shuffle foot correct salt library feed song"
    private static let segWit = "bitter grass shiver impose acquire brush forget axis eager alone wine silver"

    private func seed(_ text: String) throws -> ElectrumSeed { try ElectrumSeed(utf8: SecretBytes(copying: text.utf8)) }

    private func source(_ text: String, _ passphrase: String = "") throws -> KeySource {
        try KeySource(seed(text), passphrase: SecretBytes(copying: passphrase.utf8))
    }

    @Test func `a standard seed has its keys right below the master key`() throws {
        let seed = try seed(Self.standard)
        let (kind, path) = (seed.kind, try seed.accountPath())
        #expect(kind == .standard)
        #expect(path.indices.isEmpty)
        // The hashes in 1NNkttn1YvVGdqBW4PR6zvc3Zx3H5owKRf and 1KSezYMhAJMWqFbVFB2JshYg69UpmEXR4D.
        let key = try source(Self.standard).publicKey(at: DerivationPath("m/0/0"))
        #expect(Hex.encode(Hash160.hash(key.compressed)) == "ea7804a2c266063572cc009a63dc25dcc0e9d9b5")
        let change = try source(Self.standard).publicKey(at: DerivationPath("m/1/0"))
        #expect(Hex.encode(Hash160.hash(change.compressed)) == "ca4c60999c46c2108326590b125aefd476dcb118")
    }

    @Test func `a SegWit seed has its keys below a hardened one`() throws {
        let seed = try seed(Self.segWit)
        let (kind, path) = (seed.kind, try seed.accountPath())
        #expect(kind == .segWit)
        #expect(path.description == "m/0'")
        // The program of bc1q3g5tmkmlvxryhh843v4dz026avatc0zzr6h3af.
        let key = try source(Self.segWit).publicKey(at: DerivationPath("m/0'/0/0"))
        #expect(Hex.encode(Hash160.hash(key.compressed)) == "8a28bddb7f61864bdcf58b2ad13d5aeb3abc3c42")
    }

    @Test(arguments: [
        "  Bitter  grass\tshiver\nimpose acquire brush forget axis eager alone wine SILVER ",
        "b\u{00EC}tter grass shiver impose acquire brush forget axis eager alone wine silver",
    ])
    func `white space, case and accents make no difference`(text: String) throws {
        let path = try DerivationPath("m/0'/1/3")
        #expect(try source(text).publicKey(at: path) == source(Self.segWit).publicKey(at: path))
    }

    @Test func `words that extend the seed give other keys`() throws {
        let path = try DerivationPath("m/0'/0/0")
        #expect(try source(Self.segWit, "x").publicKey(at: path) != source(Self.segWit).publicKey(at: path))
    }

    @Test(arguments: ["", " ", "bitter", String(repeating: "abandon ", count: 11) + "about"])
    func `other words are refused`(text: String) {
        #expect(throws: KeyError.noElectrumSeed) { _ = try ElectrumSeed(utf8: SecretBytes(copying: text.utf8)).kind }
    }

    @Test(arguments: [
        "kiss live scene rude gate step hip quarter bunker oxygen motor glove",
        "universe topic remind silver february ranch shine worth innocent cattle enhance wise",
    ])
    func `a seed for two-factor authentication is refused with its reason`(text: String) {
        #expect(throws: KeyError.twoFactorSeed) { _ = try ElectrumSeed(utf8: SecretBytes(copying: text.utf8)).kind }
    }

    @Test func `text that is too long, or not UTF-8, is refused`() {
        #expect(throws: KeyError.phraseTooLong) {
            _ = try ElectrumSeed(utf8: SecretBytes(count: 5_000)).kind
        }
        #expect(throws: KeyError.malformedText) {
            _ = try ElectrumSeed(utf8: SecretBytes(copying: [0x62, 0xFF])).kind
        }
    }
}
