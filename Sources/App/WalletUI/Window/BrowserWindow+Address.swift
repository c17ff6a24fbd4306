import Bridge
import WebHost

extension BrowserWindow {
    /// The address that the user means by `text` in the address field: without a scheme, it is `https`, or `http` for
    /// this machine; `nil` for words that are not an address.
    ///
    /// White space inside an address comes from copying it out of a text.
    static func address(from text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        let trimmed = words.joined()
        if trimmed.isEmpty || words.count > 1 && !trimmed.contains(where: { ".:/".contains($0) }) { return nil }
        let scheme = DappRule.scheme(of: trimmed)
        if scheme == "http" || scheme == "https" { return trimmed }
        // Try both schemes, because an origin omits the default port of its scheme.
        let isLocal = ["http://", "https://"].contains { scheme in
            (try? Origin(ofURL: scheme + trimmed.lowercased()))?.isLoopback ?? false
        }
        if scheme != nil, !isLocal, !trimmed.contains(".") { return trimmed }
        return (isLocal ? "http://" : "https://") + trimmed
    }
}
