import WebHost
/// Completes the start of a word of a recovery phrase if only one word starts with it.
struct WordCompletion {
    /// Word lists, the most likely first.
    private let lists: [(words: [String], set: Set<String>)]

    /// The minimum number of characters for a completion.
    private static let fewest = 3

    init(_ lists: [[String]]) {
        self.lists = lists.map { ($0, Set($0)) }
    }

    /// The only word that starts with `text`, in the first list that has any; `nil` if `text` is already a word.
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
