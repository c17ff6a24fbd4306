import Glibc

/// The pseudo-language of `scripts/pseudo`, read back as English: `⟦Áppröve ~~~⟧` is `Approve`.
///
/// A person who reads the windows of a program in the pseudo-language still reads English, so the same tests run in both.
enum PseudoLanguage {
    /// Whether programs show their text in the pseudo-language.
    private static let isUsed = getenv("LANGUAGE").map { String(cString: $0) } == "en_XA"

    private static let letters = Dictionary(
        uniqueKeysWithValues: zip("áçéîñöüýÁÇÉÎÑÖÜÝšž", "aceinouyACEINOUYsz"))

    /// `text` as it is in English.
    static func english(_ text: String) -> String {
        isUsed ? decoded(text) : text
    }

    /// `text` without brackets, accents and filling.
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
