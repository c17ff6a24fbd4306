import Bridge
import Testing

@testable import WalletConnect

@Suite struct CapabilitiesTests {
    /// EIP-5573, "Example": three abilities on two resources.
    private static let example =
        "urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9leGFtcGxlLmNvbS9waWN0dXJlcy8iOnsiY3J1ZC9kZWxldGUiOlt7fV0sImNydWQvdXBkYXRlIjpbe31dLCJvdGhlci9hY3Rpb24iOlt7fV19LCJtYWlsdG86dXNlcm5hbWVAZXhhbXBsZS5jb20iOnsibXNnL3JlY2VpdmUiOlt7Im1heF9jb3VudCI6NSwidGVtcGxhdGVzIjpbIm5ld3NsZXR0ZXIiLCJtYXJrZXRpbmciXX1dLCJtc2cvc2VuZCI6W3sidG8iOiJzb21lb25lQGVtYWlsLmNvbSJ9LHsidG8iOiJqb2VAZW1haWwuY29tIn1dfX0sInByZiI6WyJ6ZGo3V2o2Rk5TNHJVVWJzaUp2amp4Y3NOcVpkRENTaVlSOHNLUVhmb1BmcFNadUF3Il19"

    private static func resource(_ json: String) -> String { "urn:recap:" + Base64Text.encodeForURL(json.utf8) }

