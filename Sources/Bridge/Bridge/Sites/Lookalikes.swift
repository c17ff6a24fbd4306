import Synchronization

/// Detects sites whose name imitates another site: a well-known one, or one that the user is connected to.
public struct Lookalikes: Sendable {
    /// The registered domain of a host in its ASCII form; by the public suffix list if there is one.
    package let registeredDomain: @Sendable (String) -> String?

    /// Creates a detector.
    ///
    /// - Parameter registeredDomain: The registered domain of a host, `nil` if it has none. Without a public suffix
    ///   list, this is the last two labels.
    public init(registeredDomain: @escaping @Sendable (String) -> String? = Lookalikes.lastTwoLabels) {
        self.registeredDomain = registeredDomain
    }

    /// The last two labels of a name; `nil` for IP addresses and single labels.
    public static let lastTwoLabels: @Sendable (String) -> String? = { host in
        let labels = host.split(separator: ".")
        guard labels.count > 1, labels.last?.utf8.contains(where: { $0 &- 0x30 >= 10 }) == true else { return nil }
        return labels.suffix(2).joined(separator: ".")
    }

    /// The site that `host` imitates.
    ///
    /// - Parameters:
    ///   - host: A host in its ASCII form.
    ///   - connected: The hosts that the user has connected to before.
    /// - Returns: `nil` if it imitates none, or is a known site itself.
    public func site(resembledBy host: String, connected: some Sequence<String> = []) -> String? {
        guard let candidate = Candidate(host, registeredDomain(host)),
            !KnownSites.domains.contains(candidate.domain), !KnownSites.domains.contains(host),
            !KnownSites.neighbors.contains(candidate.domain)
        else { return nil }
        if let famous = Self.famous(resembledBy: candidate, host) { return famous }
        var models: [Model] = []
        for other in connected.prefix(1_000) {
            guard let domain = registeredDomain(other), other != host else { continue }
            if domain == candidate.domain { return nil }
            models.append(Model(domain, name: .visited))
        }
        return models.first(where: candidate.resembles)?.domain
    }

    /// The well-known site that `host` imitates; a site sends many requests, and is compared with all of them once.
    private static func famous(resembledBy candidate: Candidate, _ host: String) -> String? {
        let key = "\(host) \(candidate.domain)"
        if let known = compared.withLock({ $0[key] }) { return known }
        let famous = KnownSites.models.first(where: candidate.resembles)?.domain
        compared.withLock { known in
            if known.count >= mostCompared { known = [:] }
            known[key] = .some(famous)
        }
        return famous
    }

    private static let compared = Mutex<[String: String?]>([:])

    /// How many sites are remembered.
    private static let mostCompared = 256
}

extension Lookalikes {
    /// A site that others may imitate.
    struct Model: Sendable {
        /// How distinctive a name is.
        enum Name: Sendable {
            /// An invented name, which does not occur in other names by chance.
            case distinctive
            /// A word that other sites use as well.
            case word
            /// The name of a connected site, of which nothing else is known.
            case visited
        }

        let domain: String
        let name: Name
        let skeleton: String

        /// The skeleton of the first label without hyphens; below, the skeleton of the rest.
        let label: String
        let suffix: String

        /// The words of the skeleton, which dots and hyphens separate.
        let words: [String]

        init(_ domain: String, name: Name) {
            self.domain = domain
            self.name = name
            skeleton = HostSkeleton.of(domain)
            let parts = skeleton.split(separator: ".", maxSplits: 1)
            label = parts.first.map { $0.filter { $0 != "-" } } ?? ""
            suffix = parts.count > 1 ? String(parts[1]) : ""
            words = HostSkeleton.words(skeleton)
        }
    }

    /// A name that may imitate another.
    struct Candidate {
        let domain: String
        private let skeleton: String
        private let label: String
        private let words: [String]

        /// The words of the whole name, which hyphens and dots separate: `app-bank-example.attacker.tld` is meant to be read
        /// as `bank.example`.
        private let whole: [String]
        private let suffix: String

        /// The words of the whole name, and the label without hyphens; an invented name must not occur in them.
        private let everyWord: [String]

