internal import Bridge

/// A message in a link: link mode, in which two programs on one device pass envelopes without a relay.
///
/// The codec only: a program needs links of the web that the system verifies, which Linux desktops do not have.
package struct LinkModeURL: Hashable, Sendable {
    /// The topic of the message.
    package let topic: Topic

    /// The message.
    package let envelope: Envelope

    /// The maximum number of bytes of a link.
    package static let maximumBytes = 65_536

    /// Creates a value.
    package init(topic: Topic, envelope: Envelope) {
        self.topic = topic
        self.envelope = envelope
    }

    /// Reads the fields `wc_ev` and `topic` of a link; other fields are ignored.
    ///
    /// - Throws: ``WalletConnectError/link(_:)`` or ``WalletConnectError/envelope(_:)``.
    package init(parsing text: String) throws(WalletConnectError) {
        guard text.utf8.count <= Self.maximumBytes else { throw .link(.tooLong) }
        guard let mark = text.firstIndex(of: "?") else { throw .link(.notWalletConnect) }
        let fields: LinkFields
        do {
            fields = try LinkFields(text[text.index(after: mark)...].prefix { $0 != "#" })
        } catch {
            throw error == .link(.duplicate) ? .link(.duplicate) : .link(.characters)
        }
        guard let envelope = fields["wc_ev"] else { throw .link(.notWalletConnect) }
        guard let topic = fields["topic"].flatMap({ Topic($0) }) else { throw .link(.topic) }
        self.topic = topic
        self.envelope = try Envelope(parsing: envelope, from: .link)
    }

    /// The link to the other program, at the address `universal` that it gave for links.
    package func text(to universal: String) -> String {
        "\(universal)\(universal.contains("?") ? "&" : "?")wc_ev=\(envelope.text(for: .link))&topic=\(topic)"
    }

    /// Whether a program with these `metadata` may use link mode: the host of its links is that of its site, or below
    /// it.
    package static func isAllowed(for metadata: AppMetadata) -> Bool {
        guard let redirect = metadata.redirect, redirect.linkMode, let universal = redirect.universal,
            let link = try? Origin(ofURL: universal), let site = try? Origin(ofURL: metadata.url),
            link.scheme == "https"
        else { return false }
        return link.host == site.host || link.host.hasSuffix("." + site.host)
    }
}
