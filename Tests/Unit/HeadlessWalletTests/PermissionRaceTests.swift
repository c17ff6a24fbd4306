import Bridge
import Synchronization
import Testing
import WalletCore
import WalletMethods

@testable import WalletTesting

/// Another process changes what sites may do while an earlier change is announced.
@MainActor @Suite struct PermissionRaceTests {
    @Test func `the last accountsChanged event has the connected accounts`() throws {
        let origins = try (0..<3).map { try Origin(serialized: "https://s\($0).example") }
        var races = 0
        for delay in 1..<40 {
            let account = try WalletSigner.demo()
            let address = account.address(.ethereum)
            func records(_ origins: some Sequence<Origin>) -> GrantRecords {
                GrantRecords([address: Dictionary(uniqueKeysWithValues: origins.map { ($0, [.ethereum]) })])
            }
            let store = RacingStore(records(origins), then: [0: records(origins.dropFirst()), delay: records([])])
            let sites = SiteAccounts(
                activeAccount: account, grants: try Grants(keptBy: store), gate: try TestSite().services.gate,
                eventBus: EventBus())
            var told: [Origin: [String]] = [:]
            let subscription = sites.eventBus.subscribe { event, audience in
                guard case .accountsChanged(let accounts) = event, case .origin(let origin) = audience else { return }
                told[origin] = accounts
            }
            sites.grants.switchAccount(to: address)
            sites.announceLock()
            store.begin()
            try sites.grants.read()
            if store.looks > delay { races += 1 }
            for origin in origins {
                #expect(sites.accounts(for: origin) == told[origin], "\(delay), \(origin)")
            }
            withExtendedLifetime(subscription) {}
        }
        #expect(races > 1)
    }

    @Test func `the last chainChanged event has the site's network`() throws {
        let origins = try (0..<3).map { try Origin(serialized: "https://s\($0).example") }
        var races = 0
        for delay in 1..<20 {
            func records(_ chain: UInt64) -> SiteRecords {
                SiteRecords(
                    Dictionary(
                        uniqueKeysWithValues: origins.map { ($0, SiteRecord(since: 1, lastUsed: 1, chain: chain)) }))
            }
            let store = RacingStore(records(1), then: [0: records(10), delay: records(137), 100: records(10)])
            let services = WalletServices(
                activeAccount: try WalletSigner.demo(), gate: try TestSite().services.gate, grants: Grants(),
                siteRules: try SiteRules(keptBy: store))
            var told: [Origin: String] = [:]
            let subscription = services.eventBus.subscribe { event, audience in
                guard case .chainChanged(let chain) = event, case .origin(let origin) = audience else { return }
                told[origin] = chain
            }
            store.begin()
            try services.siteRules.read()
            if store.looks > delay { races += 1 }
            while store.looks <= 100 { try services.siteRules.read() }
            for origin in origins { #expect(told[origin] == "0xa", "\(delay), \(origin)") }
            withExtendedLifetime(subscription) {}
        }
        #expect(races > 1)
    }
}

/// A store that another process changes when it is looked at for the Nth time.
private final class RacingStore<Records: Sendable>: VersionedStore {
    private struct State {
        var records: Records
        var version: Int64 = 1
        var looks: Int?
    }

    private let state: Mutex<State>
    private let changes: [Int: Records]

    init(_ records: Records, then changes: [Int: Records]) {
        state = Mutex(State(records: records))
        self.changes = changes
    }

    /// How often it was looked at since the race began.
    var looks: Int { state.withLock { $0.looks ?? 0 } }

    func begin() { state.withLock { $0.looks = 0 } }

    func version() -> Int64 {
        state.withLock { state in
            guard let looks = state.looks else { return state.version }
            if let records = changes[looks] { (state.records, state.version) = (records, state.version + 1) }
            state.looks = looks + 1
            return state.version
        }
    }

    func load() -> Records { state.withLock { $0.records } }
}

extension RacingStore: GrantStore where Records == GrantRecords {
    func give(
        _ kind: AddressKind, to origin: Origin, of account: String, ifNoneWasTakenSince mark: Int64?
    ) async throws(JournalError) -> Bool { false }
    func take(_ kind: AddressKind?, from origin: Origin, of account: String?) async throws(JournalError) {}
}

extension RacingStore: SiteStore where Records == SiteRecords {
    func make(_ change: SiteChange, of origin: Origin) async throws(JournalError) {}
}
