internal import Primitives

/// Asks for some words of a new phrase, to check that the user has written them down.
public struct PhraseQuiz: Sendable {
    /// The positions of the words, counted from one, in ascending order.
    public let positions: [Int]

    /// Chooses `count` distinct random positions of a phrase with `wordCount` words.
    ///
    /// - Throws: ``KeyError/noRandomness``.
    public init(wordCount: Int, count: Int = 4) throws(KeyError) {
        precondition((0...wordCount).contains(count))  // No trap: a phrase has at least 12 words.
        var rest = wordCount > 0 ? Array(1...wordCount) : []
        var chosen: [Int] = []
        for _ in 0..<count {
            chosen.append(rest.remove(at: try SystemRandomness.number(below: rest.count)))
        }
        positions = chosen.sorted()
    }

    /// Whether `answer` (UTF-8, in any Unicode form, ignoring surrounding white space and the case of ASCII letters) is
    /// the word at `position`.
    ///
    /// The running time depends only on the length of the answer.
    public func accepts(
        _ answer: borrowing SecretBytes, at position: Int, of phrase: borrowing Mnemonic
    ) -> Bool {
        guard positions.contains(position), answer.count <= 256, let word = phrase.word(at: position),
            let text = answer.withUnsafeBytes({ try? NormalForm.decomposed(utf8: $0) })
        else { return false }
        defer { CallStack.wipe() }
        return Self.padded(text).matches(Self.padded(word))
    }

    /// The bytes without surrounding white space, in a buffer whose size is the same for every word.
    private static func padded(_ text: borrowing SecretBytes) -> SecretBytes {
        text.withUnsafeBytes { text in
            SecretBytes(count: 4_096) { room in
                var rest = text[...]
                while let byte = rest.first, byte <= 0x20 { rest = rest.dropFirst() }
                while let byte = rest.last, byte <= 0x20 { rest = rest.dropLast() }
                room.copyBytes(from: rest.prefix(room.count))
                Mnemonic.lower(room)
            }
        }
    }
}
