import Glibc

/// Converts the pseudo-language of `scripts/pseudo` to English: `⟦Áppröve ~~~⟧` is `Approve`.
///
/// The same tests run with both, because they always see English.
package enum PseudoLanguage {
    /// Whether programs use the pseudo-language.
    private static let isUsed = getenv("LANGUAGE").map { String(cString: $0) } == "en_XA"

    private static let letters = Dictionary(
        uniqueKeysWithValues: zip("áçéîñöüýÁÇÉÎÑÖÜÝšž", "aceinouyACEINOUYsz"))

    /// `text` in English.
    package static func english(_ text: String) -> String {
        isUsed ? decoded(text) : text
    }

    /// `text` without brackets, accents and padding.
    static func decoded(_ text: String) -> String {
        var english = ""
        for character in text {
            if character == "⟧" {
                while english.last == "~" { english.removeLast() }
                if english.last == " " { english.removeLast() }
            } else if character != "⟦" {
                english.append(letters[character] ?? character)
            }
        }
        return english
    }
}
