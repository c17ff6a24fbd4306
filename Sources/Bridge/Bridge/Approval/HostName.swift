/// The Unicode form of a host name, and what may be deceptive in it.
///
/// The ASCII form remains the one that identifies the site; this shows what the name looks like elsewhere.
public struct HostName: Hashable, Sendable {
    /// A reason why a name may be deceptive.
    public enum Concern: Hashable, Sendable {
        /// The name resembles the name of a well-known site, or of a site that the user is connected to.
        case resembles(String)
        /// A label mixes scripts that no language combines.
        case mixedScripts
        /// A label consists of letters that look like ordinary Latin letters but are not.
        case lookalike
        /// A label is not valid Punycode.
        case unreadable
    }

    /// The name with its international labels in their own script, invisible characters escaped; `nil` if it has no
    /// such label, or none that can be decoded.
    public let inItsOwnScript: String?

    /// The concerns, most serious first.
    public let concerns: [Concern]

    /// Reads a host in its ASCII form, such as ``Origin/host``.
    ///
    /// - Parameters:
    ///   - host: The host in its ASCII form.
    ///   - other: The site that the name resembles, from ``Lookalikes``.
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
            if UnicodeScript.areMixed(in: decoded) { found.insert(.mixedScripts) }
            if UnicodeScript.isLatinLookalike(decoded) || UnicodeScript.hasPhoneticLetters(decoded) {
                found.insert(.lookalike)
            }
            labels.append(VisibleText.of(decoded))
        }
        let name = labels.joined(separator: ".")
        inItsOwnScript = name.unicodeScalars.elementsEqual(host.unicodeScalars) ? nil : name
        let order: [Concern] = [.mixedScripts, .lookalike, .unreadable]
        concerns = (other.map { [.resembles($0)] } ?? []) + order.filter(found.contains)
    }
}
