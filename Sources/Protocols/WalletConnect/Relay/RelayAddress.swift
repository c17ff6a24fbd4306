internal import Network

/// The address of a relay: `wss` anywhere, or `ws` to this machine.
package struct RelayAddress: Hashable, Sendable, CustomStringConvertible {
    /// What tokens for this relay are made for: the address without its query.
    package let audience: String

    private let query: Substring?

    /// Reads an address; it may have a query, but not with the parameters of the client.
    ///
    /// - Throws: ``WalletConnectError/relay(_:)`` with `address`.
    package init(_ text: String) throws(WalletConnectError) {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard scheme == "wss" || scheme == "ws",
            let place = try? WebAddress((scheme == "wss" ? "https" : "http") + text.dropFirst(scheme.count))
        else { throw .relay(.address) }
        let parts = place.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map(String.init) ?? "/"
        let port = place.port.map { ":\($0)" } ?? ""
        audience = "\(scheme)://\(place.host)\(port)\(path == "/" ? "" : path)"
        query = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
        let names = (query ?? "").split(separator: "&").map { $0.prefix { $0 != "=" } }
        guard names.allSatisfy({ !["auth", "projectId", "ua"].contains($0) && !$0.contains("%") }) else {
            throw .relay(.address)
        }
    }

    /// The address with its query, as it is stored and shown.
    package var description: String { audience + (query.map { "?\($0)" } ?? "") }

    /// The address to connect to, with more parameters.
    func url(adding parameters: [(name: String, value: String)]) -> String {
        let items = (query.map { [String($0)] } ?? []) + parameters.map { "\($0.name)=\(Self.escape($0.value))" }
        let path = audience.dropFirst(audience.hasPrefix("wss") ? 6 : 5).contains("/") ? audience : audience + "/"
        return "\(path)?\(items.joined(separator: "&"))"
    }

    /// Escapes everything but unreserved characters and the slash (RFC 3986, sections 2.3 and 3.4).
    private static func escape(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
            case _ where "-._~/".utf8.contains(byte): bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Which relay a client uses, and how.
package struct RelayConfiguration: Hashable, Sendable {
    /// How messages that were published while the client was away are received.
    package enum Mailbox: Hashable, Sendable {
        /// The relay delivers them after the subscription, and again until they are confirmed.
        case delivered
        /// They are also fetched after the subscription. A relay removes what it sends as the answer to a fetch, so a
        /// connection that is cut at that moment loses it; this is for relays that deliver nothing on their own.
        case fetched
    }

    /// The address.
    package let address: RelayAddress

    /// The project ID, for a relay that asks for one.
    package let projectID: String?

    /// What the relay is told about the program, in the form of `wc-2/drawbridge-1.0/linux`.
    package let userAgent: String

    /// How messages that were published while the client was away are received.
    package let mailbox: Mailbox

    /// Creates a configuration.
    ///
    /// - Throws: ``WalletConnectError/relay(_:)`` with `projectID`.
    package init(
        address: RelayAddress, projectID: String? = nil, version: String, mailbox: Mailbox = .delivered
    ) throws(WalletConnectError) {
        let allowed = "0"..."9"
        let isValid =
            projectID.map { id in
                1...128 ~= id.utf8.count
                    && id.unicodeScalars.allSatisfy { scalar in
                        let text = String(scalar)
                        return allowed.contains(text) || ("a"..."z").contains(text) || ("A"..."Z").contains(text)
                            || text == "-" || text == "_"
                    }
            } ?? true
        guard isValid else { throw .relay(.projectID) }
        self.address = address
        self.projectID = projectID
        userAgent = "wc-2/drawbridge-\(version)/linux"
        self.mailbox = mailbox
    }

    /// The address to connect to with `token`.
    func url(token: String) -> String {
        address.url(
            adding: [("auth", token)] + (projectID.map { [("projectId", $0)] } ?? []) + [("ua", userAgent)])
    }
}
