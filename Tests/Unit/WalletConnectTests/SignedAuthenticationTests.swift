import Bridge
import Primitives
import Testing

@testable import WalletConnect

/// Real signatures, from WalletConnectRust's relay_rpc, auth/cacao/tests.rs.
@Suite struct SignedAuthenticationTests {
    private static let first =
        #"{"h":{"t":"eip4361"},"p":{"iss":"did:pkh:eip155:1:0xB1bad80be351061Db2F726D2dDe28E0Ebbb88D30","domain":"keys.walletconnect.com","aud":"https://keys.walletconnect.com","version":"1","nonce":"2c586f5025cb20094329ccd83684e2b192bebb2a3f83fc91b0b27aa817fd24de","iat":"2023-05-17T14:22:32+02:00","resources":["did:key:z6MkhoV7JnKEFgwai4R1ui14xcPDnqVFZ3a9dUNM3fE3z3Nf"]},"s":{"t":"eip191","s":"0x991f379195564ba1d131c53cc9b3cf13c03e3a8111f502fd40ca12e1d04d98ea58531295c48f852c9c35a938c778f52a2c994f109fc0e94cc4e16f62d41d54371c"}}"#

    private static let second =
        #"{"h":{"t":"eip4361"},"p":{"iss":"did:pkh:eip155:1:0xdFe7d0E324ed017a74aE311E9236E6CaDB24176b","domain":"com.walletconnect.sample.web3inbox","aud":"did:key:z6MkvjNoiz9AXGH1igzrtB54US5hE9bZPQm1ryKGkCLwWht7","version":"1","nonce":"6c9435d868ce15e0a1b0987a61a975e8c0edda17054840548dabf0a3c55cf5e4","iat":"2023-09-07T11:04:23+02:00","statement":"I further authorize this DAPP to send and receive messages on my behalf for this domain and manage my identity at identity.walletconnect.com.","resources":["identity.walletconnect.com"]},"s":{"t":"eip191","s":"0x18b8dd2595930bd4bcd8066ad9fca5c54aaab20d2ec1cf46ff90baa5a91acad80f064a2f533d9dfc75928958a1da8e4f6755e14cab325a40a3a51e4bd6f2a1c91b"}}"#

    /// Signed with one empty line instead of two.
    private static let negative =
        #"{"h":{"t":"eip4361"},"p":{"iss":"did:pkh:eip155:1:0xF5dA9A1Aa622903ae73f5eFE46485531913202AF","domain":"keys.walletconnect.com","aud":"https://keys.walletconnect.com","version":"1","nonce":"0d98d4e5d8c19d4cff09cd25f1863bca650d2b4009bd62f04dff7171438c4773","iat":"2023-05-17T14:14:24+02:00","resources":["did:key:z6MkgzojB48jpTcLTatSCRHNpoMRvQbz8r13UJ1KyteHjEu9"]},"s":{"t":"eip191","s":"0x726caf0b066fd857889fa73a8b04cbe249161c37a9342854ec92258a85a91ca5720d6d61afe45c7a54f42373ab1c90d888257637a938af5d9f242adad43b204d1b"}}"#

    private static let now: Int64 = 1_700_000_000

    private static func read(_ text: String) throws -> SignedAuthentication {
        try SignedAuthentication(JSON(parsing: text))
    }

    @Test(arguments: [first, second])
    func `a published signature is by its issuer`(text: String) throws {
        let signed = try Self.read(text)
        #expect(try signed.verify(now: Self.now) == signed.payload.account)
        #expect(signed.json.text == text)
    }

    @Test func `a signature over a text with one empty line is not by its issuer`() throws {
        let signed = try Self.read(Self.negative)
        #expect(throws: WalletConnectError.signIn(.signature)) { try signed.verify(now: Self.now) }
        // It is by the issuer over the other text, so it is the text that decides.
        let text = try signed.payload.message().replacing("\n\n\nURI", with: "\n\nURI")
        let signature = try RecoverableSignature(encoded: Vectors.bytes(signed.signature.text))
        let key = try signature.signer(of: SignedAuthentication.digest(of: text))
        let address = Hex.encode(Keccak256.hash(key.uncompressed.dropFirst()).bytes.suffix(20))
        #expect(signed.payload.account?.address.lowercased() == "0x" + address)
    }

