/// The origin of a web page: scheme, host and port, compared as values (RFC 6454, section 4).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String

    /// The host in its ASCII form: lower case, punycode, IPv6 in brackets.
    public let host: String

    /// The port, even if it is the default one.
    public let port: UInt16

    /// The wallet itself, which no page can be: `drawbridge://wallet`.
    static let wallet = Origin(scheme: "drawbridge", host: "wallet", port: 0)

    /// The WalletConnect session with this topic, which no page can be: `walletconnect://TOPIC`.
    package static func session(_ topic: String) -> Origin { Origin(scheme: sessionScheme, host: topic, port: 0) }

    private static let sessionScheme = "walletconnect"

    private init(scheme: String, host: String, port: UInt16) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Parses the serialization of an origin, such as `https://shop.example:8443`.
    ///
    /// Strict, because trust depends on the result: only what a browser writes for a web page is accepted. `null`, the
    /// opaque origin, is not.
    public init(serialized text: String) throws(BridgeError) {
        guard let separator = text.byteRange(of: "://") else { throw .origin(.malformed) }
        let scheme = String(text[..<separator.lowerBound])
        guard let defaultPort = Self.defaultPorts[scheme] else { throw .origin(.scheme) }
        let authority = text[separator.upperBound...]
        let split = Self.split(authority)
        guard Self.isHost(split.host) else { throw .origin(.host) }
        self.scheme = scheme
        host = String(split.host)
        guard let digits = split.port else {
            port = defaultPort
            return
        }
        guard let number = UInt16(digits), String(number) == digits, number != defaultPort else { throw .origin(.port) }
        port = number
    }

    /// Parses the origin of a URL as normalized by a browser, such as the address of a committed document.
    ///
    /// A URL with a user name is refused: it looks like the URL of another site.
    public init(ofURL url: String) throws(BridgeError) {
        guard let separator = url.byteRange(of: "://") else { throw .origin(.malformed) }
        let end = url[separator.upperBound...].firstIndex { "/?#\\".contains($0) } ?? url.endIndex
        try self.init(serialized: String(url[..<end]))
    }

    /// Parses the ``description`` of a web page's origin or of a session, as the wallet has stored it.
    package init(stored text: String) throws(BridgeError) {
        let prefix = "\(Self.sessionScheme)://"
        guard text.hasPrefix(prefix) else {
            try self.init(serialized: text)
            return
        }
        let topic = text.dropFirst(prefix.utf8.count)
        guard 1...64 ~= topic.utf8.count, topic.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }) else {
            throw .origin(.host)
        }
        self = .session(String(topic))
    }

    /// Whether it is a WalletConnect session and not a web page.
    package var isSession: Bool { scheme == Self.sessionScheme }

    /// The serialization, with the port unless it is the scheme's default.
    public var description: String {
        port == Self.defaultPorts[scheme, default: 0] ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    /// The host, and the port unless it is the scheme's default, as the name of the site in a sentence.
    public var site: String {
        String(description.dropFirst(scheme.utf8.count + 3))
    }

    /// ``site`` in at most `limit` characters for a sentence or a title; it is truncated at the start, so that the
    /// registered domain remains.
    public func shortSite(to limit: Int = 60) -> String {
        SiteName(site, registeredDomain: nil).shortened(to: limit)
    }

    /// The serialization with the short form of the site.
    public var shortened: String { "\(scheme)://\(shortSite())" }

    /// Whether the traffic with this origin can be read or changed in transit: plain `http` to another machine.
    public var isExposed: Bool {
        scheme == "http" && !isLoopback
    }

    /// Whether the host is this machine (W3C Secure Contexts, section 3.1).
    public var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == 0x2E || $0 &- 0x30 < 10 }
    }

    private static let defaultPorts: [String: UInt16] = ["http": 80, "https": 443]

    private static func split(_ authority: Substring) -> (host: Substring, port: Substring?) {
        let hostEnd = authority.first == "[" ? authority.firstIndex(of: "]") : nil
        guard let colon = authority[(hostEnd ?? authority.startIndex)...].firstIndex(of: ":") else {
            return (authority, nil)
        }
        return (authority[..<colon], authority[authority.index(after: colon)...])
    }

    private static func isHost(_ host: Substring) -> Bool {
        guard !host.isEmpty, host.utf8.count <= 253 else { return false }
        if host.first == "[" {
            return host.last == "]" && host.utf8.count > 3
                && host.dropFirst().dropLast().utf8.allSatisfy { byte in
                    byte &- 0x30 < 10 || byte &- 0x61 < 6 || byte == UInt8(ascii: ":")
                }
        }
        return host.utf8.allSatisfy { byte in
            byte &- 0x30 < 10 || byte &- 0x61 < 26 || "-._".utf8.contains(byte)
        }
    }
}

extension StringProtocol {
    /// The first position of the bytes of `text`.
    ///
    /// To compare characters, as `firstRange(of:)` does, Swift puts the marks of each into order, which can be all of a text.
    package func byteRange(of text: String) -> Range<Index>? {
        guard let first = text.utf8.first else { return nil }
        var start = startIndex
        while let found = utf8[start...].firstIndex(of: first) {
            if utf8[found...].starts(with: text.utf8) {
                return found..<utf8.index(found, offsetBy: text.utf8.count)
            }
            start = utf8.index(after: found)
        }
        return nil
    }
}

extension Origin {
    /// Why a text is not the origin of a web page.
    public enum Fault: Hashable, Sendable {
        /// Not of the form `scheme://host:port`.
        case malformed

        /// Not `http` or `https`; also every opaque origin.
        case scheme

        /// Not a host in the form in which a browser writes it; also every address with a user name.
        case host

        /// Not a port number, or the default one written out.
        case port
    }
}
