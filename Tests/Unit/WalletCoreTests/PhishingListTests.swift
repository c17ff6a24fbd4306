import Bridge
import Testing
import WalletCore

@Suite struct PhishingListTests {
    private func list(_ text: String) -> PhishingList? { PhishingList(Array(text.utf8)) }

    private static let config = """
        {"version": 2, "tolerance": 1, "fuzzylist": ["metamask.io", "opensea.io"],
         "whitelist": ["metamask.io", "metamark.example"], "blacklist": ["bad.example", "very.bad.test"]}
        """

    @Test func `listed hosts and those below them are found`() throws {
        let list = try #require(self.list(Self.config))
        #expect(list.count == 2)
        #expect(list.match("bad.example") == .listed)
        #expect(list.match("login.BAD.example") == .listed)
        #expect(list.match("notbad.example") == nil)
        #expect(list.match("bad.test") == nil)
        #expect(list.match("very.bad.test") == .listed)
    }

    @Test func `a host that differs in one character from a well-known one is found`() throws {
        let list = try #require(self.list(Self.config))
        #expect(list.match("metamaks.io") == nil)
        #expect(list.match("metamaskk.com") == .resembles("metamask.io"))
        #expect(list.match("www.opensee.io") == .resembles("opensea.io"))
        #expect(list.match("metamask.io") == nil)
        #expect(list.match("portfolio.metamask.io") == nil)
        #expect(list.match("metamark.example") == nil)
    }

    @Test(arguments: ["localhost", "", ".", "..", "a.", String(repeating: "a.", count: 500)])
    func `odd hosts do not match`(_ host: String) throws {
        #expect(try #require(list(Self.config)).match(host) == nil)
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"blacklist\": []}", "{\"blacklist\": \"x\"}", "{\"blacklist\": [1, null, \"nodot\"]}", "{",
    ])
    func `what is not a list is refused`(_ text: String) {
        #expect(list(text) == nil)
    }

    @Test func `a tolerance that would match everything is limited`() throws {
        let config = "{\"tolerance\": 999999999, \"fuzzylist\": [\"metamask.io\"], \"blacklist\": []}"
        let list = try #require(self.list(config))
        #expect(list.match("wikipedia.org") == nil)
    }
}
