import Bridge
import Messages

/// A sentence of the wallet, and the registered domain in it that is emphasized.
struct SiteSentence {
    /// The sentence, with all invisible characters made visible.
    let text: String

    /// The range of the registered domain in ``text``, in bytes of UTF-8; `nil` emphasizes nothing.
    let domain: Range<Int>?

    /// Creates a sentence.
    ///
    /// - Parameters:
    ///   - message: The sentence. Its placeholder `site` is the serialization of `site` or an end of it: a name that is
    ///     too long is truncated at its start.
    ///   - site: The site that the sentence names; `nil` if it names none.
    ///   - registeredDomain: Finds the registered domain of a host.
    init(
        _ message: Message, naming site: Origin? = nil,
        registeredDomain: (String) -> String? = PublicSuffix.registeredDomain
    ) {
        let localized = message.localizedText
        text = VisibleText.of(localized.text)
        domain = localized.ranges["site"]?.first.flatMap { range in
            site.flatMap { site in
                // Escapes of invisible characters move the value.
                let start = VisibleText.of(localized.prefix(range.lowerBound)).utf8.count
                let end = VisibleText.of(localized.prefix(range.upperBound)).utf8.count
                let name = SiteName(site.host, registeredDomain: registeredDomain(site.host))
                let length = (name.domain.isEmpty ? name.host : name.domain).utf8.count
                let upper = end - (site.site.utf8.count - site.host.utf8.count)
                let lower = max(start, upper - length)
                return lower < upper ? lower..<upper : nil
            }
        }
    }
}

extension LocalizedText {
    /// The first `count` bytes of the text.
    fileprivate func prefix(_ count: Int) -> String { String(decoding: text.utf8.prefix(count), as: UTF8.self) }
}
