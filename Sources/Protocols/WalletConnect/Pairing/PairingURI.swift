internal import Bridge

/// The URI by which an app asks a wallet to connect, version 2: `wc:TOPIC@2?relay-protocol=irn&symKey=KEY&…`.
///
/// It is a secret until the session is settled, because it contains the key of the pairing; its description leaves the
/// key out. Source: WalletConnect's "Pairing URI" and EIP-1328.
package struct PairingURI: Hashable, Sendable {
    /// Where the app waits.
    package let topic: Topic

    /// What encrypts the messages of the pairing.
    package let key: SymmetricKey

    /// What the relay's protocol adds, if anything; no protocol in use does.
    package let relayData: String?

    /// The methods that the app may send first, such as `wc_sessionAuthenticate`; empty if it does not say.
    package let methods: [String]

    /// When the URI ends, in seconds since 1970.
    package let expiry: Int64

    /// The lifetime of a URI without an expiry, in seconds.
    package static let lifetime: Int64 = 300

    /// The most methods of which a URI keeps the names.
    package static let maximumMethods = 32

    /// Creates the URI of a new pairing.
    ///
    /// - Parameters:
    ///   - key: The key of the pairing, which gives its topic.
    ///   - methods: What the app will send first.
    ///   - now: The time in seconds since 1970.
    package init(key: SymmetricKey = .random(), methods: [String] = [], now: Int64) {
        self.key = key
        topic = key.topic
        relayData = nil
        self.methods = methods
        expiry = now.addingReportingOverflow(Self.lifetime).partialValue
    }

    /// Whether the URI no longer counts at `now`, in seconds since 1970.
    package func isExpired(at now: Int64) -> Bool { expiry <= now }

    /// The URI, with the key.
    package var text: String {
        let list = methods.isEmpty ? "" : "&methods=\(methods.joined(separator: ","))"
        let data = relayData.map { "&relay-data=\(PercentCode.encode($0))" } ?? ""
        return "wc:\(topic)@2?relay-protocol=irn&symKey=\(key.digits)&expiryTimestamp=\(expiry)\(list)\(data)"
    }

    /// Reads what is behind the `@2?` of a URI.
    init(topic text: Substring, fields: LinkFields, now: Int64) throws(WalletConnectError) {
        guard let topic = Topic(text) else { throw .link(.topic) }
        // A draft of version 2 had a public key and another relay; it is no longer in use.
        guard fields["publicKey"] == nil else { throw .link(.version) }
        guard let relay = fields["relay-protocol"], !relay.isEmpty else { throw .link(.noRelay) }
        guard relay == "irn" else { throw .link(.relay) }
        guard let key = fields["symKey"].flatMap({ SymmetricKey(hex: $0) }) else { throw .link(.key) }
        guard key.topic == topic else { throw .link(.otherTopic) }
        self.topic = topic
        self.key = key
        relayData = fields["relay-data"]
        methods = try Self.methods(fields["methods"] ?? "")
        expiry = try Self.expiry(fields["expiryTimestamp"], now: now)
        guard !isExpired(at: now) else { throw .link(.expired) }
    }

    /// A flat list of names, or one with brackets around groups: `[wc_sessionPropose],[wc_authRequest]`.
    private static func methods(_ text: String) throws(WalletConnectError) -> [String] {
        let plain = text.filter { $0 != "[" && $0 != "]" }
        let names = plain.split(separator: ",").map(String.init)
        let isList = names.allSatisfy { name in
            name.utf8.count <= 64
                && name.utf8.allSatisfy {
                    0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_")
                }
        }
        guard isList, names.count <= maximumMethods else { throw .link(.methods) }
        return names
    }

    private static func expiry(_ text: String?, now: Int64) throws(WalletConnectError) -> Int64 {
        guard let text else { return now.addingReportingOverflow(lifetime).partialValue }
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let time = Int64(text),
            time <= Self.latest
        else { throw .link(.expiry) }
        return time
    }

    /// The end of the year 9999: a later time is not one in seconds.
    private static let latest: Int64 = 253_402_300_799
}

extension PairingURI: CustomStringConvertible, CustomDebugStringConvertible {
    /// The URI without the key, for logs.
    package var description: String { "wc:\(topic)@2" }

    /// The URI without the key, for logs.
    package var debugDescription: String { description }
}
