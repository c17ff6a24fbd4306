import Bridge
import Ethereum
import Foundation
import EthereumWallet
import Messages
import WalletCore

/// Checks whether a message signs the user in to a site (EIP-4361), and whether that site is the one that sent the
/// message.
struct SignInCheck {
    let message: PersonalMessage
    let signer: EthereumAddress
    let request: Request
    let account: String
    let chain: Chain

    /// The time, in seconds since 1970.
    var now = Int64(Date().timeIntervalSince1970)

    /// A resource of the message that the approval explains otherwise.
    var explained: String?

    /// The registered domain of a host.
    var registeredDomain: @Sendable (String) -> String? = Lookalikes.lastTwoLabels

    private static let minute: Int64 = 60
    private static let day: Int64 = 86_400

    /// Adds the findings to `approval`.
    func apply(to approval: inout Approval) {
        approval.warnings += messageWarnings
        let count = message.signInCount
        guard count > 0 else {
            approval.warnings += [words.ofLogins, words.ofUse].compactMap(\.self)
            return
        }
        do throws(EthereumError) {
            let signIn = try message.signIn()
            guard let site = ownSite, signIn.isFor(site) else {
                approval.warnings.append(foreign(signIn.domain))
                approval.rows += rows(of: signIn)
                approval.warnings += times(of: signIn) + otherAccount(signIn)
                return
            }
            guard count == 1 else {
                approval.warnings.append(
                    Approval.Warning(
                        .danger,
                        localized(
                            """
                            This sign-in contains another sign-in. It may be an attempt to take over an account \
                            of yours.
                            """)))
                return
            }
            approval.sentence = localized("Sign in to \(site.site, as: "site") with \(account, as: "account").")
            approval.verb = localized("Sign in")
            approval.rows += rows(of: signIn)
            approval.warnings += warnings(about: signIn)
        } catch {
            if let domain = message.suspectedSite, domain != ownSite?.site.lowercased() {
                approval.warnings.append(foreign(domain))
            }
            approval.warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        This message looks like a sign-in but is not a valid one, so the wallet cannot tell \
                        where it signs you in. \(error.sentence, as: "reason")
                        """)))
        }
    }

    /// The site that sends the message; for a session, the one that its app names.
    private var ownSite: Origin? { request.peer.webSite }

    private var words: MessageWarnings {
        MessageWarnings(message, from: request.peer, registeredDomain: registeredDomain)
    }

    private func foreign(_ domain: String) -> Approval.Warning {
        Approval.Warning(
            .danger,
            localized(
                """
                This message comes from \(request.peer.siteName, as: "site") but signs you in to \
                \(Quotation.of(domain, limit: 253), as: "domain"). It may be an attempt to take over your \
                account there.
                """))
    }

    private func rows(of signIn: SignInMessage) -> [Approval.Row] {
        let resources = signIn.resources.filter { $0 != explained }.prefix(8).map {
            Approval.Row(localized("Also grants access to"), .untrusted($0))
        }
        guard let end = signIn.expirationTime else { return resources }
        return [Approval.Row(localized("Expires"), .untrusted(end.text), role: .expiry)] + resources
    }

    private func warnings(about signIn: SignInMessage) -> [Approval.Warning] {
        var warnings = times(of: signIn) + otherAccount(signIn)
        func warn(_ level: Approval.Warning.Level, _ text: String) {
            warnings.append(Approval.Warning(level, text))
        }
        if signIn.chainID != chain.id {
            let name = chain.isWellKnown ? chain.name : Quotation.of(chain.name)
            warn(
                .caution,
                localized(
                    """
                    The message names chain \(signIn.chainID, as: "number"), but the site is on \
                    \(name, as: "network") (\(chain.id, as: "otherNumber")).
                    """))
        }
        if let session = request.peer.session, session.verification == .unknown {
            warn(
                .caution,
                localized(
                    """
                    Nobody has verified that this request comes from \(ownSite?.site ?? "", as: "site"). Sign in only if \
                    you connected the wallet on that site yourself.
                    """))
        }
        let own = (ownSite?.host ?? "").lowercased()
        if let host = Self.host(signIn.uri), host != own {
            let isRelated = host.hasSuffix(".\(own)") || own.hasSuffix(".\(host)")
            warn(
                isRelated ? .caution : .danger,
                localized(
                    """
                    The message is for \(request.peer.siteName, as: "site"), but its address is on \
                    \(Quotation.of(host, limit: 253), as: "host").
                    """)
            )
        }
        if signIn.resources.contains(where: { $0 != explained && $0.lowercased().hasPrefix("urn:recap:") }) {
            warn(
                .danger,
                localized(
                    """
                    The sign-in also lets the site act for you elsewhere, in ways that the wallet cannot \
                    explain.
                    """)
            )
        }
        return warnings
    }

    private func otherAccount(_ signIn: SignInMessage) -> [Approval.Warning] {
        guard signIn.address != signer else { return [] }
        return [
            Approval.Warning(
                .danger, localized("The message is for another account: \(signIn.address, as: "address")."))
        ]
    }

    /// The warnings about the times in a sign-in message, compared with the clock.
    private func times(of signIn: SignInMessage) -> [Approval.Warning] {
        let issued = Int64(signIn.issuedAt.secondsSince1970)
        let end = signIn.expirationTime.map { Int64($0.secondsSince1970) }
        let start = signIn.notBefore.map { Int64($0.secondsSince1970) }
        var warnings: [Approval.Warning] = []
        if let end, end <= max(issued, start ?? issued) {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized("The sign-in expires before it begins: its dates make no sense.")))
        } else if let end, end < now {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized("The sign-in has expired. Honest sites send a new one.")))
        } else if let end, end - now > 400 * Self.day {
            warnings.append(Approval.Warning(.caution, localized("The sign-in is valid for more than a year.")))
        }
        if issued - now > Self.day {
            warnings.append(Approval.Warning(.danger, localized("The sign-in is dated in the future.")))
        } else if issued - now > 10 * Self.minute {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized("The sign-in is dated in the future. Check the clock of this computer.")))
        } else if now - issued > Self.day {
            warnings.append(Approval.Warning(.caution, localized("The sign-in was made more than a day ago.")))
        }
        if let start, start - now > Self.day {
            warnings.append(
                Approval.Warning(
                    .danger, localized("The sign-in cannot be used now, only later. Honest sites do not need that.")))
        } else if let start, start - now > 10 * Self.minute {
            warnings.append(Approval.Warning(.caution, localized("The sign-in cannot be used yet, only later.")))
        }
        return warnings
    }

    /// The host of a web address; `nil` for every other URI.
    private static func host(_ uri: String) -> String? {
        guard let parts = URLComponents(string: uri), ["http", "https"].contains(parts.scheme?.lowercased()) else {
            return nil
        }
        return parts.host?.lowercased() ?? ""
    }

    private var messageWarnings: [Approval.Warning] {
        var warnings = message.suspicions.map { suspicion in
            switch suspicion {
            case .hash:
                Approval.Warning(
                    .danger,
                    localized("The message looks like a hash: it may represent anything, even a payment."))
            case .transaction:
                Approval.Warning(
                    .danger,
                    localized("The message looks like a transaction, not like something to read."))
            case .typedData:
                Approval.Warning(
                    .danger,
                    localized("The message looks like the hash of structured data that is not shown."))
            }
        }
        guard warnings.isEmpty else { return warnings }
        if let warning = words.ofKeys { warnings.append(warning) }
        if message.mostlyText == nil {
            warnings.append(
                Approval.Warning(.danger, localized("The message is not readable text. You cannot see what you sign.")))
        } else if message.text == nil {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized("Parts of the message are not readable text. You cannot see all of what you sign.")))
        } else if message.isDisguised {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized("The message contains characters that cannot be seen. They are shown as codes.")))
        }
        return warnings
    }
}
