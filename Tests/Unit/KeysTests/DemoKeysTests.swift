import Keys
import Primitives
import Testing

@Suite struct DemoKeysTests {
    @Test func `the first account is the well-known one`() throws {
        let keys = try DemoKeys()
        let key = try keys.publicKey(at: DerivationPath("m/44'/60'/0'/0/0"))
        let address = Keccak256.hash(key.uncompressed.dropFirst()).bytes.suffix(20)
        #expect(Hex.encode(address) == "f39fd6e51aad88f6f4ce6ab8827279cfffb92266")
    }

    @Test func `a signature is made with the key at the path`() throws {
        let keys = try DemoKeys()
        let digest = Keccak256.hash("hello".utf8)
        for index: UInt32 in 0..<20 {
            let path = try DerivationPath(coin: 60, index: index)
            #expect(try keys.sign(digest, at: path).signer(of: digest) == keys.publicKey(at: path))
        }
    }

    @Test func `public keys are derived from the extended public key, too`() throws {
        let keys = try DemoKeys()
        let account = try keys.extendedPublicKey(at: DerivationPath("m/84'/0'/3'"))
        let key = try account.derived(DerivationPath("m/1/7")).publicKey
        #expect(try key == keys.publicKey(at: DerivationPath("m/84'/0'/3'/1/7")))
    }

    @Test func `many tasks can sign at once`() async throws {
        let keys = try DemoKeys()
        let digest = Keccak256.hash("hello".utf8)
        let path = try DerivationPath(coin: 60)
        let expected = try keys.sign(digest, at: path)
        await withTaskGroup(of: RecoverableSignature?.self) { group in
            for _ in 0..<100 { group.addTask { try? keys.sign(digest, at: path) } }
            for await signed in group { #expect(signed == expected) }
        }
    }

    @Test func `the keys have a notice that they have no value`() {
        #expect(DemoKeys.notice == "demo keys, no value")
    }
}
