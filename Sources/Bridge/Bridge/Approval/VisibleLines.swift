/// The display lines of an untrusted text, generated on demand.
///
/// Laying out a line of a megabyte would block the window, so a long line is split into pieces.
public struct VisibleLines: Sequence, Sendable {
    /// One line on the screen, or a piece of one.
    public struct Line: Hashable, Sendable {
        /// The visible text, by the rules of ``VisibleText/lines(of:)``.
        public let text: String

        /// Whether the line continues in the next piece.
        public let goesOn: Bool
    }

    private let text: String
    private let length: Int

    /// Splits `text` at its line feeds, and lines of more than `length` characters into pieces of that length.
    public init(of text: String, length: Int = 1_000) {
        precondition(length > 0)  // No trap: the program's own number.
        self.text = text
        self.length = length
    }

    /// The lines, in order; at least one.
    public func makeIterator() -> Iterator {
        Iterator(rest: text.unicodeScalars[...], length: length)
    }

    /// Generates the lines.
    public struct Iterator: IteratorProtocol {
        fileprivate var rest: Substring.UnicodeScalarView
        fileprivate let length: Int
        private var isOver = false

        fileprivate init(rest: Substring.UnicodeScalarView, length: Int) {
            self.rest = rest
            self.length = length
        }

        /// The next line.
        public mutating func next() -> Line? {
            guard !isOver else { return nil }
            let piece = rest.prefix(length)
            if let end = piece.firstIndex(of: "\n") {
                return hand(out: piece[..<end], restFrom: rest.index(after: end), goesOn: false)
            }
            guard piece.endIndex < rest.endIndex else {
                isOver = true
                return hand(out: piece, restFrom: rest.endIndex, goesOn: false)
            }
            guard rest[piece.endIndex] != "\n" else {
                return hand(out: piece, restFrom: rest.index(after: piece.endIndex), goesOn: false)
            }
            return hand(out: piece, restFrom: piece.endIndex, goesOn: true)
        }

        private mutating func hand(
            out piece: Substring.UnicodeScalarView, restFrom start: String.Index, goesOn: Bool
        ) -> Line {
            rest = rest[start...]
            return Line(text: VisibleText.of(String(piece), isMessage: true), goesOn: goesOn)
        }
    }
}
