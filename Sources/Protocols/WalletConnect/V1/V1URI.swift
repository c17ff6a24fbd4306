internal import Bridge

/// The URI by which an app asks a wallet to connect, version 1: `wc:TOPIC@1?bridge=URL&key=KEY` (EIP-1328).
///
/// Like a ``PairingURI`` it contains a key, which its description leaves out.
package struct V1URI: Hashable, Sendable {
    /// The topic of the first request: usually a UUID.
    package let handshakeTopic: String

    /// The address of the bridge server, with the scheme `ws` or `wss`.
    package let bridge: String

    /// What encrypts and authenticates all messages of the session.
    package let key: SymmetricKey

    /// Creates the URI of a new session.
    ///
    /// - Throws: ``WalletConnectError/link(_:)`` if the address of the bridge is not one that can be used.
    package init(
        handshakeTopic: String, bridge: String, key: SymmetricKey = .random()
    ) throws(WalletConnectError) {
        guard Self.isTopic(handshakeTopic) else { throw .link(.topic) }
        self.handshakeTopic = handshakeTopic
        self.bridge = try Self.address(bridge)
        self.key = key
    }

    /// Reads what is behind the `@1?` of a URI.
    init(topic: Substring, fields: LinkFields) throws(WalletConnectError) {
        guard let key = fields["key"].flatMap({ SymmetricKey(hex: $0) }) else { throw .link(.key) }
        try self.init(handshakeTopic: String(topic), bridge: fields["bridge"] ?? "", key: key)
    }

    /// The URI, with the key.
    package var text: String {
        "wc:\(handshakeTopic)@1?bridge=\(PercentCode.encode("http" + bridge.dropFirst(2)))&key=\(key.digits)"
    }

    /// Whether the text is a topic: letters, digits and hyphens, at most 64.
    static func isTopic(_ text: some StringProtocol) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy {
                0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-")
            }
    }

    /// The address of a server, with the scheme of a WebSocket: without encryption on this machine only.
    static func address(_ text: String) throws(WalletConnectError) -> String {
        guard text.utf8.count <= 1_024, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }),
            let separator = text.firstRange(of: "://")
        else { throw .link(.bridge) }
        let isSecure: Bool
        switch text[..<separator.lowerBound].lowercased() {
        case "https", "wss": isSecure = true
        case "http", "ws": isSecure = false
        default: throw .link(.bridge)
        }
        let rest = text[separator.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var authority = rest[..<end].lowercased()
        let defaultPort = isSecure ? ":443" : ":80"
        if authority.hasSuffix(defaultPort) { authority.removeLast(defaultPort.count) }
        guard let origin = try? Origin(serialized: "\(isSecure ? "https" : "http")://\(authority)"),
            isSecure || origin.isLoopback, !rest.contains("#")
        else { throw .link(.bridge) }
        return "\(isSecure ? "wss" : "ws")://\(authority)\(rest[end...])"
    }
}

extension V1URI: CustomStringConvertible, CustomDebugStringConvertible {
    /// The URI without the key, for logs.
    package var description: String { "wc:\(handshakeTopic)@1" }

    /// The URI without the key, for logs.
    package var debugDescription: String { description }
}
