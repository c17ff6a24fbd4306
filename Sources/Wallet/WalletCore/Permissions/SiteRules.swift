public import Bridge

/// The sites that used the wallet, and those that may not ask the user: blocked ones never, muted ones until the last
/// window is closed, and apps whose session the user has ended.
///
/// The requests of such a site are rejected as if the user had rejected them. Every process of the wallet can change
/// the rules, so each answer is what the store says at that moment. A change counts at once, and until the program ends
/// if it cannot be stored; then the function that makes it throws ``/Bridge/RPCError/Kind/failed``.
@MainActor public final class SiteRules {
    /// A change could not be stored, which its caller gets as an error: it is lost when the program ends.
    package let failures = Listeners<Void>()

    /// The rules have changed, in any process.
    package var changes: Listeners<Void> { copy.changes }

    private let copy: StoredCopy<SiteRecords>
    private let store: (any SiteStore)?

    /// How many seconds after a use another one is not stored.
    private static let grain: Int64 = 60

    /// Creates rules without sites, which are lost when the program ends.
    public init() { (copy, store) = (StoredCopy(SiteRecords()), nil) }

    /// Creates rules with the records in `store`, which stores every change.
    public init(keptBy store: any SiteStore) throws(JournalError) {
        self.store = store
        copy = try StoredCopy(of: store) { () throws(JournalError) in try store.load() }
    }

    /// Takes over what other processes have changed.
    package func read() throws(JournalError) { _ = try copy.read() }

    /// The sites that used the wallet.
    public var records: [Origin: SiteRecord] { (try? copy.read())?.sites ?? [:] }

    /// Whether the requests of `peer` are rejected without a question; also if the store cannot be read.
    public func refuses(_ peer: Peer) -> Bool {
        guard peer.asksUnprompted else { return false }
        guard let now = try? copy.read() else { return true }
        let origin = peer.origin
        return now.sites[origin]?.isBlocked == true || now.muted.contains(origin) || now.ended.contains(origin)
    }

    /// Whether the user has blocked `origin`.
    public func isBlocked(_ origin: Origin) -> Bool { records[origin]?.isBlocked ?? false }

    /// Whether the user has muted `origin`.
    public func isMuted(_ origin: Origin) -> Bool { (try? copy.read())?.muted.contains(origin) ?? false }

    /// The apps whose sessions the user has ended, and which are to be told.
    package var ended: Set<Origin> { (try? copy.read())?.ended ?? [] }

    /// Notes that a site has used the wallet.
    public func use(by origin: Origin, at now: Int64) async throws(RPCError) {
        if let record = records[origin] {
            let (age, isOver) = now.subtractingReportingOverflow(record.lastUsed)
            guard isOver || !(0..<Self.grain ~= age) else { return }
        }
        try await make(.used(at: now), of: origin)
    }

    /// Blocks a site, which loses its permissions, or no longer; the change is on disk when it returns.
    public func block(_ origin: Origin, _ isBlocked: Bool, at now: Int64) async throws(RPCError) {
        try await make(.blocked(isBlocked, at: now), of: origin)
    }

    /// Notes that a site is on a chain now; the change is on disk when it returns.
    public func move(_ origin: Origin, to chain: UInt64, at now: Int64) async throws(RPCError) {
        guard records[origin]?.chain != chain || copy.hasFailed else { return }
        try await make(.moved(to: chain, at: now), of: origin)
    }

    /// Mutes a site until the last window is closed, or no longer; the change is on disk when it returns.
    public func mute(_ origin: Origin, _ isMuted: Bool) async throws(RPCError) {
        try await make(.muted(isMuted), of: origin)
    }

    /// Rejects the requests of a session that the user ends, or forgets the session because it has ended; the change is
    /// on disk when it returns.
    package func end(_ session: Origin, _ isEnding: Bool = true) async throws(RPCError) {
        try await make(.ended(isEnding), of: session)
    }

    /// Forgets that a site used the wallet, and its network; a site that is blocked stays blocked.
    public func forget(_ origin: Origin) async throws(RPCError) { try await make(.forgotten, of: origin) }

    private func make(_ change: SiteChange, of origin: Origin) async throws(RPCError) {
        do throws(JournalError) {
            try await copy.change {
                $0.make(change, of: origin)
            } _: { [store] () async throws(JournalError) in
                try await store?.make(change, of: origin)
            }
        } catch {
            failures.tell()
            throw .unsavedPermissions
        }
    }
}
