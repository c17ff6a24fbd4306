import Bridge
import Primitives
import Testing

@testable import WalletConnect

@Suite struct RelayTokenTests {
    private static let now = Vectors.issuedAt + 60

    private func verify(
        _ text: String, audience: Set<String>? = [Vectors.audience], now: Int64 = now
    ) throws(WalletConnectError) -> RelayToken {
        try RelayToken(verifying: text, audience: audience, now: now)
    }

    /// A token with any header and claims, signed by its issuer.
    private static func token(header: String = #"{"alg":"EdDSA","typ":"JWT"}"#, claims: String) throws -> String {
        let key = try ClientKey(copying: Vectors.bytes(Vectors.seed))
        let signed = "\(Base64Text.encodeForURL(header.utf8)).\(Base64Text.encodeForURL(claims.utf8))"
        return "\(signed).\(Base64Text.encodeForURL(key.sign(Array(signed.utf8))))"
    }

    private static func claims(
        iss: String = Vectors.issuer, sub: String = #""\#(Vectors.subject)""#, aud: String = #""\#(Vectors.audience)""#,
        iat: String = "1656910097", exp: String = "1656996497"
    ) -> String {
        #"{"iss":"\#(iss)","sub":\#(sub),"aud":\#(aud),"iat":\#(iat),"exp":\#(exp)}"#
    }

    @Test func `a token is the published one`() throws {
        let key = try ClientKey(copying: Vectors.bytes(Vectors.seed))
        let text = RelayToken.make(
            key: key, audience: Vectors.audience, subject: Vectors.subject, now: Vectors.issuedAt)
        #expect(text == Vectors.token)
        let token = try verify(text)
        #expect(token.issuer == key.id)
        #expect(token.subject == Vectors.subject)
        #expect(token.audience == Vectors.audience)
        #expect(token.issuedAt == Vectors.issuedAt)
        #expect(token.expiry == Vectors.issuedAt + 86_400)
    }

    @Test(arguments: [
        "", ".", "..", "a.b.c", "....", Vectors.token + ".", Vectors.token + "=", String(Vectors.token.dropLast(87)),
        String(repeating: "a", count: 100_000), Vectors.token.replacing(".", with: " "),
    ])
    func `a text that is not a token is refused`(text: String) {
        #expect(throws: WalletConnectError.self) { try verify(text) }
    }

    @Test func `a token with any character changed is refused`() {
        for place in Vectors.token.indices {
            var changed = Vectors.token
            changed.replaceSubrange(place...place, with: changed[place] == "A" ? "B" : "A")
            #expect(throws: WalletConnectError.self) { try verify(changed) }
        }
    }

    @Test(arguments: [
        #"{"alg":"none","typ":"JWT"}"#, #"{"typ":"JWT"}"#, #"{"alg":"HS256","typ":"JWT"}"#,
        #"{"alg":"eddsa","typ":"JWT"}"#,
        #"{"alg":["EdDSA"],"typ":"JWT"}"#,
    ])
    func `a header with another algorithm is refused`(header: String) throws {
        let text = try Self.token(header: header, claims: Self.claims())
        #expect(throws: WalletConnectError.token(.algorithm)) { try verify(text) }
    }

    @Test(arguments: [
        #"{"alg":"EdDSA","typ":"JWE"}"#, #"{"alg":"EdDSA","crit":["exp"]}"#, #"["EdDSA"]"#,
        #"{"alg":"EdDSA","alg":"EdDSA"}"#,
    ])
    func `a header of another form is refused`(header: String) throws {
        let text = try Self.token(header: header, claims: Self.claims())
        #expect(throws: WalletConnectError.token(.form)) { try verify(text) }
    }

    @Test(arguments: [
        claims(iss: "did:key:z"), claims(iss: ""), claims(sub: "1"), claims(sub: #""""#), claims(aud: "null"),
        claims(aud: #"["wss://relay.walletconnect.com"]"#), claims(iat: #""1656910097""#), claims(exp: "1e10"),
        claims(exp: "null"),
        claims(exp: "-1"), claims(exp: "9223372036854775807"), "[]", "{}",
    ])
    func `claims of another form are refused`(claims: String) throws {
        let text = try Self.token(claims: claims)
        #expect(throws: WalletConnectError.token(.form)) { try verify(text) }
    }

    @Test func `a token of another issuer is refused`() throws {
        let text = try Self.token(claims: Self.claims(iss: ClientKey.random().id.description))
        #expect(throws: WalletConnectError.token(.signature)) { try verify(text) }
    }

    @Test func `a token for another relay is refused, unless any is accepted`() throws {
        #expect(throws: WalletConnectError.token(.audience)) {
            try verify(Vectors.token, audience: ["wss://own.example"])
        }
        #expect(throws: WalletConnectError.token(.audience)) { try verify(Vectors.token, audience: []) }
        _ = try verify(Vectors.token, audience: nil)
    }

    @Test func `the clocks may differ by two minutes`() throws {
        let end = Vectors.issuedAt + 86_400
        _ = try verify(Vectors.token, now: end + 119)
        #expect(throws: WalletConnectError.token(.expired)) { try verify(Vectors.token, now: end + 120) }
        _ = try verify(Vectors.token, now: Vectors.issuedAt - 120)
        #expect(throws: WalletConnectError.token(.notYetValid)) {
            try verify(Vectors.token, now: Vectors.issuedAt - 121)
        }
        #expect(throws: WalletConnectError.token(.expired)) { try verify(Vectors.token, now: .max) }
        #expect(throws: WalletConnectError.token(.notYetValid)) { try verify(Vectors.token, now: .min) }
    }

    @Test func `each connection has its own name`() {
        let names = Set((0..<100).map { _ in RelayToken.randomSubject() })
        #expect(names.count == 100)
        #expect(names.allSatisfy { $0.utf8.count == 64 })
    }

    /// reown-swift, Base58Tests.
    @Test(arguments: [
        ("", ""), ("61", "2g"), ("626262", "a3gV"), ("636363", "aPEr"),
        ("73696d706c792061206c6f6e6720737472696e67", "2cFupjhnEsSn59qHXstmK2ffpLv2"),
        ("00eb15231dfceb60925886b67d065299925915aeb172c06647", "1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L"),
        ("516b6fcd0f", "ABnLTmg"), ("bf4f89001e670274dd", "3SEo3LWLoPntC"), ("572e4794", "3EFU7m"),
        ("ecac89cad93923c02321", "EJDM8drfXA6uyA"), ("10c8511e", "Rt5zm"),
        ("00000000000000000000", "1111111111"),
    ])
    func `base 58 is the published one`(hex: String, text: String) throws {
        #expect(Base58.encode(try Vectors.bytes(hex)) == text)
        #expect(try Base58.decode(text) == Vectors.bytes(hex))
    }
}
