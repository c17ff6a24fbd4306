import Bridge
import Testing

@testable import WalletConnect

/// The texts that users sign, by reown-swift's SIWEFromCacaoPayloadFormatterTests and EIP-5573.
@Suite struct SignInMessageTextTests {
    private static let address = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2"

    private static let links = [
        "ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/", "https://example.com/my-web2-claim.json",
    ]

    private static let recap =
        "urn:recap:eyJhdHQiOiB7ImVpcDE1NSI6IHsicmVxdWVzdC9ldGhfc2VuZFRyYW5zYWN0aW9uIjogW10sICJyZXF1ZXN0L3BlcnNvbmFsX3NpZ24iOiBbXX19fQ=="

    private static func message(
        statement: String? = "I accept the ServiceOrg Terms of Service: https://service.invalid/tos",
        resources: [String]? = links, account: String = "eip155:1:\(address)"
    ) throws -> String {
        var request = SignInRequest(
            chains: [], domain: "service.invalid", audience: "https://service.invalid/login", nonce: "32891756",
            issuedAt: "2021-09-30T16:25:24Z")
        request.statement = statement
        request.resources = resources
        return try SignedAuthentication.Payload(request, account: #require(AccountID(account))).message()
    }

    private static func expected(
        kind: String = "Ethereum", address: String = address, chain: String = "1", statement: String?,
        resources: [String]?
    ) -> String {
        let middle = statement.map { "\n\($0)\n" } ?? "\n"
        let tail = resources.map { "\nResources:" + $0.map { "\n- \($0)" }.joined() } ?? ""
        return """
            service.invalid wants you to sign in with your \(kind) account:
            \(address)
            \(middle)
            URI: https://service.invalid/login
            Version: 1
            Chain ID: \(chain)
            Nonce: 32891756
            Issued At: 2021-09-30T16:25:24Z\(tail)
            """
    }

    private static let tos = "I accept the ServiceOrg Terms of Service: https://service.invalid/tos"

    @Test func `a message has its lines in the order of the specification`() throws {
        #expect(try Self.message() == Self.expected(statement: Self.tos, resources: Self.links))
    }

    @Test func `without a statement there are two empty lines`() throws {
        let text = try Self.message(statement: nil)
        #expect(text == Self.expected(statement: nil, resources: Self.links))
        #expect(text.contains("\(Self.address)\n\n\nURI: "))
        #expect(try Self.message(statement: "") == text)
    }

    @Test func `resources may be missing or none`() throws {
        #expect(try Self.message(resources: nil) == Self.expected(statement: Self.tos, resources: nil))
        #expect(try Self.message(resources: []) == Self.expected(statement: Self.tos, resources: []))
        #expect(try Self.message(statement: nil, resources: nil) == Self.expected(statement: nil, resources: nil))
    }

    @Test(arguments: [
        ("bip122:000000000019d6689c085ae165831e93:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "Bitcoin"),
        ("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv", "Solana"),
        ("cosmos:cosmoshub-4:cosmos1abcdefghijklmnopqrstuvwxyz0123456789", "Cosmos"),
    ])
    func `the first line names the kind of the account`(account: String, kind: String) throws {
        let parts = account.split(separator: ":").map(String.init)
        let expected = Self.expected(
            kind: kind, address: parts[2], chain: parts[1], statement: Self.tos, resources: Self.links)
        #expect(try Self.message(account: account) == expected)
    }

    private static let recapStatement =
        "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': "
        + "'eth_sendTransaction', 'personal_sign' for 'eip155'."

    @Test func `a capability is a sentence of the statement`() throws {
        #expect(
            try Self.message(resources: [Self.recap])
                == Self.expected(statement: "\(Self.tos) \(Self.recapStatement)", resources: [Self.recap]))
        #expect(
            try Self.message(statement: nil, resources: [Self.recap])
                == Self.expected(statement: Self.recapStatement, resources: [Self.recap]))
    }