    @Test func `the example of the specification is read, said, and written as it was`() throws {
        let capabilities = try Capabilities(Self.example)
        #expect(
            capabilities.statement
                == "I further authorize the stated URI to perform the following actions on my behalf: (1) 'crud': 'delete', "
                + "'update' for 'https://example.com/pictures/'. (2) 'other': 'action' for 'https://example.com/pictures/'. "
                + "(3) 'msg': 'receive', 'send' for 'mailto:username@example.com'.")
        #expect(capabilities.text == Self.example)
        #expect(capabilities.proofs == ["zdj7Wj6FNS4rUUbsiJvjjxcsNqZdDCSiYR8sKQXfoPfpSZuAw"])
        let bytes = try #require(Base64Text.decode(Self.example.dropFirst(10), .url))
        #expect(try Capabilities("urn:recap:" + Base64Text.encode(bytes)) == capabilities)
    }

    /// reown-swift, SIWEFromCacaoPayloadFormatterTests, testWithSignAndNotifyRecaps.
    @Test func `two resources are merged and said together`() throws {
        let first = try Capabilities(
            "urn:recap:ewogICAiYXR0Ijp7CiAgICAgICJlaXAxNTUiOnsKICAgICAgICAgInJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6IFt7fV0sCiAgICAgICAgICJyZXF1ZXN0L3BlcnNvbmFsX3NpZ24iOiBbe31dCiAgICAgIH0KICAgfQp9"
        )
        let second = try Capabilities(
            "urn:recap:ewogICAiYXR0Ijp7CiAgICAgICJodHRwczovL25vdGlmeS53YWxsZXRjb25uZWN0LmNvbS9hbGwtYXBwcyI6ewogICAgICAgICAiY3J1ZC9ub3RpZmljYXRpb25zIjogW3t9XSwKICAgICAgICAgImNydWQvc3Vic2NyaXB0aW9ucyI6IFt7fV0KICAgICAgfQogICB9Cn0"
        )
        let merged = first.merged(with: second)
        #expect(
            merged.statement
                == "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': "
                + "'eth_sendTransaction', 'personal_sign' for 'eip155'. (2) 'crud': 'notifications', 'subscriptions' for "
                + "'https://notify.walletconnect.com/all-apps'.")
        #expect(second.merged(with: first) == merged)
        #expect(merged.merged(with: merged) == merged)
        #expect(try Capabilities(merged.text) == merged)
    }

    @Test(arguments: [
        "", "urn:recap:", "urn:recap", "recap:e30", "urn:recap:e30", "urn:recap:!", resource("[]"),
        resource(#"{"att":[]}"#),
        resource(#"{"att":{"a":1}}"#), resource(#"{"att":{"a":{"b":[{}]}}}"#), resource(#"{"att":{"a":{"/b":[{}]}}}"#),
        resource(#"{"att":{"a":{"b/":[{}]}}}"#), resource(#"{"att":{"a":{"b/c":{}}}}"#),
        resource(#"{"att":{"a":{"b/c":[1]}}}"#),
        resource(#"{"att":{"":{"b/c":[{}]}}}"#), resource(#"{"att":{"a":{"b/c":[{}],"b/c":[{}]}}}"#),
        resource(#"{"att":{},"prf":1}"#), resource(#"{"att":{},"prf":[1]}"#),
        // A quotation mark or a line break would end the sentence that the user signs.
        resource(#"{"att":{"a'. (2) 'x":{"b/c":[{}]}}}"#), resource(#"{"att":{"a":{"b/c'":[{}]}}}"#),
        resource(#"{"att":{"a\n":{"b/c":[{}]}}}"#), resource(#"{"att":{"a\u202e":{"b/c":[{}]}}}"#),
        resource(#"{"att":{"a":{\#((0..<513).map { #""b/c\#($0)":[]"# }.joined(separator: ","))}}}"#),
        "urn:recap:" + String(repeating: "A", count: 20_000),
    ])
    func `a resource that is not a capability is refused`(text: String) {
        #expect(throws: WalletConnectError.signIn(.capability)) { try Capabilities(text) }
    }

    @Test func `methods and chains of a session are read`() throws {
        let chains = [1, 137].map { ChainID(eip155: $0) }
        let capabilities = Capabilities(
            namespace: "eip155", methods: ["personal_sign", "eth_signTypedData_v4"], chains: chains)
        #expect(capabilities.methods(of: "eip155") == ["eth_signTypedData_v4", "personal_sign"])
        #expect(capabilities.chains(of: "eip155") == chains)
        #expect(capabilities.methods(of: "solana") == [])
        #expect(try Capabilities(capabilities.text) == capabilities)
        #expect(
            Base64Text.decode(capabilities.text.dropFirst(10), .url).map { String(decoding: $0, as: UTF8.self) }
                == #"{"att":{"eip155":{"request/eth_signTypedData_v4":[{"chains":["eip155:1","eip155:137"]}],"request/personal_sign":[{"chains":["eip155:1","eip155:137"]}]}}}"#
        )
        #expect(
            capabilities.statement.hasSuffix("(1) 'request': 'eth_signTypedData_v4', 'personal_sign' for 'eip155'."))
    }

    // MARK: What a wallet approves

    private static func request(_ resources: [String]?) -> SignInRequest {
        var request = SignInRequest(
            chains: [1, 10, 56].map { ChainID(eip155: $0) }, domain: "a.example", audience: "https://a.example",
            nonce: "12345678", issuedAt: "2021-09-30T16:25:24Z")
        request.resources = resources
        return request
    }

    private static let own = [1, 10, 137].map { ChainID(eip155: $0) }

    @Test func `the wallet approves what it supports, in one capability at the end`() throws {
        let wanted = Capabilities(
            namespace: "eip155", methods: ["eth_sign", "personal_sign"], chains: [ChainID(eip155: 56)])
        let request = Self.request([wanted.text, "https://terms.example"])
        let approved = try #require(
            try request.approved(namespace: "eip155", chains: Self.own, methods: ["personal_sign"]))
        #expect(approved.chains == [ChainID(eip155: 1), ChainID(eip155: 10)])
        #expect(approved.resources?.first == "https://terms.example")
        #expect(approved.resources?.count == 2)
        let granted = try #require(try approved.capabilities())
        #expect(granted.methods(of: "eip155") == ["personal_sign"])
        #expect(granted.chains(of: "eip155") == approved.chains)
    }

    @Test func `capabilities of other services stay, and none is left if nothing is supported`() throws {
        let other = Capabilities([.init("https://n.example", abilities: [.init("crud", "read")])])
        let wanted = Capabilities(namespace: "eip155", methods: ["eth_sign"], chains: [])
        let kept = try Self.request([wanted.text, other.text]).approved(
            namespace: "eip155", chains: Self.own, methods: [])
        #expect(kept?.resources == [other.text])
        let none = try Self.request([wanted.text]).approved(namespace: "eip155", chains: Self.own, methods: [])
        #expect(none?.resources == [])
        #expect(try Self.request(nil).approved(namespace: "eip155", chains: Self.own, methods: [])?.resources == nil)
        #expect(try Self.request(nil).approved(namespace: "eip155", chains: [], methods: []) == nil)
        #expect(try Self.request(nil).approved(namespace: "solana", chains: Self.own, methods: []) == nil)
        #expect(throws: WalletConnectError.signIn(.capability)) {
            try Self.request(["urn:recap:x"]).approved(namespace: "eip155", chains: Self.own, methods: [])
        }
    }

    @Test func `what a capability allows is said in words, other resources than chains, too`() throws {
        #expect(
            try Capabilities(Self.example).sentences == [
                "Allows “crud” on “https://example.com/pictures/”: “delete”, “update”.",
                "Allows “other” on “https://example.com/pictures/”: “action”.",
                "Allows “msg” on “mailto:username@example.com”: “receive”, “send”.",
            ])
        #expect(
            Capabilities(namespace: "eip155", methods: ["b", "a"], chains: []).sentences
                == ["Allows the app to request “a”, “b” on eip155. You are still asked each time."])
    }
}
