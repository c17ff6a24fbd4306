import Primitives
import Testing

@testable import WalletConnect

@Suite struct EnvelopeTests {
    private static let message = Array(Vectors.plain.utf8)

    @Test(arguments: [
        ("", WalletConnectError.Envelope.form), ("A", .base64), ("é", .base64), (" AHF3", .base64), ("AA==", .form),
        ("AQ==", .form), ("Aw==", .form), ("/w==", .form),
        // One byte less than a nonce and a tag, for both types.
        (Base64Text.encode([0] + [UInt8](repeating: 1, count: 27)), .form),
        (Base64Text.encode([1] + [UInt8](repeating: 1, count: 59)), .form),
        (Base64Text.encode([1] + [UInt8](repeating: 1, count: 31)), .form),
        (Vectors.type2, .notEncrypted), (String(repeating: "A", count: (1 << 20) + 1), .tooLong),
        (Vectors.type0 + "\n", .base64), (Vectors.type0.replacing("/", with: "_"), .base64),
    ])
    func `a malformed envelope is refused`(text: String, fault: WalletConnectError.Envelope) {
        #expect(throws: WalletConnectError.envelope(fault)) { try Envelope(parsing: text, from: .relay) }
    }

    @Test func `an envelope with any byte changed does not open`() throws {
        let key = try Vectors.key()
        let bytes = try Envelope(parsing: Vectors.type0, from: .relay).bytes
        for place in bytes.indices.dropFirst() {
            var changed = bytes
            changed[place] ^= 0x80
            let envelope = try Envelope(changed)
            #expect(throws: WalletConnectError.envelope(.sealed)) { try envelope.open(with: key) }
        }
        let envelope = try Envelope(bytes)
        #expect(throws: WalletConnectError.envelope(.sealed)) { try envelope.open(with: SymmetricKey.random()) }
    }

    @Test func `an envelope for one key does not open by agreement, nor a plain one at all`() throws {
        let key = try AgreementKey(copying: Vectors.bytes(Vectors.privateB))
        let sealed = try Envelope(parsing: Vectors.type0, from: .relay)
        #expect(throws: WalletConnectError.envelope(.form)) { try sealed.open(with: key) }
        let plain = try Envelope(parsing: Vectors.type2, from: .link)
        #expect(throws: WalletConnectError.envelope(.notEncrypted)) { try plain.open(with: Vectors.key()) }
    }

    @Test func `a sender of low order is refused`() throws {
        let bytes = [1] + [UInt8](repeating: 0, count: 32) + [UInt8](repeating: 1, count: 28)
        let envelope = try Envelope(bytes)
        #expect(throws: WalletConnectError.key) { try envelope.open(with: AgreementKey.random()) }
    }

    @Test func `the cipher gives the published bytes`() throws {
        let (key, nonce) = (try Vectors.key(), try Vectors.bytes(Vectors.nonce))
        #expect(Hex.encode(try key.seal(Self.message, nonce: nonce)) == Vectors.sealed)
        let name = try key.seal(Array("WalletConnect".utf8), nonce: nonce)
        #expect(Base64Text.encode(nonce + name) == Vectors.sealedName)
        #expect(throws: WalletConnectError.key) { try key.seal(Self.message, nonce: []) }
    }

    @Test func `an empty message has a tag`() throws {
        let key = SymmetricKey.random()
        let sealed = try Envelope.seal([], with: key)
        #expect(sealed.bytes.count == 1 + 12 + 16)
        #expect(try sealed.open(with: key) == [])
    }

    @Test func `an envelope of type 0 is the published text, and opens with padding and without it`() throws {
        let key = try Vectors.key()
        let envelope = try Envelope.seal(Self.message, with: key, sender: nil, nonce: Vectors.bytes(Vectors.nonce))
        #expect(envelope.text(for: .relay) == Vectors.type0)
        let bare = Vectors.type0.filter { $0 != "=" }
        for text in [Vectors.type0, bare] {
            #expect(try Envelope(parsing: text, from: .relay).open(with: key) == Self.message)
        }
        let link = envelope.text(for: .link)
        #expect(link == bare.replacing("+", with: "-").replacing("/", with: "_"))
        #expect(try Envelope(parsing: link, from: .link) == envelope)
    }

    @Test func `an envelope of type 1 is the published text, and opens by agreement`() throws {
        let sender = try #require(AgreementPublicKey(hex: Vectors.publicA))
        let envelope = try Envelope.seal(
            Self.message, with: Vectors.key(), sender: sender, nonce: Vectors.bytes(Vectors.nonce))
        #expect(envelope.text(for: .relay) == Vectors.type1)
        let key = try AgreementKey(copying: Vectors.bytes(Vectors.privateB))
        let read = try Envelope(parsing: Vectors.type1, from: .relay)
        #expect(try read.open(with: key) == Self.message)
        #expect(try read.open(with: Vectors.key()) == Self.message)
        guard case .agreed(sender, _) = read else {
            Issue.record("the sender is not the published one")
            return
        }
    }

    @Test func `an envelope of type 2 is the published text`() throws {
        let envelope = try Envelope(parsing: Vectors.type2, from: .link)
        #expect(envelope == .plain(Self.message))
        #expect(envelope.text(for: .link) == Vectors.type2)
    }

    @Test func `the hash of a message is that of its text`() {
        #expect(Envelope.hash(ofText: Vectors.plain) == Vectors.plainHash)
        #expect(Envelope.hash(ofMessage: Self.message) == Vectors.plainHash)
        #expect(Envelope.hash(ofText: Vectors.type0) != Envelope.hash(ofText: String(Vectors.type0.dropLast(2))))
    }

    @Test func `each envelope has another nonce`() throws {
        let key = try Vectors.key()
        let texts = try (0..<100).map { _ in try Envelope.seal(Self.message, with: key).text(for: .relay) }
        #expect(Set(texts).count == 100)
        #expect(try texts.allSatisfy { try Envelope(parsing: $0, from: .relay).open(with: key) == Self.message })
    }
}
