/// A URL on a web server, parsed so strictly that no two parsers can disagree about it.
///
/// `https` to any server, `http` to this machine and to onion services only. No user and password, no fragment, no character that must be
/// escaped (RFC 3986, section 2), no backslash, and a host that is either a name of letters, digits and hyphens or an
/// IP address in its standard form.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// Whether the scheme is `https`.
    public let isSecure: Bool

    /// The name or IP address of the server, in lower case; an IPv6 address in brackets.
    public let host: String

    /// The port, unless it is the scheme's default.
    public let port: Int?

    /// The request target: path and query, beginning with a slash.
    public let target: String

    /// Parses a URL.
    ///
    /// - Throws: ``NetworkError/unusableAddress``.
    public init(_ text: String) throws(NetworkError) {
        guard text.utf8.count <= Self.limit, let rest = Self.withoutScheme(text) else { throw .unusableAddress }
        isSecure = rest.isSecure
        let authority = rest.text.prefix { $0 != "/" && $0 != "?" }
        let target = rest.text[authority.endIndex...]
        guard let place = HostAndPort(authority), isSecure || place.isThisMachine || OnionName.contains(place.host),
            Self.isPlain(target)
        else {
            throw .unusableAddress
        }
        host = place.host
        port = place.port == (isSecure ? 443 : 80) ? nil : place.port
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// Whether it is on this machine, decided without a name lookup.
    var isThisMachine: Bool { HostAndPort(host)?.isThisMachine == true }

    /// The server's IP address; `nil` if the host is a name.
    var number: InternetAddress? { InternetAddress(hostWithoutBrackets) }

    /// Whether the host is an IP address that is not public; what a name resolves to is another question.
    package var isPrivateNumber: Bool { number.map { !$0.isPublic } ?? false }

    /// The name or IP address of the server, without brackets.
    var hostWithoutBrackets: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

    /// The URL as it is requested.
    public var description: String {
        "\(isSecure ? "https" : "http")://\(host)\(port.map { ":\($0)" } ?? "")\(target)"
    }

    /// The maximum length of a URL in bytes.
    static let limit = 4096

    private static func withoutScheme(_ text: String) -> (isSecure: Bool, text: Substring)? {
        for (scheme, isSecure) in [("https://", true), ("http://", false)]
        where text.prefix(scheme.count).lowercased() == scheme {
            return (isSecure, text.dropFirst(scheme.count))
        }
        return nil
    }

    /// Whether `target` has only characters that are allowed in a path and a query, and only complete escapes.
    private static func isPlain(_ target: Substring) -> Bool {
        var bytes = target.utf8[...]
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = bytes.popFirst(), let low = bytes.popFirst(), isHexadecimal(high), isHexadecimal(low)
                else { return false }
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: break
            default: guard allowed.contains(byte) else { return false }
            }
        }
        return true
    }

    private static let allowed = Set("-._~!$&'()*+,;=:@/?".utf8)

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte
    }
}
