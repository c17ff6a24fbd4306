import Bridge
import TestSupport
import Testing

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("", ""), ("Hello, world", "Hello, world"), ("naïve Ελλάς мир 日本 ✅", "naïve Ελλάς мир 日本 ✅"),
        ("a\u{202E}b", "a⟨U+202E⟩b"), ("a\u{2066}b\u{2069}", "a⟨U+2066⟩b⟨U+2069⟩"),
        ("\u{200E}\u{61C}", "⟨U+200E⟩⟨U+061C⟩"),
        ("a\nb", "a⟨U+000A⟩b"), ("a\r\nb", "a⟨U+000D⟩⟨U+000A⟩b"), ("a\u{2028}b\u{2029}", "a⟨U+2028⟩b⟨U+2029⟩"),
        ("a\u{B}b\u{C}c\u{85}", "a⟨U+000B⟩b⟨U+000C⟩c⟨U+0085⟩"), ("a\tb", "a⟨U+0009⟩b"), ("\0", "⟨U+0000⟩"),
        ("a\u{200B}b\u{FEFF}", "a⟨U+200B⟩b⟨U+FEFF⟩"), ("a\u{AD}b", "a⟨U+00AD⟩b"),
        ("\u{3164}\u{2800}", "⟨U+3164⟩⟨U+2800⟩"),
        ("a\u{A0}b\u{3000}", "a⟨U+00A0⟩b⟨U+3000⟩"), ("\u{E000}\u{F0000}", "⟨U+E000⟩⟨U+F0000⟩"),
        ("\u{E0041}\u{FE0F}", "⟨U+E0041⟩⟨U+FE0F⟩"), ("\u{378}", "⟨U+0378⟩"), ("\u{7F}\u{1B}[0m", "⟨U+007F⟩⟨U+001B⟩[0m"),
    ])
    func `invisible characters are made visible`(text: String, visible: String) {
        #expect(VisibleText.of(text) == visible)
    }

    @Test(arguments: [
        "می\u{200C}خواهم", "ه\u{200D}", "क\u{94D}\u{200D}ष", "ক\u{9CD}\u{200C}ষ", "র\u{200D}\u{9CD}য",
        "1\u{FE0F}\u{20E3}",
        "❤\u{FE0F}", "👨\u{200D}👩\u{200D}👧", "❤\u{FE0F}\u{200D}🔥", "👩🏽\u{200D}💻", "葛\u{E0100}",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    ])
    func `invisible characters that writing needs are unchanged`(text: String) {
        #expect(VisibleText.of(text) == text)
    }

    @Test(arguments: [
        "a\u{200C}b", "a\u{200D}b", "\u{200D}", "می\u{200C}", "می\u{200C}a", "1\u{FE0F}", "a\u{FE0F}",
        "a\u{FE0F}\u{20E3}",
        "❤\u{FE0F}\u{200D}", "👨\u{200D}a", "a\u{E0100}", "🏴\u{E0067}\u{E0062}",
        "🏴\u{E0061}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "क\u{200D}ष", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E0067}\u{E007F}",
    ])
    func `the same characters elsewhere are made visible`(text: String) {
        #expect(VisibleText.of(text).contains("⟨U+"))
    }

    @Test func `making a long text visible takes linear time`() {
        let growth = Growth(from: 1 << 13, to: 1 << 17) {
            String(repeating: "\u{200B}", count: $0 / 3)
        } _: { text in
            _ = VisibleText.of(text)
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test func `a message may have spaces that do not break lines, a name may not`() {
        let text = "Prix\u{A0}: 10\u{202F}000\u{3000}円"
        #expect(VisibleText.lines(of: text) == [text])
        #expect(VisibleLines(of: text).map(\.text) == [text])
        #expect(VisibleText.of(text) == "Prix⟨U+00A0⟩: 10⟨U+202F⟩000⟨U+3000⟩円")
        #expect(VisibleText.lines(of: "a\u{A0}\u{A0}\u{A0}b") == ["a\u{A0}\u{A0}⟨U+00A0⟩b"])
    }

    @Test func `spaces cannot push text out of sight`() {
        #expect(VisibleText.of("a  b") == "a  b")
        #expect(VisibleText.of("a    b") == "a  ⟨U+0020⟩⟨U+0020⟩b")
    }

    @Test func `combining marks cannot be stacked over the line above`() {
        #expect(VisibleText.of("e\u{301}\u{302}") == "e\u{301}\u{302}")
        #expect(VisibleText.of("e" + String(repeating: "\u{301}", count: 6)).hasSuffix("⟨U+0301⟩⟨U+0301⟩"))
    }

    @Test func `text that was made visible is unchanged when processed again`() {
        let once = VisibleText.of("a\u{202E}b    c\n\u{301}\u{301}\u{301}\u{301}\u{301}⟨x⟩")
        #expect(VisibleText.of(once) == once)
    }

    @Test func `markup is plain text`() {
        #expect(VisibleText.of("<b>&amp;</b>") == "<b>&amp;</b>")
    }

    @Test func `the visible form contains no hidden characters`() {
        for value in UInt32(0)...0x3FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let visible = VisibleText.of(String(scalar))
            #expect(visible == String(scalar) || visible.hasPrefix("⟨U+") && visible.hasSuffix("⟩"))
        }
    }

    @Test func `lines stay separate, and only a line feed separates them`() {
        #expect(VisibleText.lines(of: "a\n\nb\rc\u{2028}d\n") == ["a", "", "b⟨U+000D⟩c⟨U+2028⟩d", ""])
        #expect(VisibleText.lines(of: "") == [""])
    }
}
