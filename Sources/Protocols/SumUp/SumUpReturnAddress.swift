public import Bridge

/// A callback address: a web address, or an address with a program's own scheme.
public struct SumUpReturnAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as it was written.
    public let text: String

    /// Its scheme, in lower case.
    public let scheme: String

    /// The origin; `nil` unless it is a web address.
    public let origin: Origin?

    /// The maximum length of an address, in bytes.
    public static let longest = 2_048

    /// Parses an address; only addresses that another program can safely open are accepted.
    ///
    /// These are `https` addresses, `http` addresses of this machine, and addresses with a program's own scheme that
    /// runs no code, reads no data and does not lead back to SumUp.
    public init(_ text: some StringProtocol, field: SumUpField = .callback) throws(SumUpError) {
        let text = String(text)
        guard !text.isEmpty else { throw .wrong(field, .empty) }
        guard text.utf8.count <= Self.longest else { throw .wrong(field, .long) }
        guard Self.isPlain(text) else { throw .wrong(field, .characters) }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .wrong(field, .form) }
        let scheme = text[..<colon].lowercased()
        guard let first = scheme.utf8.first, 0x61...0x7A ~= first, scheme.utf8.count <= 64,
            scheme.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0) }),
            text.utf8.count > scheme.utf8.count + 1
        else { throw .wrong(field, .form) }
        guard !Self.isDangerous(scheme) else { throw .wrong(field, .scheme) }
        var origin: Origin?
        if scheme == "https" || scheme == "http" {
            guard let site = try? Origin(ofURL: text) else { throw .wrong(field, .form) }
            guard !site.isExposed else { throw .wrong(field, .scheme) }
            origin = site
        }
        (self.text, self.scheme, self.origin) = (text, scheme, origin)
    }

    /// The address as it was written.
    public var description: String { text }

    /// The address with parameters added to its query; its own query and its fragment stay as they are.
    func adding(_ parameters: [(name: String, value: String)]) -> String {
        let halves = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let base = halves[0]
        let joint = !base.contains("?") ? "?" : base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
        let fragment = halves.count > 1 ? "#\(halves[1])" : ""
        return base + joint + SumUpQuery.text(parameters) + fragment
    }

    /// Whether it contains only characters that are allowed in a URI, and no broken escape (RFC 3986, section 2).
    private static func isPlain(_ text: String) -> Bool {
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard 0x21...0x7E ~= byte, !"\"<>\\^`{|}".utf8.contains(byte) else { return false }
            guard byte == UInt8(ascii: "%") else { continue }
            for _ in 0..<2 {
                guard let digit = rest.popFirst(), Unicode.Scalar(digit).properties.isASCIIHexDigit else {
                    return false
                }
            }
        }
        return true
    }

    private static func isDangerous(_ scheme: String) -> Bool {
        dangerous.contains(scheme) || scheme.hasPrefix("sumupmerchant") || scheme.hasPrefix("view-")
            || scheme.hasPrefix("webkit") || scheme.hasPrefix("chrome") || scheme.hasPrefix("ms-")
    }

    /// Schemes that run code, read from this machine, send something, pay something, or are opened as a document.
    private static let dangerous: Set<String> = [
        "javascript", "vbscript", "livescript", "data", "file", "blob", "about", "filesystem", "jar", "resource",
        "intent", "content", "android-app", "ftp", "sftp", "ssh", "telnet", "smb", "nfs", "dav", "davs", "afp", "mtp",
        "admin", "trash", "recent", "computer", "network", "burn", "gvfs", "help", "ghelp", "man", "info", "apt",
        "mailto", "tel", "sms", "ws", "wss", "wc", "ethereum", "bitcoin", "bitcoincash", "bchtest",
    ]
}
