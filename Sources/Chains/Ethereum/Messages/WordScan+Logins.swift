internal import Bridge

/// Logins, what they are for, and what makes a text new.
extension WordScan {
    /// Whether the text signs the user in, or connects the account with another one.
    var signsIn: Bool {
        words.indices.contains { index in
            let word = words[index].text
            guard Self.isLoginWord(word) || meanings[index].contains(.proves), !isAboutSomethingElse(index) else {
                return false
            }
            switch word {
            case "login", "signin", "logon", "signup": return true
            case "in", "into", "up":
                return index > 0 && ["sign", "log", "signing", "logging", "signed"].contains(at(index - 1))
            case "welcome": return at(index + 1) == "to" || at(index + 1) == "back"
            case "nonce": return at(index - 1) == "time"
            default: break
            }
            if meanings[index].contains(.proves) {
                // “authenticate” needs no object.
                return word.hasPrefix("authentic")
                    || isNear(index, 6) { meanings[$0].contains(.owned) || words[$0].text == "request" }
            }
            if word.hasPrefix("confirm") {
                return isNear(index, 6) { ["owner", "ownership", "own"].contains(words[$0].text) }
            }
            if ["link", "linking", "connect", "bind"].contains(word) || word.hasPrefix("authori") {
                return isNear(index, 4) {
                    ["wallet", "account", "alias", "address", "access", "withdrawal"].contains(words[$0].text)
                }
                    || word == "connect" && at(index + 1) == "to"
            }
            if word.hasPrefix("verif") { return isNear(index, 6) { meanings[$0].contains(.owned) } }
            if word == "creating" { return isNear(index, 3) { words[$0].text == "account" } }
            if word == "access" { return hasSignature && isNear(index, 6) { words[$0].isCapital } }
            return word == "account"
                && (1...3).contains { words.indices.contains(index - $0) && at(index - $0) == "own" }
        }
    }

    private static let loginWords: Set<String> = [
        "login", "signin", "logon", "signup", "in", "into", "up", "welcome", "nonce", "link", "linking", "connect",
        "bind",
        "creating", "access", "account",
    ]

    private static func isLoginWord(_ word: String) -> Bool {
        loginWords.contains(word) || ["authori", "verif", "confirm"].contains { word.hasPrefix($0) }
    }

    private func at(_ index: Int) -> String { words.indices.contains(index) ? words[index].text : "" }

    private func isNear(_ index: Int, _ count: Int, _ isWanted: (Int) -> Bool) -> Bool {
        (max(0, index - 2)..<min(words.count, index + count + 1)).contains {
            $0 != index && words[$0].sentence == words[index].sentence && isWanted($0)
        }
    }

    private static let mostServices = 8

    /// The names behind “sign in to”, “account on” and the like, and in front of “wants you to” or a title's end.
    var services: [String] {
        var found: [String] = []
        func add(_ run: Range<Int>) {
            let name = run.reduce(into: "") { text, index in
                if index > run.lowerBound { text += words[index].joint.map(String.init) ?? " " }
                text += words[index].text
            }
            if !found.contains(name), found.count < Self.mostServices { found.append(name) }
        }
        if let title { add(title) }
        for index in words.indices.dropLast() where Self.leads.contains(words[index].text) {
            guard found.count < Self.mostServices else { break }
            // With what the user signs in is not what the user signs in to.
            guard !Self.means.contains(words[index].text) else { continue }
            if let run = name(from: index + 1) { add(run) }
        }
        return found
    }

    private static let leads: Set<String> = [
        "to", "into", "on", "for", "join", "access", "your", "at", "using", "use", "domain",
    ]
    private static let means: Set<String> = ["with", "via", "through", "by"]

    /// The run of capitalised words from `start` on, in one line and sentence.
    private func name(from start: Int) -> Range<Int>? {
        var first = start
        while first < words.count, words[first].line == words[start].line,
            words[first].sentence == words[start].sentence,
            first < start + 2, ["the", "your", "our", "this"].contains(words[first].text)
        {
            first += 1
        }
        return run(from: first)
    }

    private func run(from first: Int) -> Range<Int>? {
        guard first < words.count else { return nil }
        var end = first
        while end < words.count, end < first + 4, words[end].line == words[first].line,
            words[end].segment == words[first].segment,
            isName(end) || end > first && words[end].isJoined
        {
            end += 1
        }
        var range = first..<end
        while let last = range.last, meanings[last].contains(.ordinary) { range = range.dropLast() }
        while let first = range.first, meanings[first].contains(.ordinary) { range = range.dropFirst() }
        guard !range.isEmpty, !(range.count == 1 && isNumber(words[first].text)) else { return nil }
        return range.contains(where: { !meanings[$0].contains(.ordinary) }) ? range : nil
    }

