/// Finds names of sites that look like another site's: one that many people know, or one that the user is connected to.
public struct Lookalikes: Sendable {
    /// The domain that somebody registered, of a host in its ASCII form; by the public suffix list where there is one.
    private let registeredDomain: @Sendable (String) -> String?

    /// Creates a judge.
    ///
    /// - Parameter registeredDomain: The registered domain of a host, `nil` for what has none. Without a public suffix
    ///   list the last two labels are taken for it.
    public init(registeredDomain: @escaping @Sendable (String) -> String? = Lookalikes.lastTwoLabels) {
        self.registeredDomain = registeredDomain
    }

    /// The last two labels of a name; `nil` for addresses and single labels.
    public static let lastTwoLabels: @Sendable (String) -> String? = { host in
        let labels = host.split(separator: ".")
        guard labels.count > 1, labels.last?.utf8.contains(where: { $0 &- 0x30 >= 10 }) == true else { return nil }
        return labels.suffix(2).joined(separator: ".")
    }

    /// The site that `host` looks like and is not.
    ///
    /// - Parameters:
    ///   - host: A host in its ASCII form.
    ///   - connected: The hosts that the user connected to before.
    /// - Returns: `nil` where it looks like none, or is a site that is known itself.
    public func site(resembledBy host: String, connected: some Sequence<String> = []) -> String? {
        guard let candidate = Candidate(host, registeredDomain(host)),
            !KnownSites.domains.contains(candidate.domain), !KnownSites.domains.contains(host)
        else { return nil }
        if let famous = KnownSites.models.first(where: candidate.resembles) { return famous.domain }
        var models: [Model] = []
        for other in connected.prefix(1_000) {
            guard let domain = registeredDomain(other), other != host else { continue }
            if domain == candidate.domain { return nil }
            models.append(Model(domain, name: .visited))
        }
        return models.first(where: candidate.resembles)?.domain
    }
}

extension Lookalikes {
    /// A site that others may imitate.
    struct Model: Sendable {
        /// How much its name says on its own.
        enum Name: Sendable {
            /// Made up for it: it does not occur by chance within other names.
            case distinctive
            /// A word that others use as well.
            case word
            /// Of a site that the user visited, of which nothing is known.
            case visited
        }

        let domain: String
        let name: Name
        let skeleton: String

        /// The skeleton of the first label, without hyphens, and of what follows it.
        let label: String
        let suffix: String

        init(_ domain: String, name: Name) {
            self.domain = domain
            self.name = name
            skeleton = HostSkeleton.of(domain)
            let parts = skeleton.split(separator: ".", maxSplits: 1)
            label = parts.first.map { $0.filter { $0 != "-" } } ?? ""
            suffix = parts.count > 1 ? String(parts[1]) : ""
        }
    }

    /// A name that may imitate another.
    struct Candidate {
        let domain: String
        private let skeleton: String
        private let whole: String
        private let label: String
        private let words: [String]
        private let suffix: String
        private let labelsInFront: [String]

        init?(_ host: String, _ domain: String?) {
            guard let domain, !domain.isEmpty, host == domain || host.hasSuffix("." + domain) else { return nil }
            self.domain = domain
            skeleton = HostSkeleton.of(domain)
            // Hyphens and dots part words alike: `app-bank-example.attacker.tld` means to be read as `bank.example`.
            whole = "-" + HostSkeleton.of(host).map { $0 == "." ? "-" : $0 } + "-"
            let parts = skeleton.split(separator: ".", maxSplits: 1)
            let first = parts.first.map(String.init) ?? ""
            label = first.filter { $0 != "-" }
            words = first.split(separator: "-").map(String.init)
            suffix = parts.count > 1 ? String(parts[1]) : ""
            labelsInFront = HostSkeleton.of(host.dropLast(domain.count)).split(whereSeparator: { ".-".contains($0) })
                .map(String.init)
        }

        func resembles(_ model: Model) -> Bool {
            guard domain != model.domain, model.label.utf8.count > 1 else { return false }
            if skeleton == model.skeleton { return true }
            if whole.range(of: "-\(model.skeleton.map { $0 == "." ? "-" : String($0) }.joined())-") != nil {
                return true
            }
            let length = model.label.utf8.count
            let isNear = label.isWithinOneEdit(of: model.label)
            switch model.name {
            case .distinctive:
                let everything = words + labelsInFront + [label]
                if everything.contains(model.label) { return true }
                guard length >= 6 else { return isNear && suffix == model.suffix }
                return everything.contains { word in
                    word.range(of: model.label) != nil
                        || word.isWithinOneEdit(of: model.label) && !KnownSites.ordinary.contains(word)
                }
            case .word:
                return suffix == model.suffix && (label == model.label || length >= 5 && isNear)
            case .visited:
                return length >= 6 && isNear
            }
        }
    }
}

extension String {
    /// Whether one letter more, less or different, or two neighbours swapped, makes one of the other.
    func isWithinOneEdit(of other: String) -> Bool {
        let (left, right) = (Array(utf8), Array(other.utf8))
        guard abs(left.count - right.count) <= 1 else { return false }
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
