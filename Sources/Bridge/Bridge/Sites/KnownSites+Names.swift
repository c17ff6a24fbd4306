extension KnownSites {
    /// A known site that a text names.
    package struct Named: Hashable, Sendable {
        /// The registered domains of the sites with this name.
        package let domains: [String]

        /// Whether the name counts as the site's also for other domains that begin with it, because it is a word.
        package let isWord: Bool

        /// Whether the text can only mean this site.
        package let isCertain: Bool
    }

    /// The known sites that a text names, each once; `text` are its words in lower case, in order.
    ///
    /// An invented name counts wherever it occurs, also in parts, unless the text mentions a wallet or a service of
    /// this name. A name that is a word counts only as a domain and as what the text signs in to.
    package static func named(in text: [String]) -> [Named] {
        // A sentence may end without a space behind it.
        let words = text.flatMap { word in
            isKnown(word) ? [word] : word.split(separator: ".").map(String.init)
        }
        var found: [Named] = []
        func add(_ name: Named) { if !found.contains(name) { found.append(name) } }
        for word in words where isKnown(word) {
            guard let domain = Lookalikes.lastTwoLabels(word) else { continue }
            add(Named(domains: [domain], isWord: false, isCertain: true))
        }
        let letters = Letters(of: words)
        for (index, place) in letters.starts.enumerated() {
            for name in names[letters.bytes[place]] ?? [] {
                guard let next = letters.end(of: name.letters, at: index), !name.isWord || next == index + 1 else {
                    continue
                }
                if name.isWord {
                    guard let isCertain = target(at: index, in: words) else { continue }
                    add(Named(domains: name.domains, isWord: true, isCertain: isCertain))
                } else if !(index > 0 && means.contains(words[index - 1]))
                    && !(next < words.count && things.contains(words[next]))
                {
                    add(Named(domains: name.domains, isWord: false, isCertain: true))
                }
            }
        }
        return found
    }

    /// Whether a word is a known domain, or below one.
    private static func isKnown(_ word: String) -> Bool {
        word.contains(".") && Lookalikes.lastTwoLabels(word).map(domains.contains) == true
    }

    /// Whether the word at `index` is what a text signs in to, for certain; `nil` if it is not.
    private static func target(at index: Int, in words: [String]) -> Bool? {
        guard index > 0, ["to", "into"].contains(words[index - 1]) else { return nil }
        let before = words[max(0, index - 4)..<(index - 1)]
        if before.contains(where: { ["in", "login", "signin", "log", "sign", "logging"].contains($0) }) { return true }
        return before.last == "welcome" ? false : nil
    }

    /// Words in front of the name of a wallet or a sign-in service.
    private static let means: Set<String> = ["with", "via", "using", "through", "by"]

    /// Words behind the name of a wallet.
    private static let things: Set<String> = ["wallet", "extension"]

    /// Invented names that are ordinary words, too.
    private static let ambiguous: Set<String> = ["blockchain.com"]

    /// A name as it is looked for.
    private struct Name: Sendable {
        let letters: [UInt8]
        let domains: [String]
        let isWord: Bool
    }

    /// The names by their first letter.
    private static let names: [UInt8: [Name]] = {
        var names: [UInt8: [Name]] = [:]
        let all = models.filter { !ambiguous.contains($0.domain) }
        for (label, models) in Dictionary(grouping: all, by: \.label) {
            guard let first = label.utf8.first, label.utf8.count > 1 else { continue }
            let isWord = models.contains { if case .word = $0.name { true } else { false } }
            names[first, default: []].append(
                Name(letters: Array(label.utf8), domains: models.map(\.domain).sorted(), isWord: isWord))
        }
        return names
    }()

    /// The skeletons of the words of a text, one behind the other.
    private struct Letters {
        /// The letters of all words.
        var bytes: [UInt8] = []

        /// Where each word begins.
        var starts: [Int] = []

        init(of words: [String]) {
            for word in words {
                starts.append(bytes.count)
                let skeleton = HostSkeleton.of(word).utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
                bytes += skeleton.isEmpty ? [0] : skeleton
            }
        }

        /// The index of the word behind `name`, if `name` is all of the words from `index` on.
        func end(of name: [UInt8], at index: Int) -> Int? {
            let end = starts[index] + name.count
            guard end <= bytes.count, bytes[starts[index]..<end].elementsEqual(name) else { return nil }
            var next = index + 1
            while next < starts.count, starts[next] < end { next += 1 }
            return (next < starts.count ? starts[next] : bytes.count) == end ? next : nil
        }
    }
}
