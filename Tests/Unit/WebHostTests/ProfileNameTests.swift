import Testing
import WebHost

/// Names that are safe to use as folder names.
@Suite struct ProfileNameTests {
    @Test(arguments: ["a", "shop", "Shop-2_b", String(repeating: "x", count: 64)])
    func `letters, digits, hyphens and underscores are valid`(text: String) {
        #expect(ProfileName(text)?.text == text)
    }

    @Test(arguments: [
        "", ".", "..", "../x", "a/b", "/", "a b", "a\u{0}", "é", "ａ", "a\n", "~", "a.b",
        String(repeating: "x", count: 65),
        "[", "@", "`", "{",
    ])
    func `anything else is refused`(text: String) {
        #expect(ProfileName(text) == nil)
    }
}
