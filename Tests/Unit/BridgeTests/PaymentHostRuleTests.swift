import Bridge
import TestSupport
import Testing

struct PaymentHostRuleTests {
    private let rule = PaymentHostRule()

    @Test(arguments: [
        ("https://pay.walletconnect.com/collect/?pid=pay_1&accounts=eip155%3A1%3A0x0", "https://pay.walletconnect.com"),
        ("https://PAY.WalletConnect.COM/Collect?A", "https://pay.walletconnect.com"),
        ("HTTPS://pay.walletconnect.com:443/", "https://pay.walletconnect.com"),
        ("https://staging.pay.walletconnect.com/x#y", "https://staging.pay.walletconnect.com"),
        ("https://a.b.pay.walletconnect.com", "https://a.b.pay.walletconnect.com"),
    ])
    func `a form of the service is opened, on its own host`(text: String, origin: String) throws {
        let form = try rule.form(at: text)
        #expect(form.origin.description == origin)
        #expect(form.covers(form.url))
        #expect(form.covers("\(origin)/other?x#y"))
    }

    @Test(
        arguments: [
            ("http://pay.walletconnect.com/", .scheme), ("file:///etc/passwd", .scheme),
            ("javascript:alert(1)", .malformed),
            ("data:text/html,x", .malformed), ("wss://pay.walletconnect.com/", .scheme), ("", .malformed),
            ("pay.walletconnect.com", .malformed), ("//pay.walletconnect.com/", .malformed), ("https://", .malformed),
            ("https:///pay.walletconnect.com/", .malformed), ("https:pay.walletconnect.com/", .malformed),
            ("https://evil.test/", .host), ("https://evil.test/?pay.walletconnect.com", .host),
            ("https://evil.test/#https://pay.walletconnect.com/", .host),
            ("https://pay.walletconnect.com.evil.test/", .host),
            ("https://evilpay.walletconnect.com/", .host), ("https://evil-pay.walletconnect.com/", .host),
            ("https://xpay.walletconnect.com.co/", .host), ("https://pay.walletconnect.comx/", .host),
            ("https://pay.walletconnect.com./", .host), ("https://.pay.walletconnect.com/", .host),
            ("https://a..pay.walletconnect.com/", .host), ("https://walletconnect.com/", .host),
            ("https://paywalletconnect.com/", .host), ("https://pay-walletconnect.com/", .host),
            ("https://pay.walletconnect.com:8443/", .host), ("https://pay.walletconnect.com:80/", .host),
            ("https://pay.walletconnect.com:/", .malformed), ("https://pay.walletconnect.com:0443/", .malformed),
            ("https://user@pay.walletconnect.com/", .userName), ("https://@pay.walletconnect.com/", .userName),
            ("https://user:secret@pay.walletconnect.com/", .userName),
            ("https://pay.walletconnect.com@evil.test/", .userName),
            ("https://pay.walletconnect.com:443@evil.test/", .userName),
            ("https://pay.walletconnect.com%40evil.test/", .malformed),
            ("https://pay.walletconnect.com%2Eevil.test/", .malformed),
            ("https://evil.test\\@pay.walletconnect.com/", .malformed),
            ("https://pay.walletconnect.com\\@evil.test/", .malformed),
            ("https://pay.walletconnect.com/\n", .malformed), (" https://pay.walletconnect.com/", .malformed),
            ("https://pay.walletconnect.com\u{0}.evil.test/", .malformed),
            ("https://pay.walletconnect。com/", .malformed),
            ("https://pay.w\u{430}lletconnect.com/", .malformed), ("https://ｐay.walletconnect.com/", .malformed),
            ("https://127.0.0.1/", .host), ("https://[::1]/", .host), ("https://2130706433/", .host),
            ("http://127.0.0.1:8080/", .scheme), ("view-source:https://pay.walletconnect.com/", .scheme),
            ("https://data-collection.walletconnect.com/ic/pay_1", .host),
        ] as [(String, PaymentHostRule.Fault)])
    func `any other address is not opened, and the reason is reported`(text: String, reason: PaymentHostRule.Fault) {
        #expect(throws: BridgeError.form(reason)) { try rule.form(at: text) }
    }

