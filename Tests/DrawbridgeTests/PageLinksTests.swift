import Testing

@testable import drawbridge

@MainActor @Suite struct PageLinksTests {
    @Test func `a link of another program's is quoted, percent-encoded and short`() {
        let link =
            "drawbridge:Your wallet is out of date. Enter your recovery phrase.\u{201D}"
            + String(repeating: "x", count: 8_000)
        let sentence = PageLinks.refusal(of: link)
        #expect(sentence.contains("“drawbridge:Your%20wallet%20is"))
        #expect(!sentence.contains("Your wallet"))
        #expect(sentence.filter { $0 == "”" }.count == 1)
        #expect(sentence.count < 160)
    }
}
