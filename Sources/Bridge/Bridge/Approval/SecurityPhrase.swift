/// A short phrase by which the user recognizes the windows of their own wallet.
///
/// Every window in which the wallet asks for something shows it. Pages never learn it, so a page that imitates an
/// approval or the unlock window cannot show it. It is not a secret that unlocks anything, and not a recovery phrase.
public struct SecurityPhrase: Hashable, Sendable, CustomStringConvertible {
    /// The phrase.
    public let text: String

    /// The phrase, as it is shown.
    public var description: String { text }

    /// The allowed number of characters.
    public static let lengths = 6...32

    /// Creates a phrase that the user chose; leading and trailing white space is removed.
    ///
    /// - Returns: `nil` if it is too short, too long, or has an invisible character.
    public init?(_ text: String) {
        // The text may come from a file and have any length, so check the length first.
        guard text.utf8.count <= 4 * Self.lengths.upperBound else { return nil }
        let words = text.split(separator: " ").joined(separator: " ")
        guard Self.lengths.contains(words.count), VisibleText.of(words) == words else { return nil }
        self.text = words
    }

    /// Generates two words and a number, such as `amber-heron-422`: one of 58,982,400 phrases with equal probability.
    public static func random(using generator: inout some RandomNumberGenerator) -> SecurityPhrase {
        let first = pick(SecurityPhraseWords.adjectives, using: &generator)
        let second = pick(SecurityPhraseWords.nouns, using: &generator)
        return SecurityPhrase(made: "\(first)-\(second)-\(Int.random(in: 100...999, using: &generator))")
    }

    /// Generates a phrase with the system's random number generator.
    public static func random() -> SecurityPhrase {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    private init(made text: String) { self.text = text }

    private static func pick(_ words: [String], using generator: inout some RandomNumberGenerator) -> String {
        words[Int.random(in: 0..<words.count, using: &generator)]
    }
}