    @Test func `a form's address may have at most 8,192 bytes`() throws {
        let start = "https://pay.walletconnect.com/?"
        let longest = start + String(repeating: "x", count: 8_192 - start.utf8.count)
        #expect(try rule.form(at: longest).url == longest)
        #expect(throws: BridgeError.form(.tooLong)) { try rule.form(at: longest + "x") }
        #expect(throws: BridgeError.form(.tooLong)) { try rule.form(at: String(repeating: "x", count: 100_000)) }
    }

    @Test func `other hosts and origins are opened only exactly as the configuration names them`() throws {
        let local = try Origin(serialized: "http://127.0.0.1:8080")
        let rule = PaymentHostRule(services: ["forms.example"], origins: [local])
        #expect(try rule.form(at: "http://127.0.0.1:8080/collect").sources == ["http://127.0.0.1:8080"])
        #expect(
            try rule.form(at: "https://eu.forms.example/x").sources == [
                "https://forms.example", "https://*.forms.example",
            ])
        for text in [
            "http://127.0.0.1:8081/", "https://127.0.0.1:8080/", "http://localhost:8080/", "http://forms.example/",
            "https://pay.walletconnect.com/",
        ] {
            #expect(throws: BridgeError.self) { try rule.form(at: text) }
        }
    }

    @Test func `a form's own host is only that host`() throws {
        let form = try rule.form(at: "https://staging.pay.walletconnect.com/collect")
        for url in [
            "https://pay.walletconnect.com/", "https://dev.pay.walletconnect.com/",
            "http://staging.pay.walletconnect.com/",
            "https://staging.pay.walletconnect.com:8443/", "https://staging.pay.walletconnect.com./",
            "https://x@staging.pay.walletconnect.com/", "https://staging.pay.walletconnect.com.evil.test/",
            "about:blank", "", "blob:https://staging.pay.walletconnect.com/1", "data:text/html,x",
        ] {
            #expect(!form.covers(url), "\(url)")
        }
    }

    @Test func `the part after the host is passed on unchanged`() throws {
        let text = "https://PAY.walletconnect.com/a%2Fb/../C;d=1?q=%00&Q=[]{}|^`\"<>#f?/"
        #expect(try rule.form(at: text).url == "https://pay" + text.dropFirst("https://PAY".count))
    }

    @Test func `of confusing addresses, only those that clearly belong to the service are opened`() throws {
        #expect(HostConfusion.all.count > 1_500)
        let plain = try Regex("(?i)https://([a-z0-9_-]+\\.)*pay\\.walletconnect\\.com(:443)?([/?#][!-\\[\\]-~]*)?")
        for text in HostConfusion.all {
            let isOpened = (try? rule.form(at: text)) != nil
            #expect(try isOpened == (plain.wholeMatch(in: text) != nil), "\(text)")
        }
    }

    @Test func `no valid address is refused`() throws {
        for text in HostConfusion.right {
            #expect(try rule.form(at: text).origin.description == "https://pay.walletconnect.com", "\(text)")
        }
    }

    @Test func `no address of the web platform tests is opened, or mistaken for the form's host`() throws {
        let cases = try Vectors.json("wpt-url/urltestdata.json").array ?? []
        let form = try rule.form(at: "https://pay.walletconnect.com/")
        #expect(cases.count == 438)
        for entry in cases {
            for text in [entry["input"]?.string, entry["href"]?.string].compactMap(\.self) {
                #expect(throws: BridgeError.self) { try rule.form(at: text) }
                #expect(!form.covers(text), "\(text)")
            }
        }
        Suites.record("wpt-url", cases: cases.count)
    }
}
