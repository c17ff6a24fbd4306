import Bridge
import Testing

/// The origin of a page, parsed so that no origin can imitate another.
@Suite struct OriginTests {
    @Test(arguments: [
        ("https://shop.example", "https", "shop.example", 443), ("http://shop.example", "http", "shop.example", 80),
        ("https://shop.example:8443", "https", "shop.example", 8443), ("http://127.0.0.1:1", "http", "127.0.0.1", 1),
        ("https://[::1]:65535", "https", "[::1]", 65535),
        ("https://xn--pypal-4ve.com", "https", "xn--pypal-4ve.com", 443),
        ("http://localhost", "http", "localhost", 80), ("https://a_b.example", "https", "a_b.example", 443),
    ])
    func `origins from a browser survive a round trip`(
        text: String, scheme: String, host: String, port: UInt16
    ) throws {
        let origin = try Origin(serialized: text)
        #expect(origin.scheme == scheme && origin.host == host && origin.port == port)
        #expect(origin.description == text)
    }

    @Test(arguments: [
        "", "null", "https", "https:", "https:/", "https://", "//shop.example", "shop.example", "https:shop.example",
        "file://", "file:///etc", "data://x", "blob://x", "ftp://shop.example", "ws://shop.example",
        "HTTPS://shop.example",
        "Https://shop.example", " https://shop.example", "https://shop.example ", "https://shop.example/",
        "https://Shop.example",
        "https://shop.example?x", "https://shop.example#x", "https://user@shop.example",
        "https://user:pass@shop.example",
        "https://shop.example:443", "http://shop.example:80", "https://shop.example:", "https://shop.example:0443",
        "https://shop.example:+1", "https://shop.example:65536", "https://shop.example:-1", "https://shop.example:1e3",
        "https://shop.example:8443:1", "https://shop.example\u{0}", "https://shop\u{0}.example",
        "https://shop.example\n",
        "https://sh\u{F6}p.example", "https://p\u{430}ypal.com", "https://shop%2Eexample", "https://shop.example\\",
        "https://shop,example", "https://shop.example;x", "https://sh*p.example", "https://shop.example\u{3002}com",
        "https://[", "https://[]", "https://[::1", "https://::1]", "https://[::1]x", "https://[::1]:", "https://[::G]",
        "https://[v1.x]", "https://[fe80::1%25eth0]", "blob:https://shop.example", "view-source:https://shop.example",
        "https://https://shop.example", "javascript://shop.example", "https://shop.example:\u{661}",
        "https://e\u{301}.example",
    ])
    func `anything else is refused`(text: String) {
        #expect(throws: BridgeError.self) { try Origin(serialized: text) }
    }

    @Test func `a host of more than 253 bytes is refused`() {
        let host = String(repeating: "a", count: 253)
        #expect((try? Origin(serialized: "https://\(host)")) != nil)
        #expect(throws: BridgeError.origin(.host)) { try Origin(serialized: "https://a\(host)") }
    }

    @Test(arguments: [
        ("https://shop.example/a/b?c#d", "https://shop.example"),
        ("https://shop.example?x=https://evil.example", "https://shop.example"),
        ("https://shop.example#@evil.example", "https://shop.example"),
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080"),
        ("https://[::1]/x", "https://[::1]"), ("https://shop.example/@evil.example:1", "https://shop.example"),
        ("https://shop.example", "https://shop.example"),
    ])
    func `the origin of a URL is its beginning`(url: String, origin: String) throws {
        #expect(try Origin(ofURL: url).description == origin)
    }

    @Test(arguments: [
        "https://shop.example@evil.example/", "https://user:pass@shop.example/", "blob:https://shop.example/1",
        "about:blank",
        "data:text/html,https://shop.example/", "file:///etc/passwd", "javascript:'https://shop.example/'", "",
        "https:",
        "https:///shop.example/", "https://?https://shop.example",
    ])
    func `an address of another kind has no origin`(url: String) {
        #expect(throws: BridgeError.self) { try Origin(ofURL: url) }
    }

    @Test func `origins are equal only as values`() throws {
        let all = try [
            "https://shop.example", "http://shop.example", "https://shop.example:8443", "https://www.shop.example",
            "https://shop.example.evil.example", "https://evilshop.example",
        ].map { try Origin(serialized: $0) }
        #expect(Set(all).count == all.count)
        #expect(all[0] == (try Origin(ofURL: "https://shop.example/x")))
    }

    @Test func `only an unencrypted connection to another machine is exposed`() throws {
        for text in [
            "https://shop.example", "http://localhost", "http://app.localhost", "http://127.0.0.1:1",
            "http://127.9.9.9", "http://[::1]",
        ] {
            #expect(try !Origin(serialized: text).isExposed, "\(text)")
        }
        for text in [
            "http://shop.example", "http://127.evil.example", "http://notlocalhost", "http://localhost.evil.example",
            "http://[::2]",
        ] {
            #expect(try Origin(serialized: text).isExposed, "\(text)")
        }
    }

    @Test func `a sentence names the host, and an unusual port`() throws {
        #expect(try Origin(serialized: "https://shop.example").site == "shop.example")
        #expect(try Origin(serialized: "http://127.0.0.1:8080").site == "127.0.0.1:8080")
    }
}