    @Test func `a capability that the app wrote into the statement is not repeated`() throws {
        #expect(
            try Self.message(statement: "A. \(Self.recapStatement)", resources: [Self.recap])
                == Self.expected(statement: "A. \(Self.recapStatement)", resources: [Self.recap]))
    }

    @Test func `an app cannot hide a capability behind a sentence of the same form`() throws {
        let harmless =
            "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_accounts' "
            + "for 'eip155'."
        #expect(
            try Self.message(statement: harmless, resources: [Self.recap])
                == Self.expected(statement: "\(harmless) \(Self.recapStatement)", resources: [Self.recap]))
    }

    @Test func `all optional lines are in order`() throws {
        var request = SignInRequest(
            chains: [], domain: "service.invalid", audience: "https://service.invalid/login", nonce: "32891756",
            issuedAt: "2021-09-30T16:25:24Z")
        request.expiration = "2021-10-01T00:00:00Z"
        request.notBefore = "2021-09-30T00:00:00Z"
        request.requestID = "r1"
        let payload = SignedAuthentication.Payload(
            request, account: try #require(AccountID("eip155:1:\(Self.address)")))
        #expect(
            try payload.message().hasSuffix(
                """
                Issued At: 2021-09-30T16:25:24Z
                Expiration Time: 2021-10-01T00:00:00Z
                Not Before: 2021-09-30T00:00:00Z
                Request ID: r1
                """))
    }

    @Test func `an issuer that is not an account gives no message`() throws {
        let account = try #require(AccountID("eip155:1:\(Self.address)"))
        var payload = SignedAuthentication.Payload(
            SignInRequest(chains: [], domain: "a", audience: "b", nonce: "c", issuedAt: "d"), account: account)
        for issuer in ["", "did:key:z6Mk", "did:pkh:eip155:1", "eip155:1:0xab", "did:pkh:eip155:1:0xab:c"] {
            payload.issuer = issuer
            #expect(throws: WalletConnectError.signIn(.issuer)) { try payload.message() }
        }
    }

    // MARK: Requests

    private static func payload(_ changes: String) throws -> JSON {
        let plain =
            #"{"type":"caip122","chains":["eip155:1"],"domain":"a.example","aud":"https://a.example","version":"1","nonce":"12345678","iat":"2021-09-30T16:25:24Z"}"#
        guard case .object(var object) = try JSON(parsing: plain), let more = try JSON(parsing: changes).object else {
            return .null
        }
        for member in more.members { object[member.key] = member.value }
        return .object(object)
    }

    @Test(arguments: [
        #"{"type":"x"}"#, #"{"chains":[]}"#, #"{"chains":["1"]}"#, #"{"chains":"eip155:1"}"#, #"{"chains":null}"#,
        #"{"domain":""}"#, #"{"domain":null}"#, #"{"domain":"a\nb"}"#, #"{"aud":null}"#, #"{"aud":"a\u2028b"}"#,
        #"{"version":"2"}"#, #"{"nonce":"1\nURI: x"}"#, #"{"iat":1}"#, #"{"exp":"a\rb"}"#, #"{"nbf":"a\u0000"}"#,
        #"{"statement":"a\n\nURI: https://evil.example"}"#, #"{"statement":"\u0085"}"#, #"{"requestId":"a\nb"}"#,
        #"{"resources":"x"}"#, #"{"resources":["a\nb"]}"#, #"{"resources":[""]}"#, #"{"resources":[1]}"#,
        #"{"resources":[\#((0..<65).map { #""r\#($0)""# }.joined(separator: ","))]}"#,
        #"{"statement":"\#(String(repeating: "a", count: 4_097))"}"#,
    ])
    func `a payload with a malformed member, or one of several lines, is refused`(changes: String) throws {
        let json = try Self.payload(changes)
        #expect(throws: WalletConnectError.self, "\(changes)") { try SignInRequest(Parameters(json)) }
    }

    @Test func `a payload without a version and with the older name of its address is read`() throws {
        let json = try Self.payload(#"{"version":null,"aud":null,"uri":"https://a.example","type":null}"#)
        let request = try SignInRequest(Parameters(json))
        #expect(request.version == "1")
        #expect(request.audience == "https://a.example")
        #expect(request.type == "caip122")
    }
}
