/// The words that must not be in the code that ships.
enum Words {
    /// Each word, with the reason.
    static let forbidden: [(word: String, reason: String)] = [
        ("try!", "errors are thrown to a caller that can handle them"),
        ("as!", "a cast that may fail is a question, not a claim"),
        ("fatalError(", "a page must not be able to end the wallet"),
        ("TODO", "work to do lives in the issue tracker"),
        ("FIXME", "work to do lives in the issue tracker"),
        ("XXX", "work to do lives in the issue tracker"),
        ("evaluate_javascript", "a reply is never built as JavaScript text"),
        ("call_async_javascript_function", "a reply is never built as JavaScript text"),
    ]

    /// The forbidden words in `file`, each as a sentence with the line's number.
    static func breaches(in file: TextFile) -> [String] {
        zip(1..., file.lines).flatMap { number, line in
            forbidden.filter { contains($0.word, in: line) }
                .map { "\(file.path):\(number) says \($0.word): \($0.reason)" }
        }
    }

    /// Whether `line` contains `word` on its own: `as!` is not in `alias!`.
    private static func contains(_ word: String, in line: Substring) -> Bool {
        line.has(word)
            && line.ranges(of: word).contains { range in
                guard range.lowerBound > line.startIndex else { return true }
                let before = line[line.index(before: range.lowerBound)]
                return word.contains("_") || !(before.isLetter || before.isNumber)
            }
    }
}