    @Test func `a signature over any other payload is refused`() throws {
        let changes: [(inout SignedAuthentication.Payload) -> Void] = [
            { $0.domain = "evil.example" }, { $0.audience = "https://evil.example" }, { $0.nonce = "1" },
            { $0.issuedAt = "2023-05-17T14:22:33+02:00" }, { $0.version = "2" }, { $0.statement = "x" },
            { $0.requestID = "x" }, { $0.resources = nil }, { $0.resources = [] },
            { $0.expiration = "2099-01-01T00:00:00Z" },
            { $0.notBefore = "2000-01-01T00:00:00Z" }, { $0.issuer = $0.issuer.replacing(":1:", with: ":2:") },
            { $0.issuer = "did:pkh:eip155:1:0xF5dA9A1Aa622903ae73f5eFE46485531913202AF" },
        ]
        for change in changes {
            var signed = try Self.read(Self.first)
            change(&signed.payload)
            #expect(throws: WalletConnectError.signIn(.signature)) { try signed.verify(now: Self.now) }
        }
    }

    @Test(arguments: [
        "", "0x", "0x00", String(repeating: "0", count: 132), "0x" + String(repeating: "0", count: 130),
        "0x" + String(repeating: "f", count: 130), "0x" + String(repeating: "g", count: 130),
    ])
    func `a malformed signature is refused`(text: String) throws {
        var signed = try Self.read(Self.first)
        signed.signature.text = text
        #expect(throws: WalletConnectError.signIn(.signature)) { try signed.verify(now: Self.now) }
    }

    @Test func `a signature with the recovery ID 0 or 1 is read`() throws {
        var signed = try Self.read(Self.first)
        signed.signature.text = signed.signature.text.dropLast(2) + "01"
        try signed.verify(now: Self.now)
    }

    @Test(arguments: [
        ("eip1271", WalletConnectError.SignIn.needsChain), ("eip6492", .needsChain), ("eip191 ", .signature),
        ("", .signature),
        ("solana", .signature),
    ])
    func `a signature of a contract needs its chain, and an unknown kind is refused`(
        type: String, fault: WalletConnectError.SignIn
    ) throws {
        var signed = try Self.read(Self.first)
        signed.signature.type = type
        #expect(throws: WalletConnectError.signIn(fault)) { try signed.verify(now: Self.now) }
    }

    @Test func `a key of Ethereum does not sign for an account elsewhere`() throws {
        var signed = try Self.read(Self.first)
        signed.payload.issuer = signed.payload.issuer.replacing("eip155:1", with: "solana:x")
        #expect(throws: WalletConnectError.signIn(.signature)) { try signed.verify(now: Self.now) }
    }

    @Test(arguments: [
        ("2023-11-14T22:13:21Z", String?.none, WalletConnectError.SignIn?.some(.signature)),
        ("2023-11-14T22:13:20Z", nil, .expired), ("2023-11-14T23:13:20+01:00", nil, .expired),
        ("soon", nil, .member("exp")),
        ("2099-01-01T00:00:00Z", "2023-11-14T22:13:21Z", .notYetValid), ("2099-01-01T00:00:00Z", "x", .member("nbf")),
        ("2099-01-01T00:00:00Z", "2023-11-14T22:13:20Z", .signature),
    ])
    func `a sign-in counts within its times only`(
        expiration: String, notBefore: String?, fault: WalletConnectError.SignIn?
    ) throws {
        var signed = try Self.read(Self.first)
        signed.payload.expiration = expiration
        signed.payload.notBefore = notBefore
        guard let fault else { return }
        #expect(throws: WalletConnectError.signIn(fault)) { try signed.verify(now: Self.now) }
    }

