import Testing

@testable import WalletConnect

@Suite struct LinkModeURLTests {
    @Test func `a link is read as it was written`() throws {
        let topic = try #require(Topic(Vectors.topic))
        let envelopes = [
            try Envelope(parsing: Vectors.type2, from: .link),
            try Envelope.seal(Array(Vectors.plain.utf8), with: Vectors.key()),
        ]
        for envelope in envelopes {
            let link = LinkModeURL(topic: topic, envelope: envelope)
            for address in ["https://wallet.example", "https://wallet.example/wc?a=b", "wallet://"] {
                #expect(try LinkModeURL(parsing: link.text(to: address)) == link)
            }
        }
        let plain = LinkModeURL(topic: topic, envelope: envelopes[0])
        #expect(
            plain.text(to: "https://wallet.example/wc")
                == "https://wallet.example/wc?wc_ev=\(Vectors.type2)&topic=\(Vectors.topic)")
    }

    @Test(arguments: [
        ("", WalletConnectError.link(.notWalletConnect)), ("https://w.example", .link(.notWalletConnect)),
        ("https://w.example?topic=\(Vectors.topic)", .link(.notWalletConnect)),
        ("https://w.example?wc_ev=\(Vectors.type2)", .link(.topic)),
        ("https://w.example?wc_ev=\(Vectors.type2)&topic=x", .link(.topic)),
        ("https://w.example?wc_ev=x&wc_ev=y&topic=\(Vectors.topic)", .link(.duplicate)),
        ("https://w.example?wc_ev=%&topic=\(Vectors.topic)", .link(.characters)),
        ("https://w.example?wc_ev=!&topic=\(Vectors.topic)", .envelope(.base64)),
        ("https://w.example?wc_ev=Aw&topic=\(Vectors.topic)", .envelope(.form)),
        ("https://w.example?wc_ev=" + String(repeating: "A", count: 70_000), .link(.tooLong)),
    ])
    func `a malformed link is refused`(text: String, fault: WalletConnectError) {
        #expect(throws: fault) { try LinkModeURL(parsing: text) }
    }

    @Test(arguments: [
        ("https://app.example", "https://app.example/wc", true),
        ("https://app.example", "https://link.app.example", true),
        ("https://app.example", "https://evilapp.example", false),
        ("https://app.example", "https://app.example.evil", false),
        ("https://link.app.example", "https://app.example", false),
        ("https://app.example", "http://app.example", false),
        ("https://app.example", "app://x", false), ("", "https://app.example", false),
        ("https://app.example", "https://app.example@evil.example", false),
    ])
    func `only links to the app's own hosts are allowed`(url: String, universal: String, isAllowed: Bool) {
        let metadata = AppMetadata(
            name: "App", url: url, redirect: .init(native: nil, universal: universal, linkMode: true))
        #expect(LinkModeURL.isAllowed(for: metadata) == isAllowed)
        var other = metadata
        other.redirect?.linkMode = false
        #expect(!LinkModeURL.isAllowed(for: other))
        #expect(!LinkModeURL.isAllowed(for: AppMetadata(name: "App", url: url)))
    }
}
