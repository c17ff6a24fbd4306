internal import Bridge

/// What the words of a message say about its signature.
public struct MessageWords: Hashable, Sendable {
    /// What a signature is besides a proof that its account agreed to a text.
    public enum Use: Hashable, Sendable {
        /// It is a key, a key is made from it, or it registers one.
        case key
        /// It lets a key or a program act for the account.
        case delegation
        /// The text asks to be signed at one place only, as texts do whose signature is a key.
        case oneSite
    }

    /// What the signature is, if the words say so.
    public let use: Use?

    /// Whether something in the text is new each time: a date, or a code that is used once.
    public let isFresh: Bool

    /// Whether the message signs the user in, or connects the account with another one.
    public let signsIn: Bool

    /// What it signs in to, as far as the words say so: names as they are written, in lower case.
    public let services: [String]

    /// The hosts that the text names, with a scheme or without, in lower case.
    public let hosts: [String]

    /// The hosts on which alone the text wants to be signed.
    public let onlyFor: [String]

    /// Examines the words of a text; the time that it takes is proportional to the text.
    package init(of text: String, linkedHosts: [String]) {
        let words = TextWord.all(of: text)
        let meanings = words.map { Vocabulary(of: $0.text) }
        let scan = WordScan(words: words, meanings: meanings)
        isFresh = scan.isFresh
        use = scan.use(isFresh: isFresh)
        signsIn = scan.signsIn
        services = signsIn ? scan.services : []
        let bare = scan.hosts
        hosts = linkedHosts + bare.map(\.host).filter { !linkedHosts.contains($0) }
        let sentences = scan.sentencesForOneSite
        onlyFor =
            sentences.isEmpty
            ? []
            : linkedHosts.filter { host in bare.contains { $0.host == host && sentences.contains($0.sentence) } }
                + bare.filter { sentences.contains($0.sentence) && !linkedHosts.contains($0.host) }.map(\.host)
    }

    /// Whether the text names a host of the site of `host`; `isSame` tells whether two hosts belong to the same site.
    public func names(host: String, isSame: (String, String) -> Bool) -> Bool {
        hosts.contains { isSame($0, host) }
    }

    /// Whether one of the services has the name of a site, as a part of its host.
    ///
    /// Names are not unique: this is enough to leave a question out, and never to trust a site.
    public func namesService(of host: String) -> Bool {
        services.contains { Self.isName($0, of: host) }
    }

    /// Whether `name` and a label of `host` contain each other.
    static func isName(_ name: String, of host: String) -> Bool {
        let labels = host.split(separator: ".").dropLast().map { $0.filter { $0 != "-" } }
        let whole = name.filter { $0.isLetter || $0.isNumber }
        let parts = [whole] + name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
        return labels.contains { label in
            label == whole
                || parts.contains { part in
                    part.utf8.count >= 4 && label.contains(part) || label.utf8.count >= 4 && part.contains(label)
                }
        }
    }
}
