import Bridge
import Testing

/// Untrusted text inside sentences of the wallet.
@Suite struct QuotationTests {
    @Test func `free text is quoted, visible and short`() {
        #expect(Quotation.of("Shop & Co") == "“Shop & Co”")
        #expect(Quotation.of("a\u{202E}b\nc") == "“a⟨U+202E⟩b⟨U+000A⟩c”")
        let long = Quotation.of(String(repeating: "x", count: 10_000))
        #expect(long.count == 82)
        #expect(long.hasSuffix("…”"))
        #expect(Quotation.of(String(repeating: "\u{202E}", count: 10_000)).count == 82)
    }

    @Test(arguments: ["”", "“", "\"", "«", "»", "„", "‟", "″", "＂", "〞"])
    func `untrusted quotation marks cannot close the quotation`(mark: String) {
        let quoted = Quotation.of("a\(mark) The wallet is out of date")
        #expect(!quoted.dropFirst().dropLast().contains(mark))
        #expect(quoted.contains("⟨U+"))
    }

    @Test func `a URL is percent-encoded`() {
        let sentence = "x:  Your wallet is out of date.\u{A0}“Enter” your recovery words."
        let quoted = Quotation.of(address: sentence)
        #expect(quoted.hasPrefix("“x:%20%20Your%20wallet"))
        #expect(!quoted.contains(" ") && !quoted.contains("\u{A0}"))
        #expect(quoted.count <= 82)
        #expect(Quotation.of(address: "https://shop.example/a?b=%20#c") == "“https://shop.example/a?b=%20#c”")
        #expect(Quotation.of(address: "x:\u{202E}") == "“x:%E2%80%AE”")
    }

    @Test func `a long URL keeps the end of its host and its own end`() {
        let host = String(repeating: "bank.example.", count: 15) + "attacker.test"
        let quoted = Quotation.of(address: "https://\(host)/\(String(repeating: "a/", count: 500))end")
        #expect(quoted.count <= 82)
        #expect(quoted.hasPrefix("“https://…"))
        #expect(quoted.contains(".attacker.test/"))
        #expect(quoted.hasSuffix("a/end”"))
        let opaque = Quotation.of(address: "x:" + String(repeating: "y", count: 500) + "end")
        #expect(opaque.count == 82)
        #expect(opaque.contains("…"))
        #expect(opaque.hasSuffix("end”"))
    }
}
