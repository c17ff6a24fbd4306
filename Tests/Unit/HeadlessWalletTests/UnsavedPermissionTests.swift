import Bridge
import Synchronization
import Testing
import WalletCore
import WalletMethods

@testable import HeadlessWallet
@testable import WalletTesting

/// A change of permissions that is not on the disk does not look like one.
@MainActor @Suite struct UnsavedPermissionTests {
    private let store = FullDisk()
    private let origin: Origin

    init() throws { origin = try Origin(serialized: "https://dapp.example") }

    @Test func `rules and permissions say why the last change is not stored`() async throws {
        let (grants, rules) = (try Grants(keptBy: store), try SiteRules(keptBy: store))
        var changes = 0
        rules.onChange = { changes += 1 }
        await rules.block(origin, true, at: 1)
        await grants.revokeEverything(from: origin)
        #expect(rules.failure == FullDisk.error && grants.failure == FullDisk.error)
        // What the user decided counts until the program ends.
        #expect(rules.isBlocked(origin))
        #expect(changes == 2)
        store.free()
        await rules.mute(origin, true)
        await grants.revokeEverything(from: origin)
        #expect(rules.failure == nil && grants.failure == nil)
    }

    @Test(arguments: [ChangeSite.Change.block(true), .forget, .revoke])
    func `a command whose change is not stored fails`(change: ChangeSite.Change) async throws {
        let site = try TestSite()
        let gate = site.services.gate
        let services = WalletServices(activeAccount: try .demo(), gate: gate, grants: try Grants(keptBy: store))
        let wallet = Wallet(services, site.dispatcher)
        var listed = ListedSite(kind: "site", state: "connected", sees: [])
        listed.origin = origin.description
        let host = ListingHost(listed)
        wallet.host = host
        let command = ChangeSite(origin, change)
        #expect(await #expect(throws: WalletError.self) { try await wallet.perform(command) } == ChangeSite.unsaved)
        store.free()
        _ = try await wallet.perform(command)
    }
}

/// A store that cannot write until the disk has room.
private final class FullDisk: GrantStore, SiteStore {
    static let error = JournalError.unavailable("the disk is full")
    private let isFull = Mutex(true)

    func free() { isFull.withLock { $0 = false } }

    private func write() throws(JournalError) {
        if isFull.withLock({ $0 }) { throw Self.error }
    }

    func version() -> Int64 { 1 }
    func load() -> GrantRecords { GrantRecords() }
    func load() -> SiteRecords { SiteRecords() }
    func make(_ change: SiteChange, of origin: Origin) async throws(JournalError) { try write() }
    func take(_ kind: AddressKind?, from origin: Origin, of account: String?) async throws(JournalError) { try write() }

    func give(
        _ kind: AddressKind, to origin: Origin, of account: String, ifNoneWasTakenSince mark: Int64?
    ) async throws(JournalError) -> Bool {
        try write()
        return true
    }
}

/// What surrounds a wallet that has been used by one site.
private final class ListingHost: WalletHost {
    let sites: [ListedSite]

    init(_ site: ListedSite) { sites = [site] }

    func present() {}
    func refresh() {}
    func refreshSites() {}
    func reload() async {}
    func sweep(image: String) async throws(WalletError) -> SentTransaction? { nil }
}
