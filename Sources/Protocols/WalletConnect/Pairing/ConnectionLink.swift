internal import Bridge

/// A text that a user pastes, scans or opens to connect an app, in any form in use.
///
/// The forms: `wc:…` and `wc://…`; each of them encoded with `%` sequences once or twice, or in Base64; a link to a
/// wallet with the URI in `uri`, `SCHEME://wc?uri=…` or `https://HOST/wc?uri=…`; and a link without a URI that only
/// brings the wallet to the front, `SCHEME://wc?requestId=…&sessionTopic=…` or `wc:TOPIC@VERSION` (EIP-1328).
package enum ConnectionLink: Hashable, Sendable {
    /// A pairing of version 2.
    case pairing(PairingURI)

    /// A session of version 1.
    case legacy(V1URI)

    /// A request waits: on the topic of a session, and with a number, if the link names them.
    case wakeUp(topic: Topic?, requestID: String?)

    /// The maximum number of bytes.
    package static let maximumBytes = 8_192

    /// Reads a link in any form.
    ///
    /// - Parameters:
    ///   - text: The text; white space around it does not count.
    ///   - now: The time in seconds since 1970.
    /// - Throws: ``WalletConnectError/link(_:)``.
    package init(_ text: String, now: Int64) throws(WalletConnectError) {
        // The size of a text that was copied by accident must not matter, so nothing but the count looks at all of it.
        guard text.utf8.count <= Self.maximumBytes else { throw .link(.tooLong) }
        let text = try Self.trimmed(text)
        guard !text.isEmpty else { throw .link(.notWalletConnect) }
        let plain = try Self.unwrapped(text)
        if let (scheme, rest) = Self.parts(plain) {
            self = scheme == "wc" ? try Self.uri(rest, now: now) : try Self.link(scheme, rest, now: now)
        } else if let bytes = Base64Text.decode(plain, .any), let inside = String(validating: bytes, as: UTF8.self),
            let (scheme, rest) = Self.parts(try Self.trimmed(inside)), scheme == "wc"
        {
            self = try Self.uri(rest, now: now)
        } else {
            throw .link(.notWalletConnect)
        }
    }

    /// Whether a text is meant to be a link of WalletConnect, well formed or not: for a field into which several kinds
    /// of links are pasted.
    package static func isMeant(by text: String) -> Bool {
        do {
            _ = try ConnectionLink(text, now: 0)
            return true
        } catch .link(.notWalletConnect), .link(.tooLong), .link(.characters) {
            // Only the scheme tells what a text was meant to be that cannot be read.
            return text.utf8.count <= maximumBytes && text.lowercased().drop(while: \.isWhitespace).hasPrefix("wc:")
        } catch {
            return true
        }
    }

    // MARK: The forms

    /// What is behind `wc:`.
    private static func uri(_ rest: Substring, now: Int64) throws(WalletConnectError) -> ConnectionLink {
        var rest = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
        // Some encode only what is behind the scheme.
        for _ in 0..<2 where !rest.contains("?") && rest.contains("%") { rest = try decoded(rest)[...] }
        let mark = rest.firstIndex(of: "?") ?? rest.endIndex
        let head = rest[..<mark].split(separator: "@", omittingEmptySubsequences: false)
        guard head.count == 2 else { throw .link(.notWalletConnect) }
        guard mark < rest.endIndex else { return try wakeUp(head[0], version: head[1]) }
        let fields = try fields(rest[rest.index(after: mark)...])
        // The URI of a link that was not encoded ends with the fields of the link.
        guard fields["uri"] == nil else { throw .link(.duplicate) }
        switch head[1] {
        case "2": return .pairing(try PairingURI(topic: head[0], fields: fields, now: now))
        case "1": return .legacy(try V1URI(topic: head[0], fields: fields))
        default: throw .link(.version)
        }
    }

    /// A URI without parameters: the app asks for the wallet to be opened.
    private static func wakeUp(_ topic: Substring, version: Substring) throws(WalletConnectError) -> ConnectionLink {
        switch version {
        case "2":
            guard let topic = Topic(topic) else { throw .link(.topic) }
            return .wakeUp(topic: topic, requestID: nil)
        case "1":
            guard V1URI.isTopic(topic) else { throw .link(.topic) }
            return .wakeUp(topic: nil, requestID: nil)
        default: throw .link(.version)
        }
    }

    /// What is behind the scheme of a link to a wallet.
    private static func link(
        _ scheme: String, _ rest: Substring, now: Int64
    ) throws(WalletConnectError) -> ConnectionLink {
        guard rest.hasPrefix("//"), let mark = rest.firstIndex(of: "?") else { throw .link(.notWalletConnect) }
        let path = rest[..<mark]
        guard scheme != "http", scheme != "https" || path.hasSuffix("/wc") || path.hasSuffix("/wc/") else {
            throw .link(.notWalletConnect)
        }
        let query = rest[rest.index(after: mark)...]
        // A URI that was not encoded contains `?`, and its fields look like those of the link.
        if query.lowercased().hasPrefix("uri=wc:") {
            return try uri(query.dropFirst("uri=wc:".count), now: now)
        }
        let fields = try fields(query)
        if let value = fields["uri"] {
            let plain = try unwrapped(value)
            guard let (scheme, rest) = parts(plain), scheme == "wc" else { throw .link(.notWalletConnect) }
            return try uri(rest, now: now)
        }
        guard let text = fields["sessionTopic"] else { throw .link(.notWalletConnect) }
        guard let topic = Topic(text) else { throw .link(.topic) }
        let id = fields["requestId"].flatMap { $0.utf8.count <= RPCID.maximumBytes ? $0 : nil }
        return .wakeUp(topic: topic, requestID: id)
    }

    // MARK: Text

    /// The text without white space around it; no other than printable ASCII may be in it.
    private static func trimmed(_ text: String) throws(WalletConnectError) -> String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || 0x09...0x0D ~= byte }
        let rest = text.utf8.drop(while: isSpace)
        let end = rest.lastIndex { !isSpace($0) }.map { rest.index(after: $0) } ?? rest.startIndex
        let inside = rest[..<end]
        guard inside.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw .link(.characters) }
        return String(decoding: inside, as: UTF8.self)
    }

    /// The text without the encoding of the whole of it, which may be twice.
    ///
    /// A text with an unencoded URI delimiter was not encoded as a whole.
    private static func unwrapped(_ text: String) throws(WalletConnectError) -> String {
        var text = text
        for _ in 0..<2 where text.utf8.contains(UInt8(ascii: "%")) && !text.utf8.contains(where: ":/?&=@".utf8.contains)
        {
            text = try decoded(text[...])
        }
        return text
    }

    private static func decoded(_ text: Substring) throws(WalletConnectError) -> String {
        guard let plain = PercentCode.decode(text), plain.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw .link(.characters)
        }
        return plain
    }

    /// The scheme in lower case, and what is behind its colon.
    private static func parts(_ text: String) -> (String, Substring)? {
        guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first, 0x61...0x7A ~= first | 0x20,
            text[..<colon].utf8.allSatisfy({
                0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0)
            })
        else { return nil }
        return (text[..<colon].lowercased(), text[text.index(after: colon)...])
    }

    private static func fields(_ query: Substring) throws(WalletConnectError) -> LinkFields {
        do {
            return try LinkFields(query)
        } catch {
            throw error == .link(.duplicate) ? .link(.duplicate) : .link(.characters)
        }
    }
}