    private func isName(_ index: Int) -> Bool {
        words[index].isCapital || isDomain(at: index)
            || words[index].text.utf8.first.map({ 0x30...0x39 ~= $0 }) == true && !isNumber(words[index].text)
                && !isAddress(words[index].text)
    }

    private func isAddress(_ word: String) -> Bool { word.hasPrefix("0x") && word.utf8.count >= 10 }

    private func isNumber(_ word: String) -> Bool { word.utf8.allSatisfy { 0x30...0x39 ~= $0 } }

    /// The name at the start of the first line: “Kairo Authentication”, “Axie Infinity: please sign”, “x wants you to”.
    private var title: Range<Int>? {
        guard !words.isEmpty else { return nil }
        let end = segmentLength
        if let wants = (0..<min(4, end)).first(where: { ["wants", "requests", "asks"].contains(words[$0].text) }),
            wants > 0,
            !meanings[0].contains(.ordinary)
        {
            return 0..<wants
        }
        guard let run = run(from: 0), meanings[0].isDisjoint(with: [.ordinary, .works, .registers, .grants, .proves])
        else {
            return nil
        }
        let isAlone = end <= 6 || run.upperBound == end
        return isAlone && run.upperBound < words.count ? run : nil
    }

    private var segmentLength: Int { words.firstIndex { $0.segment != words[0].segment } ?? words.count }

    // MARK: Hosts

    /// The domains in a text, without a scheme or with one, and the sentences in which they stand.
    var hosts: [(host: String, sentence: Int)] {
        var found: [(host: String, sentence: Int)] = []
        var index = 0
        while index < words.count, found.count < 64 {
            var end = index + 1
            while end < words.count, words[end].joint != nil { end += 1 }
            if end > index + 1, isHost(index..<end) {
                found.append((host(index..<end), words[index].sentence))
            }
            index = end
        }
        return found
    }

    private func host(_ range: Range<Int>) -> String {
        range.reduce(into: "") { text, index in
            if index > range.lowerBound, let joint = words[index].joint { text.unicodeScalars.append(joint) }
            text += words[index].text
        }
    }

    private func isDomain(at index: Int) -> Bool {
        var end = index + 1
        while end < words.count, end < index + 8, words[end].joint != nil { end += 1 }
        return end > index + 1 && isHost(index..<end)
    }

    /// Whether joined words end like a domain: behind a dot, in two letters or more.
    private func isHost(_ range: Range<Int>) -> Bool {
        guard range.count <= 32, let last = range.last, words[last].isJoined else { return false }
        let text = words[last].text
        return text.utf8.count >= 2 && text.utf8.allSatisfy { 0x61...0x7A ~= $0 }
    }

    // MARK: What is new

    /// Whether something in the text is new each time.
    var isFresh: Bool {
        words.indices.contains { isTime($0) || isDate($0) || isUUID($0) || isOnce($0) }
    }

    /// Seconds or milliseconds since 1970, of this time.
    private func isTime(_ index: Int) -> Bool {
        let word = words[index].text
        guard word.utf8.count == 10 || word.utf8.count == 13, isNumber(word) else { return false }
        return word.hasPrefix("1") && !word.hasPrefix("10") || word.hasPrefix("2")
    }

    private static let months: Set<String> = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// A year next to a month and a day.
    private func isDate(_ index: Int) -> Bool {
        guard let year = Int(words[index].text), words[index].text.utf8.count == 4, 2_000...2_099 ~= year else {
            return false
        }
        return [index - 1, index + 1].contains { place in
            guard words.indices.contains(place) else { return false }
            let word = words[place].text
            return Self.months.contains(String(word.prefix(3)))
                || (Int(word).map { 1...31 ~= $0 && word.utf8.count <= 2 } ?? false)
        }
    }

    private func isUUID(_ index: Int) -> Bool {
        let lengths = [8, 4, 4, 4, 12]
        guard index + lengths.count <= words.count else { return false }
        return lengths.indices.allSatisfy { place in
            let word = words[index + place].text
            return word.utf8.count == lengths[place] && word.utf8.allSatisfy(Self.isHex)
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || 0x61...0x66 ~= byte }

    /// A value with at least two digits behind “nonce”, “challenge” and the like.
    private func isOnce(_ index: Int) -> Bool {
        guard meanings[index].contains(.once), !(index > 0 && meanings[index - 1].contains(.key)) else { return false }
        return (index + 1..<min(index + 4, words.count)).contains { place in
            let word = words[place].text
            let digits = word.hasPrefix("0x") ? String(word.dropFirst(2)) : word
            // A number that begins with many zeros is a counter, and 40 digits are an address.
            guard digits.utf8.count >= 4, digits.utf8.count != 40, !digits.hasPrefix("0000") else { return false }
            return digits.utf8.count { 0x30...0x39 ~= $0 } >= 2
        }
    }
}
