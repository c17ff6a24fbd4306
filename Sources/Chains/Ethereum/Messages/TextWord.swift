internal import Bridge

/// A word of a text as a reader sees it, and where it stands.
struct TextWord: Sendable {
    /// The letters and digits in lower case; look-alike letters as the letters that they look like.
    let text: String

    /// Whether it begins with a capital letter, as a name does.
    let isCapital: Bool

    /// Whether it is the first word of a line or behind a colon.
    let isFirst: Bool

    /// The dot or hyphen between it and the word before, if nothing else is there, as in a domain.
    let joint: Unicode.Scalar?

    /// Whether nothing but a dot is between it and the word before.
    var isJoined: Bool { joint == "." }

    /// The number of its line.
    let line: Int

    /// The number of its sentence; a line break alone does not end one.
    let sentence: Int

    /// The number of what colons, bars and line breaks separate.
    let segment: Int

    /// The words of a text, in one pass.
    static func all(of text: String) -> [TextWord] {
        var reader = Reader()
        for scalar in PlainText.folded(text).unicodeScalars { reader.take(scalar) }
        reader.end()
        return reader.words
    }

    private struct Reader {
        var words: [TextWord] = []
        private var word = String.UnicodeScalarView()
        private var isCapital = false
        private var isFirst = true
        private var (line, sentence, segment) = (0, 0, 0)
        /// The mark that ends a sentence if a space follows.
        private var stop: Unicode.Scalar?
        private var joint: Unicode.Scalar?
        /// What stands behind the last word: how many characters, and the last of them.
        private var gap = 0
        private var last: Unicode.Scalar?
        private var breaks = 0

        mutating func take(_ scalar: Unicode.Scalar) {
            if Self.isPart(scalar) {
                if word.isEmpty {
                    isCapital = scalar.value < 0x80 ? 0x41...0x5A ~= scalar.value : scalar.properties.isUppercase
                    joint = gap == 1 && (last == "." || last == "-") ? last : nil
                }
                (stop, breaks, gap) = (nil, 0, 0)
                if scalar.value < 0x80 {
                    word.append(
                        0x41...0x5A ~= scalar.value
                            ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) | 0x20) : scalar)
                } else {
                    word.append(each: scalar.properties.lowercaseMapping.unicodeScalars)
                }
                return
            }
            // An apostrophe is part of the word.
            if scalar == "'" || scalar == "\u{2019}", !word.isEmpty { return }
            end()
            gap += 1
            last = scalar
            switch scalar {
            case "\n":
                endSentence()
                breaks += 1
                if breaks > 1 { sentence += 1 }
                line += 1
                startSegment()
            case "\r": break
            case ":", "|", "\u{FF1A}":
                startSegment()
            case "\u{3002}", "\u{FF01}", "\u{FF1F}":
                sentence += 1
                startSegment()
            case ".", "!", "?": stop = scalar
            default:
                if scalar.properties.isWhitespace { endSentence() } else { stop = nil }
            }
        }

        private mutating func startSegment() {
            isFirst = true
            segment += 1
        }

        private mutating func endSentence() {
            guard stop != nil else { return }
            stop = nil
            sentence += 1
            startSegment()
        }

        mutating func end() {
            guard !word.isEmpty else { return }
            words.append(
                TextWord(
                    text: String(word), isCapital: isCapital, isFirst: isFirst, joint: words.isEmpty ? nil : joint,
                    line: line, sentence: sentence, segment: segment))
            word = String.UnicodeScalarView()
            isFirst = false
        }

        private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            case ..<0x80: false
            default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            }
        }
    }
}
