public import Bridge

/// Where the answer to a payment goes: an address of the web, or of a program of its own scheme.
public struct SumUpReturnAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as it was written.
    public let text: String

    /// Its scheme, in lower case.
    public let scheme: String

    /// The origin, where it is an address of the web.
    public let origin: Origin?

    /// The longest address that is taken, in bytes.
    public static let longest = 2_048

    /// Reads an address; only those that are safe to be followed by another program.
    ///
    /// `https` to anywhere, `http` to this machine only, or a program's own scheme that runs nothing, reads nothing
    /// and does not lead back to SumUp.
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

    /// Whether there is nothing but what an address is written with, and no escape is broken (RFC 3986, section 2).
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

    /// What runs code, reads this machine, sends something, pays something, or is taken for a document.
    private static let dangerous: Set<String> = [
        "javascript", "vbscript", "livescript", "data", "file", "blob", "about", "filesystem", "jar", "resource",
        "intent", "content", "android-app", "ftp", "sftp", "ssh", "telnet", "smb", "nfs", "dav", "davs", "afp", "mtp",
        "admin", "trash", "recent", "computer", "network", "burn", "gvfs", "help", "ghelp", "man", "info", "apt",
        "mailto", "tel", "sms", "ws", "wss", "wc", "ethereum", "bitcoin", "bitcoincash", "bchtest",
    ]
}
