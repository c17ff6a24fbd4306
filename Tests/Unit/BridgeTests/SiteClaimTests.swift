import Bridge
import Testing

/// The title that a site claims.
@Suite struct SiteClaimTests {
    @Test func `a title is shown on one line`() {
        #expect(SiteClaim(title: "  A\n\nB\u{2028}C\tD\u{85}E  ")?.title == "A B C D E")
    }

    @Test(arguments: ["", " ", "\n\u{2029}\t"])
    func `an invisible title is not a claim`(title: String) {
        #expect(SiteClaim(title: title) == nil)
    }

    @Test func `a long title is truncated with a mark`() {
        let title = SiteClaim(title: String(repeating: "x", count: 20_000))?.title
        #expect(title?.count == 120)
        #expect(title?.last == "…")
        #expect(SiteClaim(title: String(repeating: "x", count: 120))?.title.last == "x")
    }

    @Test func `a title that repeats one character forever is limited, too`() {
        let title = SiteClaim(title: "e" + String(repeating: "\u{301}", count: 100_000))?.title ?? ""
        #expect(title.unicodeScalars.count <= 480)
    }
}
