/// What a site says about itself.
///
/// It is never a fact: it is shown as a quotation next to the real origin, and nothing is fetched for it.
public struct SiteClaim: Hashable, Sendable {
    /// The name it gives itself, at most 120 characters, on one line.
    public let title: String

    /// Takes the title of Link's `websiteMetadata`; everything else in it is dropped.
    ///
    /// - Returns: `nil` if there is no title to show.
    public init?(title: String) {
        let visible = title.unicodeScalars.prefix(480).map { $0.properties.isWhitespace ? " " : $0 }
        var text = ""
        text.unicodeScalars.append(contentsOf: visible)
        let words = text.split(separator: " ").joined(separator: " ")
        guard !words.isEmpty else { return nil }
        self.title = words.count > 120 ? words.prefix(119) + "…" : words
    }
}
