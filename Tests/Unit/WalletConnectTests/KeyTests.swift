import Primitives
import Testing

@testable import WalletConnect

@Suite struct KeyTests {
    @Test(arguments: [
        // RFC 7748, section 6.1: points of low order, and values that are reduced to them.
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ])
    func `a public key of low order is refused`(hex: String) throws {
        let key = try AgreementKey(copying: Vectors.bytes(Vectors.privateA))
        let peer = try #require(AgreementPublicKey(hex: hex))
        #expect(throws: WalletConnectError.key) { try key.sharedKey(with: peer) }
    }

    @Test(arguments: [
        "", "ff", Vectors.publicA + "0", String(Vectors.publicA.dropLast()), "0x" + Vectors.publicA.dropLast(2),
    ])
    func `a public key of another length is refused`(hex: String) {
        #expect(AgreementPublicKey(hex: hex) == nil)
        #expect(SymmetricKey(hex: hex) == nil)
        #expect(Topic(hex) == nil)
    }

    @Test(arguments: [0, 31, 33, 64])
    func `keys of another size are refused`(count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(throws: WalletConnectError.key) { try SymmetricKey(copying: bytes) }
        #expect(throws: WalletConnectError.key) { try AgreementKey(copying: bytes) }
        #expect(throws: WalletConnectError.key) { try ClientKey(copying: bytes) }
        #expect(throws: WalletConnectError.key) { try AgreementPublicKey(bytes) }
        #expect(throws: WalletConnectError.key) { try ClientID(bytes) }
    }

    @Test(arguments: ["g", "é", " ", "\u{0}"])
    func `a symmetric key with another character is refused`(character: String) {
        #expect(SymmetricKey(hex: Vectors.symmetric.dropLast(character.utf8.count) + character) == nil)
    }

    @Test func `both sides compute the published key and topic`() throws {
        let keyA = try AgreementKey(copying: Vectors.bytes(Vectors.privateA))
        let keyB = try AgreementKey(copying: Vectors.bytes(Vectors.privateB))
        #expect(keyA.publicKey.description == Vectors.publicA)
        #expect(keyB.publicKey.description == Vectors.publicB)
        let secret = try keyA.sharedSecret(with: keyB.publicKey).withUnsafeBytes { Hex.encode($0) }
        #expect(secret == Vectors.shared)
        for key in [try keyA.sharedKey(with: keyB.publicKey), try keyB.sharedKey(with: keyA.publicKey)] {
            #expect(key.digits == Vectors.symmetric)
            #expect(key.topic.description == Vectors.topic)
        }
        #expect(keyA.publicKey.responseTopic.description == Vectors.responseTopicOfA)
    }

    @Test func `the topic is the hash of the derived key, not of the shared secret`() throws {
        let hash = Hex.encode(SHA256.hash(try Vectors.bytes(Vectors.shared)).bytes)
        #expect(hash == Vectors.hashedShared)
        #expect(hash != Vectors.topic)
    }

    @Test func `a key of zeros has the published topic`() throws {
        // yttrium, pairing_uri.rs.
        let key = try SymmetricKey(copying: [UInt8](repeating: 0, count: 32))
        #expect(key.topic.description == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925")
    }

    @Test func `keys are read with digits of either case`() throws {
        #expect(SymmetricKey(hex: Vectors.symmetric.uppercased())?.digits == Vectors.symmetric)
        #expect(AgreementPublicKey(hex: Vectors.publicA.uppercased())?.description == Vectors.publicA)
        #expect(Topic(Vectors.topic.uppercased()) == nil)
    }

    @Test func `no description of a key has a digit of it`() throws {
        let key = try Vectors.key()
        let agreement = try AgreementKey(copying: Vectors.bytes(Vectors.privateA))
        let client = try ClientKey(copying: Vectors.bytes(Vectors.seed))
        var texts = ["\(key)", String(reflecting: key), "\(agreement)", String(reflecting: agreement), "\(client)"]
        for value in [key as Any, agreement, client, [key], [key.topic: key]] {
            var text = ""
            dump(value, to: &text)
            texts += [text, String(reflecting: value), "\(value)"]
        }
        for secret in [Vectors.symmetric, Vectors.privateA, Vectors.seed] {
            #expect(texts.filter { $0.lowercased().contains(secret.prefix(8)) } == [])
        }
    }

    @Test func `random keys differ`() {
        #expect(SymmetricKey.random() != SymmetricKey.random())
        #expect(AgreementKey.random().publicKey != AgreementKey.random().publicKey)
        #expect(ClientKey.random().id != ClientKey.random().id)
    }

    @Test func `storage gets the bytes of a key, and makes the same key of them`() throws {
        let key = SymmetricKey.random()
        #expect(try SymmetricKey(copying: key.withUnsafeBytes { Array($0) }) == key)
        let client = ClientKey.random()
        #expect(try ClientKey(copying: client.withUnsafeBytes { Array($0) }).id == client.id)
        let agreement = AgreementKey.random()
        #expect(try AgreementKey(copying: agreement.withUnsafeBytes { Array($0) }).publicKey == agreement.publicKey)
    }

    // MARK: Ed25519

    @Test func `a seed gives the published key and identity`() throws {
        let key = try ClientKey(copying: Vectors.bytes(Vectors.seed))
        #expect(Hex.encode(key.id.bytes) == Vectors.clientKey)
        #expect(key.id.description == Vectors.issuer)
        #expect(try ClientID(did: Vectors.issuer) == key.id)
    }

    /// RFC 8032, section 7.1, tests 1 to 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func `signatures are those of RFC 8032`(seed: String, message: String, signature: String) throws {
        let key = try ClientKey(copying: Vectors.bytes(seed))
        let made = key.sign(try Vectors.bytes(message))
        #expect(Hex.encode(made) == signature)
        #expect(key.id.verifies(made, of: try Vectors.bytes(message)))
    }

    @Test func `a signature that was changed does not verify`() throws {
        let key = try ClientKey(copying: Vectors.bytes(Vectors.seed))
        let message = Array("message".utf8)
        let signature = key.sign(message)
        for place in signature.indices {
            var changed = signature
            changed[place] ^= 1
            #expect(!key.id.verifies(changed, of: message))
        }
        #expect(!key.id.verifies(Array(signature.dropLast()), of: message))
        #expect(!key.id.verifies([], of: message))
        #expect(!key.id.verifies(signature, of: message + [0]))
        #expect(!ClientKey.random().id.verifies(signature, of: message))
    }

    @Test(arguments: [
        "", "did:key:z", "did:key:" + "6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH", "did:key:zz",
        Vectors.issuer + "1",
        String(Vectors.issuer.dropLast()), "did:pkh:eip155:1:0x0", "did:key:z0OIl",
        "did:key:z" + String(repeating: "6", count: 100_000),
        // secp256k1-pub instead of ed25519-pub.
        "did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme",
    ])
    func `a text that is not a did key of Ed25519 is refused`(text: String) {
        #expect(throws: WalletConnectError.token(.form)) { try ClientID(did: text) }
    }
}
