/// The name of a host as a person reads it, and what may deceive in it.
///
/// The ASCII form stays the one that is shown as who asks; this says what it looks like elsewhere.
public struct HostName: Hashable, Sendable {
    /// What may deceive in a name.
    public enum Concern: Hashable, Sendable {
        /// The name looks like that of another site, which is known or which the user is connected to.
        case resembles(String)
        /// A label mixes scripts that no language writes together.
        case mixedScripts
        /// A label is written in letters that look like ordinary Latin ones and are not.
        case lookalike
        /// A label says that it stands for other letters, and does not.
        case unreadable
    }

    /// The name with its international labels in their own script, escapes for what is invisible; `nil` where there
    /// is no such label, or none that can be read.
    public let inItsOwnScript: String?

    /// What may deceive, most serious first.
    public let concerns: [Concern]

    /// Reads a host in its ASCII form, such as ``Origin/host``.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - other: The site that its name looks like, by ``Lookalikes``.
    public init(_ host: String, resembling other: String? = nil) {
        var labels: [String] = []
        var found: Set<Concern> = []
        for label in host.split(separator: ".", omittingEmptySubsequences: false) {
            guard label.hasPrefix("xn--") else {
                labels.append(String(label))
                continue
            }
            guard let decoded = Punycode.decode(label.dropFirst(4)), !decoded.unicodeScalars.allSatisfy(\.isASCII)
            else {
                found.insert(.unreadable)
                labels.append(String(label))
                continue
            }
            if Script.areMixed(in: decoded) { found.insert(.mixedScripts) }
            if Script.isLatinLookalike(decoded) || Script.hasPhoneticLetters(decoded) { found.insert(.lookalike) }
            labels.append(VisibleText.of(decoded))
        }
        let name = labels.joined(separator: ".")
        inItsOwnScript = name.unicodeScalars.elementsEqual(host.unicodeScalars) ? nil : name
        let order: [Concern] = [.mixedScripts, .lookalike, .unreadable]
        concerns = (other.map { [.resembles($0)] } ?? []) + order.filter(found.contains)
    }
}