    @Test(arguments: [
        "{}", "[]", #"{"h":{"t":"x"},"p":{},"s":{}}"#, first.replacing("eip4361", with: "jwt"),
        first.replacing(#""domain":"#, with: #""d":"#), first.replacing(#""s":"0x"#, with: #""x":"0x"#),
        first.replacing(#""iss":""#, with: #""iss":"\n"#),
        first.replacing(#""resources":["#, with: #""resources":[1,"#),
    ])
    func `a malformed sign-in is refused`(text: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: WalletConnectError.self) { try SignedAuthentication(json) }
    }

    // MARK: Answers

    private static func request() throws -> SignInRequest {
        let payload = try read(first).payload
        var request = SignInRequest(
            chains: [ChainID(eip155: 1)], domain: payload.domain, audience: payload.audience, nonce: payload.nonce,
            issuedAt: payload.issuedAt)
        request.resources = payload.resources
        return request
    }

    @Test func `an answer to what was asked is accepted`() throws {
        try Self.read(Self.first).check(answers: Self.request())
    }

    @Test func `an answer to something else is refused`() throws {
        let changes: [(inout SignInRequest) -> Void] = [
            { $0.domain = "a" }, { $0.audience = "a" }, { $0.nonce = "a" }, { $0.issuedAt = "a" }, { $0.chains = [] },
            { $0.chains = [ChainID(eip155: 2)] }, { $0.expiration = "a" }, { $0.notBefore = "a" },
            { $0.requestID = "a" },
            { $0.resources = [] }, { $0.resources = nil }, { $0.version = "2" }, { $0.statement = "a" },
        ]
        let signed = try Self.read(Self.first)
        for change in changes {
            var request = try Self.request()
            change(&request)
            #expect(throws: WalletConnectError.signIn(.otherRequest)) { try signed.check(answers: request) }
        }
    }

    @Test func `an answer may have the statement of the app, or that with the capability`() throws {
        let granted = Capabilities(namespace: "eip155", methods: ["a"], chains: [])
        var request = try Self.request()
        request.statement = "S."
        request.resources = [granted.text]
        var signed = try Self.read(Self.first)
        signed.payload.resources = request.resources
        for statement in ["S.", "S. \(granted.statement)"] {
            signed.payload.statement = statement
            try signed.check(answers: request)
        }
        for statement in [nil, "", "S", granted.statement, "S. \(granted.statement) more"] {
            signed.payload.statement = statement
            #expect(throws: WalletConnectError.signIn(.otherRequest)) { try signed.check(answers: request) }
        }
    }

    @Test func `an answer may grant less than was asked, and not more`() throws {
        let asked = Capabilities(namespace: "eip155", methods: ["a", "b"], chains: [])
        var request = try Self.request()
        request.resources = [asked.text]
        var signed = try Self.read(Self.first)
        signed.payload.resources = [Capabilities(namespace: "eip155", methods: ["a"], chains: []).text]
        try signed.check(answers: request)
        for more in [
            Capabilities(namespace: "eip155", methods: ["a", "c"], chains: []),
            Capabilities(namespace: "solana", methods: ["a"], chains: []),
        ] {
            signed.payload.resources = [more.text]
            #expect(throws: WalletConnectError.signIn(.otherRequest)) { try signed.check(answers: request) }
        }
    }

    // MARK: Times

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", Int64?(0)), ("2023-05-17T14:22:32+02:00", 1_684_326_152),
        ("2024-02-29T23:59:59.999Z", 1_709_251_199), ("2000-03-01T00:00:00-05:30", 951_888_600),
        ("9999-12-31T23:59:60Z", 253_402_300_800), ("2024-02-16 10:37:48.988z", 1_708_079_868),
        ("2023-02-29T00:00:00Z", nil), ("2100-02-29T00:00:00Z", nil), ("2023-13-01T00:00:00Z", nil),
        ("2023-00-01T00:00:00Z", nil), ("2023-01-00T00:00:00Z", nil), ("2023-01-01T24:00:00Z", nil),
        ("2023-01-01T00:60:00Z", nil), ("2023-01-01T00:00:61Z", nil), ("2023-01-01T00:00:00", nil),
        ("2023-01-01T00:00:00+24:00", nil), ("2023-01-01T00:00:00.Z", nil), ("1969-12-31T23:59:59Z", nil),
        ("1970-01-01T00:00:00+01:00", nil), ("2023-01-01T00:00:00ZZ", nil), ("", nil), ("2023", nil),
        ("２023-01-01T00:00:00Z", nil), ("2023-01-01T00:00:00." + String(repeating: "1", count: 100) + "Z", nil),
    ])
    func `a time is read by RFC 3339`(text: String, seconds: Int64?) {
        #expect(Timestamp.seconds(of: text) == seconds)
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00Z"), (951_827_696, "2000-02-29T12:34:56Z"),
        (1_709_251_199, "2024-02-29T23:59:59Z"), (1_735_689_599, "2024-12-31T23:59:59Z"),
        (1_735_689_600, "2025-01-01T00:00:00Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"), (.max, "9999-12-31T23:59:59Z"), (.min, "1970-01-01T00:00:00Z"),
    ])
    func `a time is written by RFC 3339`(seconds: Int64, text: String) {
        #expect(Timestamp.text(of: seconds) == text)
        #expect(Timestamp.seconds(of: text) == min(max(seconds, 0), 253_402_300_799))
    }
}
