import Testing

@testable import WalletConnect

@Suite struct ConnectionLinkTests {
    private static let now: Int64 = 1_700_000_000
    private static let zeros = String(repeating: "0", count: 64)
    private static let topic = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    private static let tail = "relay-protocol=irn&symKey=\(zeros)"
    private static let uri = "wc:\(topic)@2?\(tail)"

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isLetter || character.isNumber
                ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    private func read(_ text: String, now: Int64 = now) throws(WalletConnectError) -> ConnectionLink {
        try ConnectionLink(text, now: now)
    }

    // MARK: Hostile links

    private static let refused: [(String, WalletConnectError.Link)] = [
        ("", .notWalletConnect), (" \n", .notWalletConnect), ("hello", .notWalletConnect), ("wc", .notWalletConnect),
        ("wc:", .notWalletConnect), ("wc:\(topic)", .notWalletConnect), ("wc:\(topic)?\(tail)", .notWalletConnect),
        ("wc:\(topic)@@2?\(tail)", .notWalletConnect), ("wc:\(topic)@2@2?\(tail)", .notWalletConnect),
        ("https://evil.example/?uri=\(encoded(uri))", .notWalletConnect),
        ("https://evil.example/xwc?uri=\(encoded(uri))", .notWalletConnect),
        ("wallet://wc?uri=\(encoded("javascript:alert(1)"))", .notWalletConnect),
        ("wallet://wc?uri=\(encoded("wallet://wc?uri=" + encoded(uri)))", .notWalletConnect),
        ("wallet://wc", .notWalletConnect), ("wallet:wc?uri=\(encoded(uri))", .notWalletConnect),
        ("wallet://wc?requestId=1", .notWalletConnect), ("javascript:alert(1)", .notWalletConnect),
        // The size.
        ("wc:" + String(repeating: "a", count: 8_190), .tooLong), (String(repeating: " ", count: 10_000_000), .tooLong),
        // Characters.
        ("wc:\(topic)@2?\(tail)\n&x=1", .characters), ("wc:\(topic) @2?\(tail)", .characters),
        ("wc:\u{200B}\(topic)@2?\(tail)", .characters), ("\u{FEFF}\(uri)", .characters),
        ("wc:\(topic)@2?\(tail)&x=%", .characters), ("wc:\(topic)@2?\(tail)&x=%zz", .characters),
        ("wc:\(topic)@2?\(tail)#x", .characters), ("wc:\(topic)@2?", .characters),
        ("wc:\(topic)@2?\(tail)&", .characters),
        ("wc%3A%0A", .characters), ("wc%ff", .characters),
        // Ambiguity.
        ("\(uri)&symKey=\(zeros)", .duplicate), ("\(uri)&SYMKEY=\(zeros)", .duplicate),
        ("wallet://wc?uri=\(encoded(uri))&uri=\(encoded(uri))", .duplicate),
        ("wallet://wc?uri=\(encoded(uri))&URI=x", .duplicate),
        ("wallet://wc?uri=\(uri)&uri=\(encoded(uri))", .duplicate),
        // Versions.
        ("wc:\(topic)@3?\(tail)", .version), ("wc:\(topic)@?\(tail)", .version), ("wc:\(topic)@02?\(tail)", .version),
        ("wc:\(topic)@2?relay-protocol=waku&publicKey=\(zeros)", .version), ("wc:\(topic)@3", .version),
        // Topics.
        ("wc:@2?\(tail)", .topic), ("wc:\(topic.dropLast())@2?\(tail)", .topic), ("wc:\(topic)0@2?\(tail)", .topic),
        ("wc:\(topic.uppercased())@2?\(tail)", .topic), ("wc:\(topic.dropLast())g@2?\(tail)", .topic),
        ("wc:\(zeros)@2?\(tail)", .otherTopic), ("wc:\(topic)0@2", .topic), ("wc:a_b@1", .topic),
        // Relays.
        ("wc:\(topic)@2?symKey=\(zeros)", .noRelay), ("wc:\(topic)@2?relay-protocol=&symKey=\(zeros)", .noRelay),
        ("wc:\(topic)@2?relay-protocol=waku&symKey=\(zeros)", .relay),
        ("wc:\(topic)@2?relayProtocol=irn&symKey=\(zeros)", .noRelay),
        // Keys.
        ("wc:\(topic)@2?relay-protocol=irn", .key), ("wc:\(topic)@2?relay-protocol=irn&symKey=", .key),
        ("wc:\(topic)@2?relay-protocol=irn&symKey=\(zeros.dropLast())", .key),
        ("wc:\(topic)@2?relay-protocol=irn&symKey=\(zeros)0", .key),
        ("wc:\(topic)@2?relay-protocol=irn&symKey=\(zeros.dropLast())x", .key),
        ("wc:\(topic)@2?relay-protocol=irn&symKey=0x\(zeros.dropLast(2))", .key),
        // Times.
        ("\(uri)&expiryTimestamp=1699999999", .expired), ("\(uri)&expiryTimestamp=1700000000", .expired),
        ("\(uri)&expiryTimestamp=0", .expired), ("\(uri)&expiryTimestamp=-1", .expiry),
        ("\(uri)&expiryTimestamp=", .expiry), ("\(uri)&expiryTimestamp=1e10", .expiry),
        ("\(uri)&expiryTimestamp=1700000300.5", .expiry), ("\(uri)&expiryTimestamp=9223372036854775808", .expiry),
        ("\(uri)&expiryTimestamp=9223372036854775807", .expiry), ("\(uri)&expiryTimestamp=1700000300000", .expiry),
        ("\(uri)&expiryTimestamp=%2B1700000300", .expiry),
        // Methods.
        ("\(uri)&methods=a%20b", .methods), ("\(uri)&methods=<a>", .methods),
        ("\(uri)&methods=\(String(repeating: "a", count: 65))", .methods),
        ("\(uri)&methods=\((0..<33).map { "m\($0)" }.joined(separator: ","))", .methods),
    ]

    @Test(arguments: refused)
    func `a link that is malformed, ambiguous or expired is refused with its reason`(
        text: String, fault: WalletConnectError.Link
    ) {
        #expect(throws: WalletConnectError.link(fault), "\(text.prefix(200))") { try read(text) }
    }

    @Test func `every reason has a sentence for the user`() {
        for fault in WalletConnectError.Link.allCases { #expect(fault.sentence.hasSuffix(".")) }
    }

    // MARK: Forms

    @Test(arguments: [
        uri, " \t\(uri)\r\n", "wc://\(uri.dropFirst(3))", "WC:\(uri.dropFirst(3))", encoded(uri),
        encoded(encoded(uri)), "wc:" + encoded(String(uri.dropFirst(3))),
        "wc:" + encoded(encoded(String(uri.dropFirst(3)))),
        Base64Text.encode(uri.utf8), Base64Text.encodeForURL(uri.utf8), "wallet://wc?uri=\(encoded(uri))",
        "wallet://wc?uri=\(encoded(encoded(uri)))", "wallet://wc?uri=\(uri)",
        "wallet://wc/?a=b&uri=\(encoded(uri))&c=d",
        "yourwallet://?uri=\(encoded(uri))", "https://link.example/wc?uri=\(encoded(uri))",
        "https://link.example/a/wc/?uri=\(encoded(uri))", encoded("wallet://wc?uri=\(encoded(uri))"),
    ])
    func `a pairing is read in every form in use`(text: String) throws {
        guard case .pairing(let pairing) = try read(text) else {
            Issue.record("\(text) is not a pairing")
            return
        }
        #expect(pairing.topic.description == Self.topic)
        #expect(pairing.key.digits == Self.zeros)
        #expect(pairing.expiry == Self.now + 300)
        #expect(pairing.methods == [])
        #expect(ConnectionLink.isMeant(by: text))
    }

    @Test func `a pairing that is encoded three times is refused`() {
        let text = Self.encoded(Self.encoded(Self.encoded(Self.uri)))
        #expect(throws: WalletConnectError.link(.notWalletConnect)) { try read(text) }
    }

    @Test func `parameters have any order, and unknown ones are ignored`() throws {
        let text =
            "wc:\(Self.topic)@2?pay=x&symKey=\(Self.zeros)&methods=a&expiryTimestamp=1700000001&relay-protocol=irn"
        guard case .pairing(let pairing) = try read(text) else { return }
        #expect(pairing.expiry == 1_700_000_001)
        #expect(pairing.methods == ["a"])
    }

    /// walletconnect-specs, "Pairing methods": a flat list, and groups in brackets.
    @Test(arguments: [
        ("", []), ("wc_sessionPropose", ["wc_sessionPropose"]),
        ("wc_sessionPropose,wc_sessionAuthenticate", ["wc_sessionPropose", "wc_sessionAuthenticate"]),
        (
            "[wc_sessionPropose],[wc_authRequest,wc_authBatchRequest]",
            ["wc_sessionPropose", "wc_authRequest", "wc_authBatchRequest"]
        ),
        ("%5Bwc_sessionPropose%5D", ["wc_sessionPropose"]), ("wc_a%2Cwc_b", ["wc_a", "wc_b"]), (",,wc_a,", ["wc_a"]),
    ])
    func `methods are read from flat lists and from groups`(text: String, methods: [String]) throws {
        guard case .pairing(let pairing) = try read("\(Self.uri)&methods=\(text)") else { return }
        #expect(pairing.methods == methods)
    }

    @Test func `relay data is kept`() throws {
        guard case .pairing(let pairing) = try read("\(Self.uri)&relay-data=abcd") else { return }
        #expect(pairing.relayData == "abcd")
        #expect(pairing.text.hasSuffix("&relay-data=abcd"))
    }

    /// yttrium, pairing_uri.rs.
    @Test func `a published URI is read`() throws {
        let text =
            "wc:0c814f7d2d56c0e840f75612addaa170af479b1c8499632430b41c298bf49907@2?relay-protocol=irn"
            + "&symKey=d69745274f07e8619671a527943b38a11dce540be5c0965f04cdece9912bdfd5&expiryTimestamp=1752843899"
        guard case .pairing(let pairing) = try read(text) else {
            Issue.record("it is not a pairing")
            return
        }
        #expect(pairing.text == text)
        #expect(pairing.expiry == 1_752_843_899)
    }

    /// The example of walletconnect-specs, "Pairing URI", whose topic was made up.
    @Test func `a URI whose topic is not the hash of its key is refused`() {
        let text =
            "wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2"
            + "?symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303"
            + "&methods=wc_sessionPropose,wc_sessionAuthenticate&relay-protocol=irn"
        #expect(throws: WalletConnectError.link(.otherTopic)) { try read(text) }
    }

    @Test func `a URI that is written is read as the same`() throws {
        let uri = PairingURI(methods: ["wc_sessionPropose", "wc_sessionAuthenticate"], now: Self.now)
        #expect(try read(uri.text) == .pairing(uri))
        #expect(uri.text.hasPrefix("wc:\(uri.topic)@2?relay-protocol=irn&symKey="))
        #expect(!uri.isExpired(at: Self.now + 299))
        #expect(uri.isExpired(at: Self.now + 300))
        #expect(throws: WalletConnectError.link(.expired)) { try read(uri.text, now: Self.now + 300) }
    }

    @Test func `no description of a pairing has a digit of its key`() throws {
        let uri = PairingURI(key: try Vectors.key(), now: Self.now)
        var text = "\(uri) \(ConnectionLink.pairing(uri))" + String(reflecting: ConnectionLink.pairing(uri))
        dump(ConnectionLink.pairing(uri), to: &text)
        #expect(!text.contains(Vectors.symmetric.prefix(8)))
    }

    @Test func `a time at the end of all numbers does not trap`() {
        let uri = PairingURI(now: .max)
        #expect(throws: WalletConnectError.link(.expiry)) { try read(uri.text, now: .max) }
        #expect(throws: WalletConnectError.link(.expired)) { try read(Self.uri, now: .max) }
    }

    @Test func `a URI without parameters brings the wallet to the front`() throws {
        let topic = try #require(Topic(Self.topic))
        #expect(try read("wc:\(Self.topic)@2") == .wakeUp(topic: topic, requestID: nil))
        #expect(try read("wallet://wc?uri=wc:\(Self.topic)@2") == .wakeUp(topic: topic, requestID: nil))
        #expect(try read("wc:8a5e5bdc-a0e4-4702-ba63-8f1a5655744f@1") == .wakeUp(topic: nil, requestID: nil))
    }

    @Test(arguments: ["wallet://wc?requestId=17&sessionTopic=\(topic)", "https://w.example/wc?sessionTopic=\(topic)"])
    func `a link without a URI brings the wallet to the front`(text: String) throws {
        guard case .wakeUp(let topic, let id) = try read(text) else {
            Issue.record("\(text) has no topic")
            return
        }
        #expect(topic?.description == Self.topic)
        #expect(id == (text.contains("requestId") ? "17" : nil))
    }

    @Test func `a link without a URI must name a topic`() {
        #expect(throws: WalletConnectError.link(.topic)) { try read("wallet://wc?requestId=1&sessionTopic=x") }
    }

    @Test(arguments: [
        " wc:x", "wc:\(topic)@2?\(tail)\n&x=1", "WC:a@3?b=c", "wallet://wc?uri=wc:a@2?b=c", "\(uri)&expiryTimestamp=1",
        "wallet://wg?requestId=18&sessionTopic=\(zeros)", "wallet://wc?uri=%77%63%3A\(topic)%402%3Fa%3Db",
    ])
    func `a malformed link is still meant as one`(text: String) {
        #expect(ConnectionLink.isMeant(by: text))
    }

    @Test(arguments: ["", "https://shop.example", "bitcoin:bc1q", "pay_1", String(repeating: "wc:", count: 10_000)])
    func `other texts are not meant as links of WalletConnect`(text: String) {
        #expect(!ConnectionLink.isMeant(by: text))
    }

    // MARK: Version 1

    private static let legacy = "wc:8a5e5bdc-a0e4-4702-ba63-8f1a5655744f@1"

    @Test(arguments: [
        ("https://bridge.example", "wss://bridge.example"),
        ("https://bridge.example:8443/v1", "wss://bridge.example:8443/v1"),
        ("wss://bridge.example/?a=b", "wss://bridge.example/?a=b"),
        ("HTTPS://Bridge.Example:443", "wss://bridge.example"),
        ("http://localhost:5001", "ws://localhost:5001"), ("ws://127.0.0.1:80/x", "ws://127.0.0.1/x"),
    ])
    func `a session of version 1 is read`(bridge: String, address: String) throws {
        let text = "\(Self.legacy)?bridge=\(Self.encoded(bridge))&key=\(Vectors.symmetric)"
        guard case .legacy(let uri) = try read(text) else {
            Issue.record("\(text) is not of version 1")
            return
        }
        #expect(uri.handshakeTopic == "8a5e5bdc-a0e4-4702-ba63-8f1a5655744f")
        #expect(uri.bridge == address)
        #expect(uri.key.digits == Vectors.symmetric)
        #expect(try read(uri.text) == .legacy(uri))
        #expect(!"\(uri)".contains(Vectors.symmetric))
    }

    @Test(arguments: [
        ("\(legacy)?bridge=https%3A%2F%2Fb.example", WalletConnectError.Link.key),
        ("\(legacy)?key=\(Vectors.symmetric)", .bridge), ("\(legacy)?bridge=x&key=\(Vectors.symmetric)", .bridge),
        ("\(legacy)?bridge=http%3A%2F%2Fb.example&key=\(Vectors.symmetric)", .bridge),
        ("\(legacy)?bridge=ws%3A%2F%2Flocalhost.evil.example&key=\(Vectors.symmetric)", .bridge),
        ("\(legacy)?bridge=file%3A%2F%2F%2Fetc&key=\(Vectors.symmetric)", .bridge),
        ("\(legacy)?bridge=https%3A%2F%2Fu%40b.example&key=\(Vectors.symmetric)", .bridge),
        ("\(legacy)?bridge=https%3A%2F%2Fb.example%5C%40c&key=\(Vectors.symmetric)", .bridge),
        ("\(legacy)?bridge=https%3A%2F%2Fb.example&key=\(Vectors.symmetric)0", .key),
        ("wc:@1?bridge=https%3A%2F%2Fb.example&key=\(Vectors.symmetric)", .topic),
        ("wc:a_b@1?bridge=https%3A%2F%2Fb.example&key=\(Vectors.symmetric)", .topic),
    ])
    func `a malformed session of version 1 is refused`(text: String, fault: WalletConnectError.Link) {
        #expect(throws: WalletConnectError.link(fault)) { try read(text) }
    }
}
