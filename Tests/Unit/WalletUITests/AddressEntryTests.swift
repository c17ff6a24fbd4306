import Bridge
import Testing

@testable import WalletUI
@testable import WebHost

/// The content of the address field.
@MainActor @Suite struct AddressEntryTests {
    private func page(_ address: String, resembled: String? = nil) -> ShownPage {
        ShownPage(address: address, origin: try? Origin(ofURL: address), isThere: true, resembled: resembled)
    }

    @Test(arguments: [
        ("https://bank.example/", AddressEntry.Mark.encrypted), ("http://bank.example/", .exposed),
        ("http://127.0.0.1:8080/", .local), ("https://localhost/", .local), ("about:blank", .noOrigin),
        ("data:text/html,x", .noOrigin),
    ])
    func `the icon is that of the page`(address: String, mark: AddressEntry.Mark) {
        var entry = AddressEntry()
        #expect(entry.mark == .none)
        entry.show(page(address))
        #expect(entry.text == address)
        #expect(entry.mark == mark)
    }

    @Test func `typed text has no padlock, and a page does not replace it`() {
        var entry = AddressEntry()
        entry.show(page("https://evil.example/"))
        entry.type("https://bank.example/")
        #expect(entry.mark == .editing)
        for address in ["https://evil.example/2", "https://other.example/", "about:blank"] {
            entry.show(page(address))
            #expect(entry.text == "https://bank.example/")
            #expect(entry.mark == .editing)
            #expect(entry.hostRange { _ in nil } == nil)
        }
        entry.restore()
        #expect(entry.text == "about:blank")
        #expect(entry.mark == .noOrigin)
    }

    @Test func `a page at the address that the user typed has its own icon`() {
        var entry = AddressEntry()
        entry.show(page("http://bank.example/"))
        entry.type("https://bank.example/")
        entry.show(page("https://bank.example/"))
        #expect(!entry.isEdited)
        #expect(entry.mark == .encrypted)
    }

    @Test func `there is no padlock after a crash`() {
        var entry = AddressEntry()
        entry.show(page("https://bank.example/"))
        entry.show(ShownPage())
        #expect(entry.mark == .none)
        #expect(entry.text == "")
    }

    @Test func `a lookalike site has a warning icon in place of the padlock`() {
        var entry = AddressEntry()
        entry.show(page("https://unlswap.org/", resembled: "uniswap.org"))
        #expect(entry.mark == .lookalike("uniswap.org"))
        entry.type("https://uniswap.org/")
        #expect(entry.mark == .editing)
    }

    @Test func `the registered domain is found at the end of the host, however long the host is`() throws {
        let host = String(repeating: "bank.example.", count: 15) + "attacker.co.uk"
        var entry = AddressEntry()
        entry.show(page("https://\(host)/bank.example"))
        let range = try #require(entry.hostRange(registeredDomain: PublicSuffix.registeredDomain))
        #expect(range.host == 8..<(8 + host.utf8.count))
        #expect(range.domain.count == "attacker.co.uk".utf8.count)
        #expect(range.domain.upperBound == range.host.upperBound)
        #expect(LoadStatus.name(of: "https://\(host)/x").hasSuffix(".attacker.co.uk"))
        #expect(LoadStatus.name(of: "https://\(host)/x").count <= 48)
    }

    @Test(arguments: [
        ("www.example.co.uk", "example.co.uk"), ("example.com", "example.com"), ("a.b.github.io", "b.github.io"),
        ("xn--bcher-kva.example.com", "example.com"),
    ])
    func `the public suffix list determines the registered domain`(host: String, domain: String) {
        #expect(PublicSuffix.registeredDomain(host) == domain)
    }

    @Test(arguments: ["co.uk", "com", "localhost", "127.0.0.1", "[::1]", "", "..", ".com", "a\0b.com"])
    func `a name that cannot be registered has no domain`(host: String) {
        #expect(PublicSuffix.registeredDomain(host) == nil)
    }

    @Test func `a new address with the same origin belongs to the same document, any other does not`() {
        var progress = LoadProgress()
        func moves(_ url: String) -> Bool { progress.move(to: url) }
        #expect(!moves("https://shop.example/"))
        progress.commit("https://shop.example/")
        #expect(moves("https://shop.example/#a"))
        for url in [
            "https://shop.example/#a", "https://bank.example/", "http://shop.example/", "https://shop.example:8443/",
            "about:blank", "", "https://shop.example@bank.example/",
        ] {
            #expect(!moves(url), "\(url)")
        }
        #expect(progress.shown == "https://shop.example/#a")
    }

    @Test func `a load ends once`() {
        var progress = LoadProgress()
        progress.commit("https://shop.example/")
        progress.begin(at: .zero)
        let ends = [progress.end(), progress.end()]
        #expect(ends == [true, false])
        #expect(progress.shown == "https://shop.example/")
    }
}
