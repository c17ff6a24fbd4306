public import Bridge

/// What is kept about a site: when it used the wallet, its network, and whether the user has blocked it.
public struct SiteRecord: Hashable, Sendable {
    /// When it used the wallet first, in seconds since 1970.
    public var since: Int64

    /// When it used the wallet last, in seconds since 1970.
    public var lastUsed: Int64

    /// Whether it may not ask the user anything.
    public var isBlocked: Bool

    /// The EVM chain that it is on; `nil` for the one that every site starts on.
    public var chain: UInt64?

    /// Creates a record.
    public init(since: Int64, lastUsed: Int64, isBlocked: Bool = false, chain: UInt64? = nil) {
        self.since = since
        self.lastUsed = lastUsed
        self.isBlocked = isBlocked
        self.chain = chain
    }
}

/// Stores what is kept about sites across restarts.
public protocol SiteStore: Sendable {
    /// The records of all sites.
    func load() throws(JournalError) -> [Origin: SiteRecord]

    /// Stores the record of a site; `nil` removes it. The change is on disk when it returns.
    func keep(_ record: SiteRecord?, of origin: Origin) async throws(JournalError)
}

/// The sites that used the wallet, and those that may not ask the user: blocked ones never, silenced ones until the
/// program ends.
///
/// The requests of such a site are rejected as if the user had rejected them.
@MainActor public final class SiteRules {
    /// Called when a change could not be stored.
    public var onFailure: (@MainActor (JournalError) -> Void)?

    /// The sites that used the wallet.
    public private(set) var records: [Origin: SiteRecord] = [:]

    private var silenced: Set<Origin> = []
    private let store: (any SiteStore)?

    /// How many seconds after a use another one is not stored.
    private static let grain: Int64 = 60

    /// Creates rules without sites, which are lost when the program ends.
    public init() { store = nil }

    /// Creates rules with the records in `store`, which stores every change.
    public init(keptBy store: any SiteStore) throws(JournalError) {
        records = try store.load()
        self.store = store
    }

    /// Whether the requests of `peer` are rejected without a question.
    public func refuses(_ peer: Peer) -> Bool {
        guard peer.asksUnprompted else { return false }
        return isBlocked(peer.origin) || isSilenced(peer.origin)
    }

    /// Whether the user has blocked `origin`.
    public func isBlocked(_ origin: Origin) -> Bool { records[origin]?.isBlocked ?? false }

    /// Whether the user has silenced `origin`.
    public func isSilenced(_ origin: Origin) -> Bool { silenced.contains(origin) }

    /// Notes that a site has used the wallet.
    public func use(by origin: Origin, at now: Int64) async {
        var record = records[origin] ?? SiteRecord(since: now, lastUsed: now)
        let (age, isOver) = now.subtractingReportingOverflow(record.lastUsed)
        guard records[origin] == nil || isOver || !(0..<Self.grain ~= age) else { return }
        record.lastUsed = now
        await keep(record, of: origin)
    }

    /// Blocks a site, or no longer; the change is on disk when it returns.
    public func block(_ origin: Origin, _ isBlocked: Bool, at now: Int64) async {
        var record = records[origin] ?? SiteRecord(since: now, lastUsed: now)
        record.isBlocked = isBlocked
        await keep(record, of: origin)
    }

    /// Notes that a site is on a chain now; the change is on disk when it returns.
    public func move(_ origin: Origin, to chain: UInt64, at now: Int64) async {
        var record = records[origin] ?? SiteRecord(since: now, lastUsed: now)
        guard record.chain != chain || records[origin] == nil else { return }
        record.chain = chain
        await keep(record, of: origin)
    }

    /// Silences a site until the program ends, or no longer.
    public func silence(_ origin: Origin, _ isSilent: Bool) {
        if isSilent { silenced.insert(origin) } else { silenced.remove(origin) }
    }

    /// Forgets that a site used the wallet, and its network; a site that is blocked stays blocked.
    public func forget(_ origin: Origin) async {
        silenced.remove(origin)
        guard var record = records[origin] else { return }
        guard record.isBlocked else { return await keep(nil, of: origin) }
        record.chain = nil
        await keep(record, of: origin)
    }

    private func keep(_ record: SiteRecord?, of origin: Origin) async {
        records[origin] = record
        do throws(JournalError) {
            try await store?.keep(record, of: origin)
        } catch {
            onFailure?(error)
        }
    }
}
