import Testing

@testable import Relay

/// Vectors: walletconnect-utils, relay-auth test values, and the WalletConnect specification of the client's
/// authentication.
///
/// Base58: the Internet draft "The Base58 Encoding Scheme".
@Suite struct IdentityTests {
    private static let token = """
        eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQn\
        BYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiL\
        CJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ.bAKl1swvwqqV\
        _FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA
        """
    private static let issued = 1_656_910_097
    private static let expires = 1_656_996_497
    private static let key = "884ab67f787b69e534bfdba8d5beb4e719700e90ac06317ed177d49e5a33be5a"

    private let identity = Identity()

    private func fault(_ token: String, now: Int = issued, audiences: Set<String> = []) -> RelayError.TokenFault? {
        do throws(RelayError) {
            _ = try AuthToken(token, now: now, audiences: audiences)
            return nil
        } catch {
            guard case .token(let fault) = error else { return .malformed }
            return fault
        }
    }

    @Test func `the published token is valid, and names the published key`() throws {
        let token = try AuthToken(Self.token, now: Self.issued)
        #expect(String(decoding: token.client.bytes.hex, as: UTF8.self) == Self.key)
    }

    @Test func `a client is known by its key`() throws {
        #expect(try AuthToken(identity.token(issued: 1000), now: 1000).client == identity.client)
    }

    @Test(arguments: [
        (issued - 119, nil), (issued - 120, RelayError.TokenFault.future), (expires + 119, nil),
        (expires + 120, .expired),
    ])
    func `clocks may differ by two minutes`(now: Int, expected: RelayError.TokenFault?) {
        #expect(fault(Self.token, now: now) == expected)
    }

    @Test func `only a listed audience is accepted, if there is a list`() {
        #expect(fault(Self.token, audiences: ["wss://relay.walletconnect.com"]) == nil)
        #expect(fault(Self.token, audiences: ["wss://relay.example.org"]) == .audience)
    }

    @Test func `a changed token is refused`() throws {
        let parts = Self.token.split(separator: ".")
        for place in [40, 90, 200] {
            var bytes = Array(Self.token.utf8)
            bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(fault(String(decoding: bytes, as: UTF8.self)) != nil)
        }
        let other = identity.token(issued: Self.issued).split(separator: ".")
        #expect(fault("\(parts[0]).\(parts[1]).\(other[2])") == .signature)
        #expect(fault("\(other[0]).\(parts[1]).\(other[2])") == .signature)
    }

    @Test(arguments: [
        "", ".", "..", "...", "a.b.c", "e30.e30.", "é.é.é", String(repeating: "a", count: 5000),
        String(repeating: ".", count: 4000),
    ])
    func `what is not a token is refused`(text: String) {
        #expect(fault(text) == .malformed)
    }

    @Test(arguments: [
        "{\"alg\":\"none\",\"typ\":\"JWT\"}", "{\"alg\":\"HS256\",\"typ\":\"JWT\"}", "{\"alg\":\"EdDSA\"}",
        "{\"alg\":[\"EdDSA\"],\"typ\":\"JWT\"}", "{\"alg\":\"EdDSA\",\"alg\":\"none\",\"typ\":\"JWT\"}", "[]",
    ])
    func `another header is refused`(header: String) {
        #expect(fault(identity.token(header: header, claims: "{}")) == .malformed)
    }

    @Test func `a claim that is missing or of another type is refused`() {
        let good = [
            "iss": "\"\(identity.issuer)\"", "sub": "\"a\"", "aud": "\"wss://a\"", "iat": "\(Self.issued)",
            "exp": "\(Self.expires)",
        ]
        func token(_ claims: [String: String]) -> String {
            identity.token(claims: "{\(claims.map { "\"\($0)\":\($1)" }.joined(separator: ","))}")
        }
        #expect(fault(token(good)) == nil)
        for name in good.keys {
            for value in [nil, "null", "[]", "-5", "1e3", "1.5", "99999999999999999999", "true"] {
                var claims = good
                claims[name] = value
                #expect(fault(token(claims)) == .claims, "\(name) \(value ?? "missing")")
            }
        }
    }

    @Test func `only a did:key with an Ed25519 key is an issuer`() {
        let others = [
            "", "did:key:z", "did:key:" + identity.issuer.dropFirst(9), "did:pkh:eip155:1:0x0",
            "did:key:z" + Identity.base58([0xE7, 1] + identity.key),
            "did:key:z" + Identity.base58([0xED, 1] + identity.key.dropLast()),
            "did:key:z" + Identity.base58([0xED, 1] + identity.key + [0]), identity.issuer + "0",
            identity.issuer + String(repeating: "1", count: 60),
        ]
        for issuer in others {
            let token = identity.token(
                claims:
                    "{\"iss\":\"\(issuer)\",\"sub\":\"a\",\"aud\":\"a\",\"iat\":\(Self.issued),\"exp\":\(Self.expires)}"
            )
            #expect(fault(token) == .issuer, "\(issuer)")
        }
    }

    @Test func `Base58 is decoded, with its zeros`() {
        #expect(Base58.decode("2NEpo7TZRRrLZSi2U".utf8) == Array("Hello World!".utf8))
        #expect(
            Base58.decode("USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z".utf8)
                == Array("The quick brown fox jumps over the lazy dog.".utf8))
        #expect(Base58.decode("11233QC4".utf8) == [0, 0, 0x28, 0x7F, 0xB4, 0xCD])
        #expect(Base58.decode("".utf8) == [])
        for text in ["0", "O", "I", "l", "a b", "é", String(repeating: "1", count: 65)] {
            #expect(Base58.decode(text.utf8) == nil)
        }
    }

    @Test func `Base64 for URLs is decoded strictly`() {
        #expect(Base64URL.decode("AP-_".utf8) == [0, 0xFF, 0xBF])
        #expect(Base64URL.decode("AA".utf8) == [0])
        for text in ["A", "AA=", "AA==", "AB", "A+", "A/", "A A", "AAAAA"] {
            #expect(Base64URL.decode(text.utf8) == nil)
        }
        for size in 0..<70 {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 * 37 + size) }
            #expect(Base64URL.decode(Identity.base64URL(bytes).utf8) == bytes)
        }
    }

    @Test func `a topic is 64 lowercase digits`() {
        let text = String(repeating: "0a", count: 32)
        #expect(Topic(hex: text.utf8).map { String(decoding: $0.bytes.hex, as: UTF8.self) } == text)
        for wrong in ["", String(text.dropLast()), text + "0", text.uppercased(), String(text.dropLast()) + "g"] {
            #expect(Topic(hex: wrong.utf8) == nil)
        }
    }
}
