import Primitives
import Testing

@testable import Keys

@Suite struct PracticeKeysTests {
    @Test func `they are others each time, and none of them is known`() throws {
        let path = try DerivationPath("m/44'/60'/0'/0/0")
        let keys = try [PracticeKeys(), PracticeKeys(), PracticeKeys()].map { try $0.publicKey(at: path) }
        #expect(Set(keys + [try DemoKeys().publicKey(at: path)]).count == 4)
    }

    @Test func `a signature is made with the key at the path`() throws {
        let keys = try PracticeKeys()
        let (digest, path) = (Keccak256.hash("hello".utf8), try DerivationPath("m/84'/1'/0'/0/3"))
        #expect(try keys.sign(digest, at: path).signer(of: digest) == keys.publicKey(at: path))
        let account = try keys.extendedPublicKey(at: DerivationPath("m/84'/1'/0'"))
        #expect(try account.derived(DerivationPath("m/0/3")).publicKey == keys.publicKey(at: path))
    }
}
