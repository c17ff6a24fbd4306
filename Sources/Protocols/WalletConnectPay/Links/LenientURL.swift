internal import Bridge

/// The parts of a URL as browsers and WalletConnect's SDKs parse it (WHATWG URL, section 4.4), as far as the ID of a
/// payment depends on them.
///
/// Nothing is trusted because of it: non-ASCII names, and dots in a path, are left unchanged.
struct LenientURL {
    let text: String
    let scheme: String
    let host: String?
    let path: Substring
    private let query: Substring

    /// Finds the parts; `nil` if there is no scheme, or a required host is missing.
    init?(_ text: String) {
        let text = Self.cleaned(text)
        guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first, 0x61...0x7A ~= first | 0x20,
            text[..<colon].utf8.allSatisfy({
                0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0)
            })
        else { return nil }
        self.text = text
        scheme = text[..<colon].lowercased()
        var rest = text[text.index(after: colon)...].prefix { $0 != "#" }
        if scheme == "http" || scheme == "https" {
            rest = rest.drop { $0 == "/" || $0 == "\\" }
            let authority = rest.prefix { !"/\\?".contains($0) }
            guard let host = Self.host(authority) else { return nil }
            self.host = host
            rest = rest[authority.endIndex...]
        } else {
            host = nil
        }
        path = rest.prefix { $0 != "?" }
        query = rest[path.endIndex...].dropFirst()
    }

    /// The first value of a field.
    func field(_ name: String) -> String? {
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = pair.map(Self.word)
            if texts[0] == name { return texts.count == 2 ? texts[1] : "" }
        }
        return nil
    }

    /// A name or a value of a query, with each `+` decoded as a space (WHATWG URL, section 5.1).
    static func word(_ part: Substring) -> String {
        decoded(String(part.map { $0 == "+" ? " " : $0 }))
    }

    /// The text with its complete `%` sequences decoded and the broken ones left; unchanged if the result is not UTF-8.
    static func decoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = PercentCode.digit(bytes[index + 1]), let low = PercentCode.digit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(validating: decoded, as: UTF8.self) ?? text
    }

    private static func cleaned(_ text: String) -> String {
        let scalars = text.unicodeScalars.drop { $0.value <= 0x20 }
        let end = scalars.lastIndex { $0.value > 0x20 }.map { scalars.index(after: $0) } ?? scalars.startIndex
        return String(String.UnicodeScalarView(scalars[..<end].filter { ![0x09, 0x0A, 0x0D].contains($0.value) }))
    }

    private static func host(_ authority: Substring) -> String? {
        var rest = authority
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") { return rest[...end].lowercased() }
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let host = decoded(String(parts[0])).lowercased()
        guard !host.isEmpty,
            !host.unicodeScalars.contains(where: { $0.value <= 0x20 || "#%/:<>?@[\\]^|".unicodeScalars.contains($0) }),
            parts.count == 1 || parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        return host
    }
}
