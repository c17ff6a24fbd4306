/// Looks for what the words of a text mean together.
struct WordScan {
    let words: [TextWord]
    let meanings: [Vocabulary]

    /// The first word of each sentence.
    private let starts: [Int]
    let hasSignature: Bool

    init(words: [TextWord], meanings: [Vocabulary]) {
        self.words = words
        self.meanings = meanings
        starts = words.indices.filter { $0 == 0 || words[$0].sentence != words[$0 - 1].sentence }
        hasSignature = meanings.contains { $0.contains(.signs) }
    }

    /// The most words between a verb and its object.
    private static let reach = 8

    /// The words of each sentence.
    private var sentences: [Range<Int>] {
        starts.indices.map { starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : words.count) }
    }

    // MARK: Keys

    /// What the signature is, if the words say so.
    func use(isFresh: Bool) -> MessageWords.Use? {
        if !isFresh, isWarned { return .key }
        var found: MessageWords.Use?
        for sentence in sentences {
            if isKey(sentence, isFresh) || isTitle(sentence, isFresh) { return .key }
            if isDelegation(sentence) { found = .delegation }
        }
        if isInOtherWords { return .key }
        return found ?? (isWarned ? .oneSite : nil)
    }

    /// Whether the text warns of its signature: sign it only there, share it with nobody.
    private var isWarned: Bool {
        for index in words.indices {
            let word = words[index].text
            if word.hasPrefix("onlysign") { return true }
            if word == "only", follows(index, within: 1, { meanings[$0].contains(.signs) }) { return true }
            if meanings[index].contains(.anyone), follows(index, within: 5, { isSignature($0) }) { return true }
            guard meanings[index].contains(.not) else { continue }
            if follows(index, within: 2, { words[$0].text.hasPrefix("shar") })
                && follows(index, within: 6, { isSignature($0) || words[$0].text == "signed" })
            {
                return true
            }
            if follows(index, within: 2, { words[$0].text == "sign" })
                && follows(
                    index, within: 12, { ["other", "another", "different", "elsewhere"].contains(words[$0].text) })
            {
                return true
            }
        }
        return false
    }

    private func isSignature(_ index: Int) -> Bool { words[index].text.hasPrefix("signature") }

    /// Whether a word of the same sentence behind `index`, at most `count` words away, is wanted.
    private func follows(_ index: Int, within count: Int, _ isWanted: (Int) -> Bool) -> Bool {
        var next = index + 1
        while next < words.count, next <= index + count, words[next].sentence == words[index].sentence {
            if isWanted(next) { return true }
            next += 1
        }
        return false
    }

    /// Whether a verb is denied: “does not create a key”.
    private func isDenied(_ index: Int) -> Bool {
        var before = index - 1
        while before >= 0, before >= index - 5, words[before].sentence == words[index].sentence {
            if meanings[before].contains(.not) { return true }
            before -= 1
        }
        return false
    }

    /// Whether a sentence about the signature says that a key is made from it or opened with it.
    private func isKey(_ sentence: Range<Int>, _ isFresh: Bool) -> Bool {
        let first = words[sentence.lowerBound].text
        let isAbout =
            meanings[sentence].contains { $0.contains(.signs) }
            || hasSignature && ["this", "it", "these"].contains(first)
        guard isAbout else { return false }
        for index in sentence {
            if isSignature(index),
                follows(index, within: 5, { ["as", "is", "becomes"].contains(words[$0].text) })
                    && follows(index, within: Self.reach, { meanings[$0].contains(.key) })
                    && !follows(index, within: 3, { meanings[$0].contains(.not) })
                    && !follows(index, within: Self.reach, { !meanings[$0].isDisjoint(with: .works) })
            {
                return true
            }
            // “A private key will be derived from this signature.”
            if meanings[index].contains(.key),
                follows(index, within: Self.reach, { meanings[$0].contains(.derives) && !isDenied($0) })
            {
                return true
            }
            guard !meanings[index].isDisjoint(with: .works), !isDenied(index) else { continue }
            if follows(index, within: Self.reach, { meanings[$0].contains(.key) }) { return true }
            guard !isFresh else { continue }
            if meanings[index].contains(.encrypts) { return true }
            if !meanings[index].isDisjoint(with: [.derives, .opens]) || words[index].text == "create",
                follows(index, within: 5, { isOpened($0, by: index) })
            {
                return true
            }
        }
        return false
    }

    /// Whether a word is what a key opens; accounts and profiles are created by ordinary logins, too.
    private func isOpened(_ index: Int, by verb: Int) -> Bool {
        guard meanings[index].contains(.thing) else { return false }
        return !meanings[verb].contains(.makes)
            || ["identity", "identities", "identifier", "vault", "wallet", "wallets"].contains(words[index].text)
    }

    /// Whether a sentence begins like the title of a key: “Generate stealth keys”, “action: L2 Key”.
    private func isTitle(_ sentence: Range<Int>, _ isFresh: Bool) -> Bool {
        for index in sentence where words[index].isFirst && !isAboutSomethingElse(index) {
            let end = segmentEnd(index)
            let count = end - index
            if count <= 10, isTitleOfKey(index..<end) { return true }
            var verb = index
            // “I register …”, and the name of the service in front of the verb.
            while verb < end, verb < index + 2,
                meanings[verb].isDisjoint(with: [.derives, .makes, .opens, .encrypts, .registers])
            {
                verb += 1
            }
            guard verb < end, !isDenied(verb) else { continue }
            let isVerb = !meanings[verb].isDisjoint(with: [.derives, .makes, .opens, .encrypts, .registers])
            guard isVerb, count <= 6 || words[index].line == 0 else { continue }
            if follows(verb, within: 3, { $0 < end && meanings[$0].contains(.key) }) { return true }
            guard !isFresh, count <= 8 else { continue }
            if meanings[verb].contains(.encrypts) { return true }
            if !meanings[verb].isDisjoint(with: [.derives, .opens, .makes]),
                follows(verb, within: 3, { $0 < end && isOpened($0, by: verb) })
            {
                return true
            }
        }
        return false
    }

    /// “STARK Key”, “Seed derivation”, “with key nonce 7”.
    private func isTitleOfKey(_ segment: Range<Int>) -> Bool {
        guard let last = segment.last else { return false }
        let isLine = words[last].line == 0 || segment.lowerBound > 0 && words[segment.lowerBound - 1].text == "action"
        if segment.count <= 4, isLine, words[last].text == "key" || words[last].text.hasPrefix("onboard") {
            return true
        }
        return segment.dropLast().contains { index in
            meanings[index].contains(.key)
                && ["nonce", "derivation", "generation", "setup"].contains(words[index + 1].text)
        }
    }

    /// The end of the segment that begins at a word, which may be looked for no further than titles are long.
    private func segmentEnd(_ index: Int) -> Int {
        var end = index + 1
        while end < words.count, end < index + 32, words[end].segment == words[index].segment { end += 1 }
        return end
    }

    /// Whether a line is a vote, a comment or the like, which may mention anything.
    func isAboutSomethingElse(_ index: Int) -> Bool {
        // A line is long only in a text that nobody reads.
        var first = index
        while first > max(0, index - 64), words[first - 1].line == words[first].line { first -= 1 }
        return meanings[first..<min(first + 2, words.count)].contains { $0.contains(.about) }
    }

    /// Whether a sentence lets something act for the account.
    private func isDelegation(_ sentence: Range<Int>) -> Bool {
        for index in sentence {
            let isBehalf =
                words[index].text == "behalf"
                || words[index].text == "for" && index + 1 < sentence.upperBound && words[index + 1].text == "me"
                    && precedes(index, within: 6, { ["trade", "withdraw", "act", "sign", "spend"].contains($0) })
            if isBehalf, !isDenied(index) { return true }
            guard words[index].isFirst, !isAboutSomethingElse(index) else { continue }
            if meanings[index].contains(.agent), words[index].text == "ephemeral" { return true }
            let verb = words[index].text == "i" || words[index].text == "you" ? index + 1 : index
            guard verb < sentence.upperBound else { continue }
            if index + 3 < sentence.upperBound, meanings[index + 1].contains(.client),
                words[index..<(index + 4)].map(\.text).filter({ ["this", "wants", "to"].contains($0) }).count == 3
            {
                return true
            }
            guard !meanings[verb].isDisjoint(with: [.grants, .registers]) else { continue }
            if follows(verb, within: 4, { meanings[$0].contains(.agent) }) { return true }
            if meanings[verb].contains(.grants), !meanings[verb].contains(.registers) {
                if follows(verb, within: 4, { meanings[$0].contains(.client) })
                    && follows(verb, within: 6, { words[$0].text == "to" })
                {
                    return true
                }
                if words[verb].text.hasPrefix("grant"), follows(verb, within: 3, { words[$0].text == "access" }) {
                    return true
                }
            }
        }
        return meanings[sentence].contains { $0.contains(.signs) } && givesAccess(sentence)
    }

    /// “By signing this message, you authorize the current application to …”, “gives the app access to your funds”.
    private func givesAccess(_ sentence: Range<Int>) -> Bool {
        sentence.contains { index in
            guard meanings[index].contains(.grants), !isDenied(index) else { return false }
            let isToClient =
                follows(index, within: 4, { meanings[$0].contains(.client) })
                && follows(index, within: 8, { ["access", "use", "control"].contains(words[$0].text) })
            let isAccess =
                follows(index, within: 4, { words[$0].text == "access" })
                && follows(index, within: 8, { ["funds", "notes", "balance", "keys"].contains(words[$0].text) })
            return isToClient || isAccess
        }
    }

    private func precedes(_ index: Int, within count: Int, _ isWanted: (String) -> Bool) -> Bool {
        var before = index - 1
        while before >= 0, before >= index - count, words[before].sentence == words[index].sentence {
            if isWanted(words[before].text) { return true }
            before -= 1
        }
        return false
    }

    /// Whether words of other languages say that a key is made from the signature.
    private var isInOtherWords: Bool {
        sentences.contains { sentence in
            let all = meanings[sentence].reduce(into: Vocabulary(rawValue: 0)) { $0.formUnion($1) }
            return all.isSuperset(of: [.foreignMakes, .foreignKey, .foreignSigns])
        }
    }

    /// The sentences that say where alone the text may be signed.
    var sentencesForOneSite: Set<Int> {
        Set(
            words.indices.filter { index in
                words[index].text.hasPrefix("onlysign")
                    || words[index].text == "only" && follows(index, within: 1) { meanings[$0].contains(.signs) }
            }.map { words[$0].sentence })
    }
}
