import Testing
import WebHost

/// Where a dapp may navigate.
@Suite struct DappRuleTests {
    @Test(arguments: [
        "http://127.0.0.1:8080/x?y#z", "https://shop.example", "https://shop.example/", "https://xn--pypal-4ve.com/",
        "https://[::1]:8443/x", "https://a_b.example/?q=http://other.example/", "https://shop.example:444/@x",
    ])
    func `web addresses are allowed`(url: String) {
        #expect(DappRule().verdict(on: url) == .allow)
    }

    @Test(arguments: [
        "file:///etc/passwd", "FILE:///etc/passwd", "javascript:alert(1)", "JavaScript:alert(1)",
        "view-source:https://x/",
        "resource:///org/x", "webkit://gpu", "inspector://x", "filesystem:https://x/t/", "jar:file:///x", "ftp://x/",
        "smb://host/share", "nfs://host/x", "sftp://host/x", "ssh://host", "dav://x", "admin:///etc", "ghelp:x",
        "apt:x",
    ])
    func `addresses of local content are refused`(url: String) {
        guard case .refuse = DappRule().verdict(on: url) else {
            Issue.record("\(DappRule().verdict(on: url))")
            return
        }
    }

    @Test(arguments: [
        "https://user@shop.example/", "https://user:pass@shop.example/", "https://shop.example@evil.example/",
        "https:shop.example", "https:/shop.example", "https:///shop.example",
        "https://", "https://?", "https://Shop.example/", "https://shop.example:443/", "https://shop.example:/",
        "https://shop.example:99999/", "https://sh\u{F6}p.example/", "https://shop.example%2F@x/",
        "https://shop .example/",
        "", ":", "/", "//shop.example", "shop.example", "1http://x", "\u{0}http://x", "wor\u{212A}:x",
        " https://shop.example/",
    ])
    func `addresses that a browser would not write are refused`(url: String) {
        guard case .refuse = DappRule().verdict(on: url) else {
            Issue.record("\(DappRule().verdict(on: url))")
            return
        }
    }

    @Test(arguments: ["about:blank", "about:srcdoc", "ABOUT:config", "data:text/html,x", "blob:https://x/1"])
    func `addresses without an origin are allowed only in frames`(url: String) {
        #expect(DappRule().verdict(on: url) == .allowInFrames)
    }

    @Test(arguments: [
        ("wc:abc@2", "wc"), ("mailto:a@example.org", "mailto"), ("bitcoin:x", "bitcoin"), ("WC:abc", "wc"),
        ("web+thing:x", "web+thing"), ("sumupmerchant://pay", "sumupmerchant"),
    ])
    func `other schemes are offered to other programs, by name`(url: String, scheme: String) {
        #expect(DappRule().verdict(on: url) == .leave(scheme: scheme))
    }
}
