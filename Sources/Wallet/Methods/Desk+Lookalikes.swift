public import Bridge

/// Sites whose names look like another site's.
extension Desk {
    /// The site that the name of `origin` looks like, and is not: one that many people know, one that is connected, or
    /// one that was visited since the program started.
    public func site(resembledBy origin: Origin) -> String? {
        lookalikes.site(resembledBy: origin.host, connected: grants.everySite.map(\.host) + visited)
    }

    /// Notes that the user sees a page of `origin`, unless its name looks like another's; in memory only.
    public func visit(_ origin: Origin) {
        guard !visited.contains(origin.host), site(resembledBy: origin) == nil else { return }
        visited = visited.suffix(Self.mostVisited - 1) + [origin.host]
    }

    private static let mostVisited = 200

    /// What must be said of a page whose site's name looks like another one's.
    func lookalikeWarnings(about peer: Peer) -> [Approval.Warning] {
        guard case .page(let origin, _) = peer, let other = site(resembledBy: origin) else { return [] }
        return [
            Approval.Warning(
                .danger,
                "The name of this site looks like \(other), but it is another site. It may be a fake that wants to steal from you."
            )
        ]
    }
}