        /// The words of each label up to the first of the registered domain.
        private let labels: [[String]]

        init?(_ host: String, _ domain: String?) {
            guard let domain, !domain.isEmpty, host == domain || host.hasSuffix("." + domain) else { return nil }
            self.domain = domain
            skeleton = HostSkeleton.of(domain)
            whole = HostSkeleton.words(HostSkeleton.of(host))
            let parts = skeleton.split(separator: ".", maxSplits: 1)
            let first = parts.first.map(String.init) ?? ""
            label = first.filter { $0 != "-" }
            words = first.split(separator: "-").map(String.init)
            suffix = parts.count > 1 ? String(parts[1]) : ""
            let front = HostSkeleton.of(host.dropLast(domain.count))
            everyWord = words + front.split(whereSeparator: { ".-".contains($0) }).map(String.init) + [label]
            labels = front.split(separator: ".").map { $0.split(separator: "-").map(String.init) } + [words]
        }

        /// Whether the name occurs next to a word with which fakes ask for trust, as in `name-support`, or in front of
        /// a domain with such a word.
        private func lures(with name: String) -> Bool {
            guard !KnownSites.general.contains(name) else { return false }
            let lures = KnownSites.lures
            if labels.contains(where: { $0.contains(name) && !lures.isDisjoint(with: $0) }) { return true }
            if labels.dropLast().contains(where: { $0.contains(name) }), !lures.isDisjoint(with: words) { return true }
            let length = name.utf8.count
            return length >= 5
                && labels.joined().contains {
                    $0.utf8.count > length && $0.contains(name)
                        && lures.contains($0.replacing(name, with: "", maxReplacements: 1))
                }
        }

        /// Whether the names differ by one letter as they are written: `team` is near the skeleton of `yearn`, not the name.
        private func isNearAsWritten(_ model: Model) -> Bool {
            guard domain.utf8.allSatisfy({ $0 < 0x80 }), !domain.hasPrefix("xn--") else { return true }
            return String(domain.prefix { $0 != "." }).isWithinOneEdit(of: String(model.domain.prefix { $0 != "." }))
        }

        func resembles(_ model: Model) -> Bool {
            guard domain != model.domain, model.label.utf8.count > 1 else { return false }
            if skeleton == model.skeleton { return true }
            if whole.contains(wordsOf: model) { return true }
            let length = model.label.utf8.count
            let isNear = label.isWithinOneEdit(of: model.label) && (length >= 6 || isNearAsWritten(model))
            switch model.name {
            case .distinctive:
                if everyWord.contains(model.label) { return true }
                guard length >= 6 else { return isNear && suffix == model.suffix }
                return everyWord.contains { word in
                    word.utf8.count >= length && word.contains(model.label)
                        || word.isWithinOneEdit(of: model.label) && !KnownSites.ordinary.contains(word)
                }
            case .word:
                return suffix == model.suffix && (label == model.label || length >= 5 && isNear)
                    || lures(with: model.label)
            case .visited:
                return length >= 6 && isNear
            }
        }
    }
}

extension [String] {
    /// Whether the words of a model occur in these, one after another.
    fileprivate func contains(wordsOf model: Lookalikes.Model) -> Bool {
        indices.contains { self[$0] == model.words[0] && self[$0...].starts(with: model.words) }
    }
}

extension String {
    /// Whether the names differ by one inserted, removed, replaced or swapped letter.
    func isWithinOneEdit(of other: String) -> Bool {
        // The count of UTF-8 takes no time, and nearly all pairs of names differ in it.
        guard (utf8.count - other.utf8.count).magnitude <= 1 else { return false }
        let (left, right) = (Array(utf8), Array(other.utf8))
        var start = 0
        while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
        var end = 0
        while end < min(left.count, right.count) - start, left[left.count - 1 - end] == right[right.count - 1 - end] {
            end += 1
        }
        let (inLeft, inRight) = (left[start..<(left.count - end)], right[start..<(right.count - end)])
        if inLeft.count <= 1, inRight.count <= 1 { return true }
        return inLeft.count == 2 && inRight.count == 2 && inLeft.elementsEqual(inRight.reversed())
    }
}
