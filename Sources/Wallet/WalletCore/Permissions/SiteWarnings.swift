import Messages
public import Bridge

/// The warnings about the requesting site: a name that looks like another site's, or an unencrypted connection.
@MainActor public final class SiteWarnings {
    /// Finds site names that look like another site's.
    public var lookalikes = Lookalikes()

    /// The user's list of sites that are known to steal; `nil` if there is none.
    public var phishing: PhishingList?

    private let grants: Grants

    /// The hosts that the user visited since the program started, the latest last; see ``visit(_:)``.
    private var visited: [String] = []

    /// Creates the warnings; the sites in `grants` are those that others may imitate.
    package init(grants: Grants) {
        self.grants = grants
    }

    /// The other site that the name of `origin` looks like: a well-known one, a connected one, or one that was visited
    /// since the program started.
    public func site(resembledBy origin: Origin) -> String? {
        lookalikes.site(resembledBy: origin.host, connected: grants.everySite.map(\.host) + visited)
    }

    /// Notes that the user sees a page of `origin`, unless its name looks like another's; in memory only.
    package func visit(_ origin: Origin) {
        guard !visited.contains(origin.host), site(resembledBy: origin) == nil else { return }
        visited = visited.suffix(Self.mostVisited - 1) + [origin.host]
    }

    private static let mostVisited = 200

    /// The warnings about the requester.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isSigning: Whether something will be signed: then a page that anyone on the network could have changed is a
    ///     danger.
    /// - Returns: The warnings; none for an ordinary site.
    package func warnings(about request: Request, isSigning: Bool = false) -> [Approval.Warning] {
        if let session = request.peer.session { return warnings(about: session) }
        let lookalikes = lookalikeWarnings(about: request.peer)
        guard request.peer.origin.isExposed else { return lookalikes }
        return lookalikes + [
            Approval.Warning(
                isSigning ? .danger : .caution,
                localized(
                    """
                    The connection to \(request.peer.origin.site, as: "site") is not encrypted. Anyone on the \
                    network may have changed this request.
                    """))
        ]
    }

    /// Why a page of `origin` should not be opened, as a sentence: it is on the list of the user, or resembles a site that
    /// the list protects.
    public func advice(against origin: Origin) -> String? { listed(origin).first?.text }

    /// The warnings about a session whose app is not what it says.
    private func warnings(about session: SessionPeer) -> [Approval.Warning] {
        switch session.verification {
        case .scam(let origin):
            return [
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        This comes from \(Quotation.of(address: origin), as: "site"), which is known as a scam. It \
                        wants to steal from you.
                        """))
            ]
        case .mismatch(let origin):
            return [
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        This comes from \(Quotation.of(address: origin), as: "site"), but the app says that it is at \
                        \(Quotation.of(address: session.url), as: "otherSite"). It may be a fake site that \
                        tries to steal from you.
                        """))
            ]
        case .verified, .unknown:
            guard let site = session.site else { return [] }
            return listed(site) + (self.site(resembledBy: site).map { [lookalike($0)] } ?? [])
        }
    }

    /// The warnings about a page whose site name looks like another site's.
    private func lookalikeWarnings(about peer: Peer) -> [Approval.Warning] {
        guard case .page(let origin, _) = peer else { return [] }
        return listed(origin) + (site(resembledBy: origin).map { [lookalike($0)] } ?? [])
    }

    /// The warning about a site that is on the list of the user.
    private func listed(_ origin: Origin) -> [Approval.Warning] {
        switch phishing?.match(origin.host) {
        case nil: []
        case .listed?:
            [
                Approval.Warning(
                    .danger,
                    localized("\(origin.site, as: "site") is on your list of scams. It wants to steal from you."))
            ]
        case .resembles(let other)?: [lookalike(other)]
        }
    }

    private func lookalike(_ other: String) -> Approval.Warning {
        Approval.Warning(
            .danger,
            localized(
                """
                The name of this site looks like \(other, as: "otherSite"), but it is another site. It may be a fake site that \
                tries to steal from you.
                """))
    }
}
