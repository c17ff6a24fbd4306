import Bridge
import Primitives
import Testing

@testable import WalletConnect

@Suite struct V1CodecTests {
    private static let message = Array(#"{"id":1,"jsonrpc":"2.0","method":"test_method","params":[]}"#.utf8)

    // MARK: Encryption

    /// NIST SP 800-38A, F.2.5: the first blocks of AES-256 in CBC mode; the last block here is padding.
    @Test func `the cipher is that of NIST`() throws {
        let key = try #require(SymmetricKey(hex: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"))
        let plain = try Vectors.bytes(
            "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
        )
        let payload = V1Payload(
            sealing: plain, with: key, vector: try Vectors.bytes("000102030405060708090a0b0c0d0e0f"))
        #expect(
            Hex.encode(payload.data.prefix(64))
                == "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b"
        )
        #expect(payload.data.count == 80)
        #expect(try payload.open(with: key) == plain)
    }

    /// Made with python-cryptography (AES-256-CBC, PKCS#7, HMAC-SHA-256 over the encrypted text and the vector).
    @Test func `a payload is the one that an independent library makes`() throws {
        let key = try Vectors.key()
        let payload = V1Payload(
            sealing: Self.message, with: key, vector: [UInt8](0..<16))
        #expect(Hex.encode(payload.data) == Self.independent.data)
        #expect(Hex.encode(payload.code) == Self.independent.code)
        #expect(try V1Payload(parsing: payload.text) == payload)
        let other =
            #"{"iv":"000102030405060708090a0b0c0d0e0f","data":"\#(Self.independent.data.uppercased())","hmac":"\#(Self.independent.code)"}"#
        #expect(try V1Payload(parsing: other).open(with: key) == Self.message)
    }

    private static let independent = (
        data: "ad1da8ed308d1862b8bfd6d5b9f293de8e5917e9e791fbd97af3e483ff4207d6bfa78fa517038671bf6bda723dfc9c43a977"
            + "c89bfc9df5ab395dc486742e7ffd",
        code: "c43123e6bfc7ab1f2fe2cc0a3dfea4376fa6ef172603d79f3ffb5a198eeb5198"
    )

    @Test(arguments: 0..<40)
    func `messages of all lengths are read as they were`(count: Int) throws {
        let (key, message) = (try Vectors.key(), [UInt8](repeating: 7, count: count))
        let payload = V1Payload(sealing: message, with: key)
        #expect(try V1Payload(parsing: payload.text).open(with: key) == message)
        #expect(payload != V1Payload(sealing: message, with: key))
    }

    @Test func `a payload that was changed, or is for another key, is refused before it is decrypted`() throws {
        let key = try Vectors.key()
        let text = V1Payload(sealing: Self.message, with: key).text
        for place in text.indices where text[place].isHexDigit && text[place] != "d" && text[place] != "a" {
            var changed = text
            changed.replaceSubrange(place...place, with: text[place] == "0" ? "1" : "0")
            guard let payload = try? V1Payload(parsing: changed) else { continue }
            #expect(throws: WalletConnectError.envelope(.sealed)) { try payload.open(with: key) }
        }
        let payload = try V1Payload(parsing: text)
        #expect(throws: WalletConnectError.envelope(.sealed)) { try payload.open(with: SymmetricKey.random()) }
    }

    @Test(arguments: [
        "{}", #"{"data":"","hmac":"","iv":""}"#, "[]", #"{"data":1,"hmac":2,"iv":3}"#,
        #"{"data":"00","hmac":"\#(String(repeating: "0", count: 64))","iv":"\#(String(repeating: "0", count: 32))"}"#,
        #"{"data":"\#(String(repeating: "0", count: 32))","hmac":"00","iv":"\#(String(repeating: "0", count: 32))"}"#,
        #"{"data":"\#(String(repeating: "0", count: 32))","hmac":"\#(String(repeating: "0", count: 64))","iv":"00"}"#,
        #"{"data":"0x\#(String(repeating: "0", count: 30))","hmac":"\#(String(repeating: "0", count: 64))","iv":"\#(String(repeating: "0", count: 32))"}"#,
    ])
    func `a malformed payload is refused`(text: String) {
        #expect(throws: WalletConnectError.envelope(.form)) { try V1Payload(parsing: text) }
    }

    @Test func `a payload that is too long is refused`() {
        let text = String(repeating: "a", count: (1 << 20) + 1)
        #expect(throws: WalletConnectError.envelope(.tooLong)) { try V1Payload(parsing: text) }
        #expect(throws: WalletConnectError.self) { try V1Payload(parsing: "{") }
    }

    // MARK: Frames

    @Test(arguments: [
        #"{"topic":"a-1","type":"pub","payload":"{}","silent":true}"#,
        #"{"topic":"a-1","type":"sub","payload":"","silent":false}"#,
        #"{"topic":"a-1","type":"ack","payload":"","silent":true}"#,
    ])
    func `a frame is read, and written as it was`(text: String) throws {
        #expect(try V1Frame(parsing: text).text == text)
    }

