import Bridge
import Testing

@Suite struct SiteNameTests {
    @Test func `a host consists of its registered domain and the part before it`() {
        let name = SiteName("login.bank.example.co.uk", registeredDomain: "example.co.uk")
        #expect(name.prefix == "login.bank.")
        #expect(name.domain == "example.co.uk")
        #expect(SiteName("example.com", registeredDomain: "example.com").prefix == "")
    }

    @Test(arguments: [nil, "", "other.com", "xample.com", "example.com.evil"])
    func `a domain that is not the end of the host is ignored`(domain: String?) {
        let name = SiteName("www.example.com", registeredDomain: domain)
        #expect(name.prefix == "www.example.com")
        #expect(name.domain == "")
    }

    @Test func `a long host in a title or a sentence keeps its registered domain and port`() throws {
        let label = String(repeating: "a", count: 60)
        let host = "bank.example.\(label).\(label).\(label).attacker.test"
        let origin = try Origin(serialized: "https://\(host):8443")
        #expect(host.count > 200)
        #expect(origin.shortSite().count == 60)
        #expect(origin.shortened.hasPrefix("https://…a"))
        #expect(origin.shortened.hasSuffix("a.attacker.test:8443"))
        #expect(try Origin(serialized: "https://shop.example").shortened == "https://shop.example")
    }

    @Test func `a long name is truncated at its start`() {
        let host = "bank.example." + String(repeating: "a", count: 200) + ".attacker.test"
        let shown = SiteName(host, registeredDomain: "attacker.test").shortened(to: 40)
        #expect(shown.count == 40)
        #expect(shown.hasPrefix("…"))
        #expect(shown.hasSuffix(".attacker.test"))
        #expect(SiteName("shop.example", registeredDomain: nil).shortened(to: 12) == "shop.example")
    }
}
