import WebHost
/// Completes the beginning of a word of a recovery phrase where it can only become one word.
struct WordCompletion {
    /// Word lists, the most likely first.
    private let lists: [(words: [String], set: Set<String>)]

    /// The fewest characters that are completed.
    private static let fewest = 3

    init(_ lists: [[String]]) {
        self.lists = lists.map { ($0, Set($0)) }
    }

    /// The only word that begins with `text`, in the first list that has any; `nil` where `text` is a word already.
    ///
    /// A phrase has one language: only the lists with the most of the `others`, the words of the other fields, count.
    func word(beginning text: String, besides others: [String]) -> String? {
        let text = text.lowercased()
        guard text.count >= Self.fewest, !lists.contains(where: { $0.set.contains(text) }) else { return nil }
        let counts = lists.map { list in others.count { list.set.contains($0.lowercased()) } }
        let most = counts.max() ?? 0
        for (list, count) in zip(lists, counts) where count == most {
            let found = list.words.lazy.filter { $0.hasPrefix(text) }.prefix(2)
            guard let first = found.first else { continue }
            return found.count == 1 ? first : nil
        }
        return nil
    }
}
