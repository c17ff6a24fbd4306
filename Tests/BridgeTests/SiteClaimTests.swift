import Bridge
import Testing

/// What a site calls itself.
@Suite struct SiteClaimTests {
    @Test func `a title stands on one line`() {
        #expect(SiteClaim(title: "  A\n\nB\u{2028}C\tD\u{85}E  ")?.title == "A B C D E")
    }

    @Test(arguments: ["", " ", "\n\u{2029}\t"])
    func `nothing to see is no claim`(title: String) {
        #expect(SiteClaim(title: title) == nil)
    }

    @Test func `a long title is cut, and says so`() {
        let title = SiteClaim(title: String(repeating: "x", count: 20_000))?.title
        #expect(title?.count == 120)
        #expect(title?.last == "…")
        #expect(SiteClaim(title: String(repeating: "x", count: 120))?.title.last == "x")
    }

    @Test func `a title of one endless character is bounded, too`() {
        let title = SiteClaim(title: "e" + String(repeating: "\u{301}", count: 100_000))?.title ?? ""
        #expect(title.unicodeScalars.count <= 480)
    }
}
