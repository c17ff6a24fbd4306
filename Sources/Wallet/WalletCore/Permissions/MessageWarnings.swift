package import Bridge
package import Ethereum
import Messages

/// The warnings about the words of a message: keys and logins elsewhere, and what can be used again.
///
/// The same for all messages: of pages, sessions and payments, and of the user in the wallet's own window, on every
/// chain.
package struct MessageWarnings {
    private let message: PersonalMessage
    private let peer: Peer
    private let registeredDomain: @Sendable (String) -> String?

    /// Creates the warnings.
    ///
    /// - Parameters:
    ///   - message: The message; see ``/Ethereum/PersonalMessage/examine()`` for a long one.
    ///   - peer: Who sends it.
    ///   - registeredDomain: The registered domain of a host.
    package init(
        _ message: PersonalMessage, from peer: Peer,
        registeredDomain: @escaping @Sendable (String) -> String? = Lookalikes.lastTwoLabels
    ) {
        self.message = message
        self.peer = peer
        self.registeredDomain = registeredDomain
    }

    /// The warnings about a text that a key of another chain than Ethereum signs; a long one is examined away from the main
    /// thread.
    package static func about(_ text: String, from peer: Peer) async -> [Approval.Warning] {
        let message = PersonalMessage(text: text)
        if message.bytes.count > short { await message.examine() }
        let warnings = MessageWarnings(message, from: peer)
        return [warnings.ofKeys, warnings.ofLogins].compactMap(\.self)
    }

    /// The bytes of a message that is examined at once.
    package static let short = 1 << 13

    private var words: MessageWords { message.words }

    /// The site that sends the message; for a session, the one that its app names.
    private var site: Origin? { peer.webSite }

    private var isOwnWindow: Bool { peer == .wallet }

    // MARK: Keys

    /// The warning about a signature that is a key, or lets a key act.
    package var ofKeys: Approval.Warning? {
        if let other = words.onlyFor.first(where: { !isOwn($0) }), !isOwnWindow {
            return Approval.Warning(
                .danger,
                localized(
                    """
                    The message says that it must be signed only on \(quoted(other), as: "host"), but it comes from \
                    \(peer.siteName, as: "site"). The signature may be a key to your account there.
                    """))
        }
        guard let use = words.use else { return nil }
        let isOfSite = site.map { words.names(host: $0.host, isSame: isSame) } ?? false
        switch use {
        case .key where isOfSite:
            return Approval.Warning(
                .caution,
                localized(
                    "The signature of this message is, or registers, a key. Whoever has the signature has the key."))
        case .key:
            return Approval.Warning(
                .danger,
                localized(
                    """
                    The signature of this message is, or registers, a key to an account elsewhere. Sign it \
                    only on that system’s own site.
                    """))
        case .delegation where isOfSite || site.map { words.namesService(of: $0.host) } == true:
            return Approval.Warning(
                .caution, localized("The signature of this message lets a key or an app act for your account."))
        case .delegation:
            return Approval.Warning(
                .danger,
                localized(
                    """
                    The signature of this message lets a key or an app act for your account elsewhere. Sign it only on \
                    that system’s own site.
                    """))
        case .oneSite:
            return Approval.Warning(
                .caution,
                localized(
                    "The message asks to be signed only in one place, so its signature gives access to something."))
        }
    }

    // MARK: Logins

    /// The warning about a login elsewhere, or about a site that the message links to or names.
    ///
    /// For messages that are not a sign-in of EIP-4361.
    package var ofLogins: Approval.Warning? { linkWarning ?? nameWarning ?? serviceWarning }

    /// The warning about a message with a link to another site: it may be that site's login message.
    private var linkWarning: Approval.Warning? {
        guard let host = message.linkedHosts.first(where: { !isOwn($0) }) else { return nil }
        return message.isLogin
            ? login(to: host)
            : Approval.Warning(.caution, localized("This message links to another site: \(quoted(host), as: "host")."))
    }

    /// The warning about a login message that names another well-known site.
    private var nameWarning: Approval.Warning? {
        let own = domain(site?.host ?? "")
        let others = message.namedSites.filter { named in
            !named.domains.contains { $0 == own || named.isWord && Self.name(of: $0) == Self.name(of: own) }
        }
        guard let other = others.first(where: \.isCertain) ?? others.first, let domain = other.domains.first else {
            return nil
        }
        return other.isCertain
            ? login(to: domain)
            : Approval.Warning(.caution, localized("This message names another site: “\(domain, as: "domain")”."))
    }

    /// The warning about a login to a service of which the wallet knows no site.
    private var serviceWarning: Approval.Warning? {
        guard words.signsIn, !isOwnWindow else { return nil }
        if let site, words.names(host: site.host, isSame: isSame) || words.namesService(of: site.host) { return nil }
        guard let service = words.services.first else {
            return Approval.Warning(
                .caution,
                localized("The message looks like a login, but does not say where. Other sites may accept it, too."))
        }
        return Approval.Warning(
            .caution,
            localized(
                """
                The message looks like a login to \(quoted(service), as: "service"), and comes from \
                \(peer.siteName, as: "site"). Sign it only if both belong together.
                """))
    }

    private func login(to host: String) -> Approval.Warning {
        guard !isOwnWindow else {
            return Approval.Warning(
                .caution,
                localized(
                    """
                    The message looks like a login to \(quoted(host), as: "host"). Whoever gets the signature can log in \
                    there as you.
                    """))
        }
        return Approval.Warning(
            .danger,
            localized(
                """
                This message comes from \(peer.siteName, as: "site") but looks like a login to \
                \(quoted(host), as: "host"). It may be an attempt to take over your account there.
                """))
    }

    // MARK: What can be used again

    /// That a text has nothing that is new each time.
    package var ofUse: Approval.Warning? {
        guard message.text != nil, !words.isFresh else { return nil }
        return Approval.Warning(
            .plain, localized("The message has no date and no code for one use, so its signature can be used again."))
    }

    // MARK: Sites

    private func isOwn(_ host: String) -> Bool { site.map { isSame(host, $0.host) } ?? false }

    /// Whether two hosts have the same registered domain.
    private func isSame(_ host: String, _ other: String) -> Bool {
        host == other || domain(host) == domain(other)
    }

    /// The registered domain of a host, or the host itself.
    private func domain(_ host: String) -> String {
        let host = host.lowercased()
        return registeredDomain(host) ?? host
    }

    /// The first label of a domain.
    private static func name(of domain: String) -> Substring { domain.prefix { $0 != "." } }

    private func quoted(_ text: String) -> String { Quotation.of(text, limit: 253) }
}
