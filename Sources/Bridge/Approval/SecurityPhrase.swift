/// A short phrase by which the user recognises the windows of their own wallet.
///
/// Every window of the wallet that asks for something shows it. Pages never learn it, so a page that draws a copy of an
/// approval or of the unlock window cannot show it. It opens nothing and is no recovery phrase.
public struct SecurityPhrase: Hashable, Sendable, CustomStringConvertible {
    /// The phrase.
    public let text: String

    /// The phrase, as it is shown.
    public var description: String { text }

    /// How many characters a phrase may have.
    public static let lengths = 6...32

    /// Takes a phrase of the user's own choice; white space at its ends is dropped.
    ///
    /// - Returns: `nil` where it is too short, too long, or holds a character that cannot be seen.
    public init?(_ text: String) {
        // A text of any length may come from a file: what is far too long is not looked at.
        guard text.utf8.count <= 4 * Self.lengths.upperBound else { return nil }
        let words = text.split(separator: " ").joined(separator: " ")
        guard Self.lengths.contains(words.count), VisibleText.of(words) == words else { return nil }
        self.text = words
    }

    /// Makes a phrase of two words and a number, such as `amber-heron-422`: one of 58,982,400, each as likely.
    public static func random(using generator: inout some RandomNumberGenerator) -> SecurityPhrase {
        let first = pick(PhraseWords.adjectives, using: &generator)
        let second = pick(PhraseWords.nouns, using: &generator)
        return SecurityPhrase(made: "\(first)-\(second)-\(Int.random(in: 100...999, using: &generator))")
    }

    /// Makes a phrase with the system's randomness.
    public static func random() -> SecurityPhrase {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    private init(made text: String) { self.text = text }

    private static func pick(_ words: [String], using generator: inout some RandomNumberGenerator) -> String {
        words[Int.random(in: 0..<words.count, using: &generator)]
    }
}
