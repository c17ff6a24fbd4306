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

/// What is kept about sites and apps.
public struct SiteRecords: Hashable, Sendable {
    /// The sites that used the wallet, and the apps that are blocked.
    public var sites: [Origin: SiteRecord]

    /// The sites and apps that may not ask until the last window of the wallet is closed.
    public var muted: Set<Origin>

    /// The apps whose sessions the user has ended, and which are to be told.
    public var ended: Set<Origin>

    /// Creates records.
    public init(_ sites: [Origin: SiteRecord] = [:], muted: Set<Origin> = [], ended: Set<Origin> = []) {
        self.sites = sites
        self.muted = muted
        self.ended = ended
    }
}

/// A change of what is kept about one site.
///
/// It names only what it changes: another process may have changed the rest at the same moment.
public enum SiteChange: Hashable, Sendable {
    /// It used the wallet at this time.
    case used(at: Int64)

    /// It is blocked at this time, and loses all of its permissions; or it is blocked no longer.
    case blocked(Bool, at: Int64)

    /// It went to a chain at this time.
    case moved(to: UInt64, at: Int64)

    /// It is forgotten, with its network; if it is blocked, it stays blocked.
    case forgotten

    /// It is muted, or no longer.
    case muted(Bool)

    /// Its session ends, or has ended.
    case ended(Bool)
}

/// Stores what is kept about sites across restarts.
public protocol SiteStore: VersionedStore {
    /// The records of all sites.
    func load() throws(JournalError) -> SiteRecords

    /// Stores a change; it is on disk when the function returns.
    func make(_ change: SiteChange, of origin: Origin) async throws(JournalError)
}

extension SiteRecords {
    mutating func make(_ change: SiteChange, of origin: Origin) {
        func record(_ now: Int64) -> SiteRecord { sites[origin] ?? SiteRecord(since: now, lastUsed: now) }
        switch change {
        case .used(let now):
            sites[origin] = record(now)
            sites[origin]?.lastUsed = now
        case .blocked(let isBlocked, let now):
            sites[origin] = record(now)
            sites[origin]?.isBlocked = isBlocked
        case .moved(let chain, let now):
            sites[origin] = record(now)
            sites[origin]?.chain = chain
        case .forgotten:
            muted.remove(origin)
            if sites[origin]?.isBlocked == true { sites[origin]?.chain = nil } else { sites[origin] = nil }
        case .muted(let isMuted): if isMuted { muted.insert(origin) } else { muted.remove(origin) }
        case .ended(let isEnded): if isEnded { ended.insert(origin) } else { ended.remove(origin) }
        }
    }
}
