import Bridge
import Testing

@testable import WalletConnect

/// walletconnect-monorepo, utils/test/crypto.spec.ts, "should validate verify v2 jwt".
@Suite struct AttestationTests {
    private static let key =
        #"{"crv":"P-256","ext":true,"key_ops":["verify"],"kty":"EC","x":"CbL4DOYOb1ntd-8OmExO-oS0DWCMC00DntrymJoB8tk","y":"KTFwjHtQxGTDR91VsOypcdBfvbo6sAMj5p4Wb-9hRA0"}"#

    private static let token =
        "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3MjM2MzI1MDQsImlkIjoiMDkxN2YzMzk0YTdmMzkyZTg3ZTM1ZjM4OTg2OWU2NDEzZjkyNTBlMGIxZTE4YjUzMDhkNzBhM2VjOTJjZDQ3OCIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzAwMCIsImlzU2NhbSI6bnVsbCwiaXNWZXJpZmllZCI6ZmFsc2V9.RehA28c0Ae8D_ixvGS8uG9J9eTJtpGfaC_7kNE9ZNAVFREWBY6Dl_SXc0_E0RSvYkHpupfmXlmjenuDqNcyoeg"

    private static let hash = "0917f3394a7f392e87e35f389869e6413f9250e0b1e18b5308d70a3ec92cd478"
    private static let expiry: Int64 = 1_723_632_504

    private func verify(
        _ text: String = token, key: String = key, hash: String = hash, now: Int64 = expiry - 1
    ) throws -> Attestation {
        try Attestation(verifying: text, key: AttestationKey(JSON(parsing: key)), messageHash: hash, now: now)
    }

    @Test func `the published token is read`() throws {
        let attestation = try verify()
        #expect(attestation.origin == "http://localhost:3000")
        #expect(attestation.isScam == nil)
        #expect(!attestation.isVerified)
        #expect(attestation.expiry == Self.expiry)
    }

    @Test func `a key is read from the answer of the service, with its expiry`() throws {
        let key = try AttestationKey(JSON(parsing: #"{"publicKey":\#(Self.key),"expiresAt":1723632504}"#))
        #expect(key.expiry == Self.expiry)
        #expect(try AttestationKey(JSON(parsing: Self.key)).expiry == nil)
    }

    @Test func `a token about another message is refused`() {
        for hash in ["", Vectors.plainHash, Self.hash.uppercased()] {
            #expect(throws: WalletConnectError.token(.otherMessage)) { try verify(hash: hash) }
        }
    }

    @Test func `a token that has expired is refused, with five minutes of leeway`() throws {
        _ = try verify(now: Self.expiry + 299)
        #expect(throws: WalletConnectError.token(.expired)) { try verify(now: Self.expiry + 300) }
        #expect(throws: WalletConnectError.token(.expired)) { try verify(now: .max) }
    }

    @Test func `a token with any character changed is refused`() {
        for place in Self.token.indices {
            var changed = Self.token
            changed.replaceSubrange(place...place, with: changed[place] == "A" ? "B" : "A")
            #expect(throws: WalletConnectError.self) { try verify(changed) }
        }
    }

    @Test(arguments: [
        "", "a.b.c", "<html>not found</html>", Vectors.token, String(token.dropLast(86)),
        String(repeating: ".", count: 9_000),
    ])
    func `a text that is not a token of the service is refused`(text: String) {
        #expect(throws: WalletConnectError.self) { try verify(text) }
    }

    @Test func `a token of another key is refused`() {
        // NIST's base point of P-256.
        let other =
            #"{"crv":"P-256","x":"axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY","y":"T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}"#
        #expect(throws: WalletConnectError.token(.signature)) { try verify(key: other) }
    }

    @Test(arguments: [
        "{}", "[]", key.replacing("P-256", with: "P-384"), key.replacing(#""EC""#, with: #""RSA""#),
        key.replacing(#""x":"C"#, with: #""x":"+"#), key.replacing("8tk", with: ""), #"{"publicKey":null}"#,
        #"{"publicKey":{"crv":"P-256"}}"#,
    ])
    func `a malformed key is refused`(text: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: WalletConnectError.self) { try AttestationKey(json) }
    }

    @Test func `a key that is not a point of the curve verifies nothing`() {
        let key = Self.key.replacing("hRA0", with: "hRA4")
        #expect(throws: WalletConnectError.token(.signature)) { try verify(key: key) }
    }

    // MARK: Verdicts

    private static func answer(_ text: String) throws -> Attestation { try Attestation(answer: JSON(parsing: text)) }

    /// reown-swift, VerifyContextFactoryTests, and more.
    @Test(arguments: [
        (
            #"{"origin":"https://app.example","isVerified":true,"isScam":false}"#, "https://app.example",
            AppVerification.valid
        ),
        (#"{"origin":"https://app.example","isVerified":true,"isScam":null}"#, "https://APP.example:443/x?y#z", .valid),
        (
            #"{"origin":"https://app.example","isVerified":true}"#, "https://evil.example",
            .invalid(origin: "https://app.example")
        ),
        (
            #"{"origin":"https://app.example","isVerified":true}"#, "https://x.app.example",
            .invalid(origin: "https://app.example")
        ),
        (
            #"{"origin":"https://app.example","isVerified":true}"#, "https://app.example@evil.example",
            .invalid(origin: "https://app.example")
        ),
        (
            #"{"origin":"https://app.example","isVerified":true}"#, "https://evil.example\\@app.example",
            .invalid(origin: "https://app.example")
        ),
        (#"{"origin":"https://app.example","isVerified":true}"#, "", .invalid(origin: "https://app.example")),
        (#"{"origin":"","isVerified":true}"#, "", .invalid(origin: "")),
        (#"{"origin":"null","isVerified":true}"#, "null", .invalid(origin: "null")),
        (#"{"origin":"https://app.example","isVerified":false}"#, "https://app.example", .unknown),
        (#"{"origin":"https://app.example"}"#, "https://app.example", .unknown),
        (
            #"{"origin":"https://app.example","isVerified":true,"isScam":true}"#, "https://app.example",
            .scam(origin: "https://app.example")
        ),
        (
            #"{"origin":"https://app.example","isVerified":false,"isScam":true}"#, "https://app.example",
            .scam(origin: "https://app.example")
        ),
    ])
    func `the verdict compares the origin with what the app names`(
        answer: String, url: String, verdict: AppVerification
    ) throws {
        let attestation = try Self.answer(answer)
        #expect(AppVerification(attestation, metadata: AppMetadata(name: "App", url: url)) == verdict)
    }

    @Test func `without an attestation nothing is known`() {
        #expect(AppVerification(nil, metadata: AppMetadata(name: "App", url: "https://app.example")) == .unknown)
    }

    @Test(arguments: [
        ("https://app.example", true), ("https://app.example/x", true), ("http://app.example", false),
        ("https://app.example:8443", false), ("https://www.app.example", false), ("", false),
    ])
    func `a page in a window of the wallet is known by its origin`(url: String, isValid: Bool) throws {
        let origin = try Origin(serialized: "https://app.example")
        let verdict = AppVerification(page: origin, metadata: AppMetadata(name: "App", url: url))
        #expect(verdict == (isValid ? .valid : .invalid(origin: "https://app.example")))
    }
}