    @Test func `a frame may leave out what has a default`() throws {
        let frame = try V1Frame(parsing: #"{"topic":"a","type":"sub"}"#)
        #expect(frame.payload == "")
        #expect(!frame.isSilent)
    }

    @Test(arguments: [
        (#"{}"#, "topic"), (#"{"topic":"","type":"sub"}"#, "topic"), (#"{"topic":"a b","type":"sub"}"#, "topic"),
        (#"{"topic":1,"type":"sub"}"#, "topic"), (#"{"topic":"a"}"#, "type"), (#"{"topic":"a","type":"PUB"}"#, "type"),
        (#"{"topic":"a","type":"pub"}"#, "payload"), (#"{"topic":"a","type":"pub","payload":{}}"#, "payload"),
        (#"{"topic":"\#(String(repeating: "a", count: 65))","type":"sub"}"#, "topic"),
    ])
    func `a malformed frame is refused`(text: String, member: String) {
        #expect(throws: WalletConnectError.parameters(member)) { try V1Frame(parsing: text) }
    }

    @Test func `a frame must have a topic`() {
        #expect(throws: WalletConnectError.link(.topic)) { try V1Frame(topic: "", kind: .subscribe) }
    }

    // MARK: Sessions

    private static let peer =
        #""peerId":"a-1","peerMeta":{"name":"App","description":"","url":"https://app.example","icons":[]}"#

    @Test(arguments: [
        #"[{\#(peer),"chainId":1}]"#, #"[{\#(peer),"chainId":null}]"#, #"[{\#(peer),"chainId":18446744073709551615}]"#,
    ])
    func `a request for a session is read, and written as it was`(text: String) throws {
        let request = try V1SessionRequest(JSON(parsing: text))
        #expect(request.json.text == text)
        #expect(request.peer.metadata.name == "App")
    }

    @Test(arguments: [("137", UInt64(137)), (#""137""#, 137), (#""0x89""#, 137)])
    func `a chain is a number or text`(text: String, chain: UInt64) throws {
        #expect(try V1SessionRequest(JSON(parsing: #"[{\#(Self.peer),"chainId":\#(text)}]"#)).chain == chain)
    }

    @Test(arguments: [
        ("[]", "params"), ("{}", "params"), ("[1]", "params[0]"), ("[{},{}]", "params"), ("[{}]", "peerId"),
        (#"[{"peerId":"a b"}]"#, "peerId"), (#"[{"peerId":1}]"#, "peerId"), (#"[{\#(peer),"chainId":0}]"#, "chainId"),
        (#"[{\#(peer),"chainId":-1}]"#, "chainId"), (#"[{\#(peer),"chainId":1.5}]"#, "chainId"),
        (#"[{\#(peer),"chainId":"+1"}]"#, "chainId"), (#"[{\#(peer),"chainId":"0x+1"}]"#, "chainId"),
        (#"[{\#(peer),"chainId":"x"}]"#, "chainId"), (#"[{\#(peer),"chainId":{}}]"#, "chainId"),
        (#"[{\#(peer),"chainId":18446744073709551616}]"#, "chainId"),
    ])
    func `a malformed request for a session is refused`(text: String, member: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: WalletConnectError.parameters(member)) { try V1SessionRequest(json) }
    }

    @Test(arguments: [
        #"{"approved":true,"chainId":1,"networkId":1,"accounts":["0xab"],\#(peer)}"#,
        #"{"approved":true,"chainId":1,"networkId":1,"accounts":["0xab"],"rpcUrl":"https://n.example",\#(peer)}"#,
        #"{"approved":false,"chainId":null,"networkId":null,"accounts":[]}"#,
    ])
    func `an answer is read, and written as it was`(text: String) throws {
        #expect(try V1Session(result: JSON(parsing: text)).json.text == text)
    }

    @Test func `an update changes or ends a session`() throws {
        let update = try V1Session(
            update: JSON(parsing: #"[{"approved":true,"chainId":"10","accounts":["0xab"]}]"#))
        #expect(update == V1Session(chain: 10, accounts: ["0xab"]))
        let end = try V1Session(update: JSON(parsing: #"[{"approved":false,"chainId":null,"accounts":null}]"#))
        #expect(end == V1Session(chain: nil, accounts: []))
        #expect(!end.isApproved)
    }

    @Test(arguments: [
        ("{}", "approved"), (#"{"approved":"true"}"#, "approved"), (#"{"approved":true}"#, "accounts"),
        (#"{"approved":true,"chainId":1,"accounts":[]}"#, "accounts"),
        (#"{"approved":true,"accounts":["0xab"]}"#, "accounts"),
        (#"{"approved":true,"chainId":1,"accounts":[1]}"#, "accounts"),
        (#"{"approved":true,"chainId":1,"accounts":["0xab"]}"#, "peerId"),
        (#"{"approved":true,"chainId":1,"accounts":["\#(String(repeating: "a", count: 129))"]}"#, "accounts"),
        (
            #"{"approved":true,"chainId":1,"accounts":[\#((0..<257).map { #""\#($0)""# }.joined(separator: ","))]}"#,
            "accounts"
        ),
    ])
    func `a malformed answer is refused`(text: String, member: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: WalletConnectError.parameters(member)) { try V1Session(result: json) }
    }
}
