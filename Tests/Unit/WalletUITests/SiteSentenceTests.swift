import Bridge
import Messages
import Testing

@testable import WalletUI

struct SiteSentenceTests {
    private let origin: Origin

    init() throws {
        origin = try Origin(serialized: "https://pay.shop.example:8443")
    }

    private func emphasized(_ message: Message, site: Origin?, domain: String? = "shop.example") -> (String, Int)? {
        let sentence = SiteSentence(message, naming: site) { _ in domain }
        return sentence.domain.map { (String(decoding: Array(sentence.text.utf8)[$0], as: UTF8.self), $0.lowerBound) }
    }

    @Test(arguments: ["https://pay.shop.example:8443", "pay.shop.example:8443", "…ay.shop.example:8443"])
    func `a question emphasizes the registered domain of the site that it names`(name: String) throws {
        let message: Message = "\(name, as: "site") wants to use the wallet."
        #expect(try #require(emphasized(message, site: origin)).0 == "shop.example")
        #expect(emphasized(message, site: nil) == nil)
    }

    @Test func `a sentence without the placeholder emphasizes nothing`() {
        #expect(emphasized("This page wants to open this address:", site: origin) == nil)
        #expect(emphasized("Pay at shop.example with \(origin, as: "account")", site: origin) == nil)
    }

    @Test func `the same name in another value is not emphasized`() throws {
        let claim = "https://pay.shop.example:8443"
        let message: Message = "Pay “\(claim, as: "title")” at \(origin, as: "site")"
        let start = "Pay “\(claim)” at https://pay.".utf8.count
        #expect(try #require(emphasized(message, site: origin)) == ("shop.example", start))
    }

    @Test func `escapes before the site move the emphasis with it`() throws {
        let message: Message = "Pay “\("a\u{202E}b", as: "title")” at \(origin, as: "site")"
        #expect(try #require(emphasized(message, site: origin)).0 == "shop.example")
    }

    @Test func `a host without a registered domain is emphasized as a whole`() throws {
        let local = try Origin(serialized: "http://127.0.0.1:8080")
        let message: Message = "\(local, as: "site") wants to use the wallet."
        #expect(try #require(emphasized(message, site: local, domain: nil)) == ("127.0.0.1", 7))
    }

    @Test(arguments: ["…ple:8443", ":8443", "…", ""])
    func `a name that is cut within its domain emphasizes only the rest of the name`(name: String) {
        let message: Message = "Open \(name, as: "site")?"
        let found = emphasized(message, site: origin)
        #expect(found?.0 == (name.utf8.count > 5 ? "…ple" : nil))
    }
}
