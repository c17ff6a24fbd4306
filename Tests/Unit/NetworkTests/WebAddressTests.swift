import Testing
import Network

@Suite struct WebAddressTests {
    @Test(arguments: [
        ("https://example.org", "https://example.org/"),
        ("HTTPS://Example.ORG:443/A?b=%2f", "https://example.org/A?b=%2f"),
        ("https://example.org:8443/x", "https://example.org:8443/x"),
        ("https://example.org?x=1", "https://example.org/?x=1"),
        ("https://[2001:db8::1]:8545/", "https://[2001:db8::1]:8545/"),
        ("https://192.0.2.7/rpc", "https://192.0.2.7/rpc"),
        ("http://localhost:8545", "http://localhost:8545/"),
        ("http://127.0.0.1:80/", "http://127.0.0.1/"),
        ("http://[::1]:1/", "http://[::1]:1/"),
    ])
    func `an address has one canonical form`(text: String, written: String) throws {
        #expect(try WebAddress(text).description == written)
    }

    @Test(arguments: [
        "", "https://", "https:///x", "example.org", "//example.org", "ftp://example.org", "javascript:alert(1)",
        "http://example.org/", "http://127.0.0.1.example.org/", "http://localhost.example/", "http://[::2]/",
        "https://user@example.org/", "https://user:pass@example.org/", "https://example.org@evil.example/",
        "https://example.org\\@evil.example/", "https://example.org\\/x", "https://example.org/\\x",
        "https://example.org:0/", "https://example.org:65536/", "https://example.org:/", "https://example.org:080/",
        "https://example.org:+80/", "https://example.org:8 0/", "https://exa mple.org/", "https://example.org/a b",
        "https://example.org/\r\nX: y", "https://example.org/\u{0}", "https://example.org/é", "https://exämple.org/",
        "https://example.org/%", "https://example.org/%4", "https://example.org/%zz", "https://example.org/#part",
        "https://example.org/<x>", "https://example.org/`", "https://example.org/{x}", "https://example.org/|",
        "https://example..org/", "https://.example.org/", "https://example.org./", "https://-a.example/",
        "https://a-.example/", "https://ex_ample.org/", "https://1.2.3/", "https://0x7f.1/", "https://2130706433/",
        "https://127.1/", "https://01.2.3.4/", "https://1.2.3.256/", "https://example.0x1/", "https://[::1/",
        "https://::1/", "https://[::1%25eth0]/", "https://[fe80::1%eth0]/", "https://[x]/", "https://[]/",
        "https://[::1]x/", " https://example.org/", "https://example.org/ ", "https:/example.org/",
        "https://example.org:443:443/", "https://\u{FF45}xample.org/", "https://exa\u{AD}mple.org/",
    ])
    func `an ambiguous address is refused`(text: String) {
        #expect(throws: NetworkError.unusableAddress) { try WebAddress(text) }
    }

    @Test func `an address that is too long is refused`() {
        #expect(throws: NetworkError.unusableAddress) {
            try WebAddress("https://example.org/" + String(repeating: "a", count: 4096))
        }
    }
}
