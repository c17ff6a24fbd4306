import Bridge
import Testing

@testable import WebHost

struct CollectionRuleTests {
    private let rule: CollectionRule

    init() throws {
        rule = CollectionRule(address: try PaymentHostRule().form(at: "https://pay.walletconnect.com/collect/?pid=1"))
    }

    @Test(arguments: ["https://pay.walletconnect.com/", "https://pay.walletconnect.com/other?x=https://evil.test/#y"])
    func `a form stays on its host`(url: String) {
        #expect(rule.verdict(on: url) == .allow)
        #expect(rule.verdict(onNewWindow: url) == .leaveByLink(scheme: "https"))
    }

    @Test(arguments: [
        "https://evil.test/", "https://staging.pay.walletconnect.com/", "https://pay.walletconnect.com:8443/",
        "http://pay.walletconnect.com/", "https://pay.walletconnect.com./", "https://pay.walletconnect.com.evil.test/",
    ])
    func `another web address may only be opened by a link that the user clicks`(url: String) {
        let scheme = String(url.prefix { $0 != ":" })
        #expect(rule.verdict(on: url) == .leaveByLink(scheme: scheme))
        #expect(rule.verdict(onNewWindow: url) == .leaveByLink(scheme: scheme))
    }

    @Test(arguments: [
        "wc:abc@2", "sumupmerchant://pay/1.0", "mailto:x@evil.test", "javascript:void 0", "data:text/html,x",
        "file:///etc/passwd",
        "blob:https://pay.walletconnect.com/1", "view-source:https://pay.walletconnect.com/", "about:config", "about:",
        "", "x",
        "https://user@pay.walletconnect.com/", "https://pay.walletconnect.com@evil.test/", "webkit://gpu", "intent://x",
    ])
    func `anything else is refused`(url: String) {
        for verdict in [rule.verdict(on: url), rule.verdict(onNewWindow: url)] {
            guard case .refuse = verdict else {
                Issue.record("\(url): \(verdict)")
                continue
            }
        }
    }

    @Test func `a frame may be empty, but the form itself may not`() {
        #expect(rule.verdict(on: "about:blank") == .allowInFrames)
        #expect(rule.verdict(on: "about:srcdoc") == .allowInFrames)
    }

    @Test func `resources of a form come only from its service`() throws {
        let sources = rule.contentPolicy.split(separator: ";").flatMap { $0.split(separator: " ").dropFirst() }
        let hosts = Set(sources.filter { $0.contains("/") })
        #expect(
            hosts == ["https://pay.walletconnect.com", "https://*.pay.walletconnect.com"])
        let local = try Origin(serialized: "http://127.0.0.1:8080")
        let form = try PaymentHostRule(origins: [local]).form(at: "http://127.0.0.1:8080/collect/")
        #expect(CollectionRule(address: form).contentPolicy.contains("default-src http://127.0.0.1:8080;"))
    }
}
