import Bridge
import Testing
import Ethereum

@Suite struct SignInMessageTests {
    @Test func `the example of the standard is read`() throws {
        let message = try SignInMessage(example)
        #expect(message.scheme == nil)
        #expect(message.domain == "example.com")
        #expect(message.address.description == "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2")
        #expect(message.statement == "I accept the ExampleOrg Terms of Service: https://example.com/tos")
        #expect(message.uri == "https://example.com/login")
        #expect(message.chainID == 1)
        #expect(message.nonce == "32891756")
        #expect(message.issuedAt.text == "2021-09-30T16:25:24Z")
        #expect(message.issuedAt.secondsSince1970 == 1_633_019_124)
        #expect(message.expirationTime == nil)
        #expect(
            message.resources == [
                "ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/",
                "https://example.com/my-web2-claim.json",
            ])
    }

    @Test func `every optional part is read`() throws {
        let message = try SignInMessage(
            """
            https://example.com:3388 wants you to sign in with your Ethereum account:
            0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2


            URI: https://example.com/login?a=b%20c#d
            Version: 1
            Chain ID: 8453
            Nonce: 32891756abc
            Issued At: 2021-09-30T16:25:24.123+02:00
            Expiration Time: 2021-10-01T00:00:00Z
            Not Before: 2021-09-30T00:00:00-00:30
            Request ID: some%20id:1
            Resources:
            """)
        #expect(message.scheme == "https")
        #expect(message.domain == "example.com:3388")
        #expect(message.statement == nil)
        #expect(message.chainID == 8_453)
        #expect(message.issuedAt.secondsSince1970 == 1_633_011_924)
        #expect(message.expirationTime?.secondsSince1970 == 1_633_046_400)
        #expect(message.notBefore?.secondsSince1970 == 1_632_961_800)
        #expect(message.requestID == "some%20id:1")
        #expect(message.resources == [])
    }

    @Test(arguments: [
        ("example.com wants", "wants", "first line"),
        ("example.com wants", " wants", "domain"),
        ("example.com wants", "good.example@evil.example wants", "domain"),
        ("example.com wants", "example.com/path wants", "domain"),
        ("example.com wants", "ｅxample.com wants", "domain"),
        ("example.com wants", "example.com:99999999 wants", "domain"),
        ("example.com wants", "1http://example.com wants", "scheme"),
        ("wants you", "Wants you", "first line"),
        ("account:\n", "account: \n", "first line"),
        ("account:\n", "account:\r\n", "first line"),
        ("0xC02aaA39", "0xc02aaA39", "address"),
        ("\n\nI accept", "\nI accept", "statement"),
        ("I accept", "I äccept", "statement"),
        ("tos\n\nURI", "tos\nURI", "statement"),
        ("tos\n\nURI", "tos\n\n\nURI", "URI"),
        ("URI: https", "URI:https", "URI"),
        ("URI: https://example.com/login", "URI: example.com/login", "URI"),
        ("URI: https://example.com/login", "URI: https://example.com/a b", "URI"),
        ("URI: https://example.com/login", "URI: https://example.com/%zz", "URI"),
        ("URI: https://example.com/login", "URI: https://127.0:0.1:4361", "URI"),
        ("URI: https://example.com/login", "URI: https://[:cafe]", "URI"),
        ("URI: https://example.com/login", "URI: https://[::1]x/", "URI"),
        ("URI: https://example.com/login", "URI: https://[::1", "URI"),
        ("URI: https://example.com/login", "URI: https://[1.2.3.4]", "URI"),
        ("URI: https://example.com/login", "URI: https://[]", "URI"),
        ("URI: https://example.com/login", "URI: https://example.com:80a/", "URI"),
        ("URI: https://example.com/login", "URI: https://a@b@example.com/", "URI"),
        ("URI: https://example.com/login", "URI: https://example.com/[x]", "URI"),
        ("URI: https://example.com/login", "URI: https://ex[a]mple.com/", "URI"),
        ("example.com wants", "[:cafe] wants", "domain"),
        ("example.com wants", "[1.2.3.4] wants", "domain"),
        ("URI: https://example.com/login", "URI: https://example.com/#a#b", "URI"),
        ("Version: 1", "Version: 2", "Version"),
        ("Version: 1\n", "", "Version"),
        ("Chain ID: 1", "Chain ID: 01", "Chain ID"),
        ("Chain ID: 1", "Chain ID: 0x1", "Chain ID"),
        ("Chain ID: 1", "Chain ID: -1", "Chain ID"),
        ("Chain ID: 1", "Chain ID: ", "Chain ID"),
        ("Nonce: 32891756", "Nonce: 3289175", "Nonce"),
        ("Nonce: 32891756", "Nonce: 3289175-", "Nonce"),
        ("2021-09-30T16:25:24Z", "2021-09-31T16:25:24Z", "Issued At"),
        ("2021-09-30T16:25:24Z", "2021-09-30 16:25:24Z", "Issued At"),
        ("2021-09-30T16:25:24Z", "2021-09-30T16:25:24", "Issued At"),
        ("2021-09-30T16:25:24Z", "2021-09-30T24:00:00Z", "Issued At"),
        ("2021-09-30T16:25:24Z", "2021-09-30T16:25:24.Z", "Issued At"),
        ("Resources:", "Request ID: a b\nResources:", "Request ID"),
        ("Resources:", "Not Before: 2021-09-30T16:25:24Z\nExpiration Time: 2021-09-30T16:25:24Z", "end"),
        ("- https", "* https", "Resources"),
        ("claim.json", "claim.json\n", "Resources"),
        ("claim.json", "claim.json\nNonce: 12345678", "Resources"),
    ])
    func `a slightly malformed message is refused with the part that is wrong`(old: String, new: String, part: String) {
        let message = String(example.replacing(old, with: new, maxReplacements: 1))
        #expect(message != example)
        #expect(throws: EthereumError.signIn(part: part)) { try SignInMessage(message) }
        // A refused message must still be detected as a sign-in attempt, unless the phrase itself is missing.
        #expect(SignInMessage.isSuspected(in: message))
    }

    @Test(arguments: [
        "https://example.com", "https://example.com:/", "https://user:x@example.com:8443/a;b?c=/d?e#f?", "urn:uuid:1",
        "https://[::1]:80/", "https://[::ffff:10.0.0.1]", "https://[v7.a:b]/", "file:///etc", "mailto:a@b.example",
        "https://127.0/x", "did:key:z6Mk", "a:", "ipfs://bafy/%20",
    ])
    func `a URI as in RFC 3986 is accepted`(uri: String) throws {
        let text = String(example.replacing("URI: https://example.com/login", with: "URI: \(uri)"))
        #expect(try SignInMessage(text).uri == uri)
    }

    @Test func `unrelated texts are refused without suspicion`() {
        for text in ["", "\n", "Hello", "sign in with your account"] {
            #expect(throws: EthereumError.self) { try SignInMessage(text) }
            #expect(!SignInMessage.isSuspected(in: text))
        }
    }

    @Test(arguments: [
        "evil.example WANTS YOU to sign in with your Ethereum account:",
        "evil.example wants  you\tto sign in\u{A0}with your\nEthereum account",
        "evil.example wants y\u{200B}ou to sign in with your Ethe\u{AD}reum account:",
    ])
    func `a disguised sign-in message is still suspicious`(text: String) {
        #expect(SignInMessage.isSuspected(in: text))
    }

    @Test(arguments: [
        ("example.com", "https://example.com", true),
        ("EXAMPLE.com", "https://example.com", true),
        ("example.com:443", "https://example.com", true),
        ("https://example.com", "https://example.com", true),
        ("HTTPS://example.com", "https://example.com", true),
        ("localhost:8080", "http://localhost:8080", true),
        ("[::1]:8080", "http://[::1]:8080", true),
        ("http://example.com", "https://example.com", false),
        ("example.com", "https://example.com:8443", false),
        ("example.com:8443", "https://example.com", false),
        ("www.example.com", "https://example.com", false),
        ("example.com", "https://www.example.com", false),
        ("example.com.", "https://example.com", false),
        ("example.com.evil.example", "https://example.com", false),
    ])
    func `a message is valid for one site only`(domain: String, origin: String, isFor: Bool) throws {
        let message = try SignInMessage(String(example.replacing("example.com wants", with: "\(domain) wants")))
        #expect(try message.isFor(Origin(serialized: origin)) == isFor)
    }

    @Test func `only days that exist are accepted`() {
        #expect(SignInTime("1970-01-01T00:00:00Z")?.secondsSince1970 == 0)
        #expect(SignInTime("2000-02-29T12:00:00z")?.secondsSince1970 == 951_825_600)
        #expect(SignInTime("2100-03-01T00:00:00Z")?.secondsSince1970 == 4_107_542_400)
        #expect(SignInTime("1969-12-31T23:59:59Z")?.secondsSince1970 == -1)
        #expect(SignInTime("2016-12-31T23:59:60Z") != nil)
        for text in ["2100-02-29T00:00:00Z", "2021-02-29T00:00:00Z", "2021-00-01T00:00:00Z", "2021-01-00T00:00:00Z"] {
            #expect(SignInTime(text) == nil)
        }
    }
}

private let example = """
    example.com wants you to sign in with your Ethereum account:
    0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

    I accept the ExampleOrg Terms of Service: https://example.com/tos

    URI: https://example.com/login
    Version: 1
    Chain ID: 1
    Nonce: 32891756
    Issued At: 2021-09-30T16:25:24Z
    Resources:
    - ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
    - https://example.com/my-web2-claim.json
    """
