import Bridge
import EthereumWallet
import Synchronization
import Testing
import WalletCore
import WalletMethods

@testable import HeadlessWallet
@testable import WalletTesting

/// A change of permissions that is not on disk does not look like one.
@MainActor @Suite struct UnsavedPermissionTests {
    private let disk: FullDisk
    private let origin: Origin
    private let services: WalletServices
    private let wallet: Wallet

    init() throws {
        origin = try Origin(serialized: "https://dapp.example")
        let account = try WalletSigner.demo()
        account.add(others: [Account(name: "Second", index: 1)])
        disk = FullDisk(origin, sees: account.ethereumAddresses.map(\.address))
        let site = try TestSite()
        services = WalletServices(
            activeAccount: account, gate: site.services.gate, grants: try Grants(keptBy: disk),
            siteRules: try SiteRules(keptBy: disk))
        services.grants.switchAccount(to: account.address(.ethereum))
        wallet = Wallet(services, site.dispatcher)
        #expect(services.sites.accounts(for: origin).count == 2)
    }

    @Test(arguments: [
        ChangeSite.Change.revoke, .forget, .block(true), .block(false), .mute(true), .network("8453"), .accounts([]),
    ])
    func `the command fails, the window is informed, and the change counts until the program ends`(
        change: ChangeSite.Change
    ) async throws {
        var listed = ListedSite(kind: "site", state: "connected", sees: [])
        listed.origin = origin.description
        let host = ListingHost(listed)
        wallet.host = host
        var failures = 0
        services.events.add { if $0 == .unsavedPermissions { failures += 1 } }
        let command = ChangeSite(origin, change)
        let expected = WalletError(.unsavedPermissions)
        #expect(await #expect(throws: WalletError.self) { try await wallet.perform(command) } == expected)
        #expect(failures > 0)
        switch change {
        case .block(let isBlocked): #expect(services.siteRules.isBlocked(origin) == isBlocked)
        case .mute(let isMuted): #expect(services.siteRules.isMuted(origin) == isMuted)
        case .network: #expect(services.chains.chain(of: origin).id == 8453)
        case .revoke, .forget, .accounts: #expect(services.grants.everySite.isEmpty)
        }
        #expect(disk.written.isEmpty)
        disk.free()
        _ = try await wallet.perform(command)
        #expect(!disk.written.isEmpty)
    }

    @Test func `what could not be stored is stored before the next change, in the order of the changes`() async throws {
        for chain: UInt64 in [137, 10] {
            _ = await #expect(throws: RPCError.self) {
                try await services.siteRules.move(origin, to: chain, at: 1)
            }
        }
        disk.free()
        try await services.siteRules.move(origin, to: 8_453, at: 1)
        #expect(disk.written == ["moved(to: 137, at: 1)", "moved(to: 10, at: 1)", "moved(to: 8453, at: 1)"])
        #expect(services.siteRules.records[origin]?.chain == 8_453)
    }

    @Test func `a permission that could not be revoked is revoked before the site gets it again`() async throws {
        let account = services.grants.account
        _ = await #expect(throws: RPCError.self) { try await services.sites.disconnect(origin) }
        disk.free()
        try await services.grants.give(.ethereum, to: origin)
        #expect(disk.written == ["take", "give \(account)"])
    }

    @Test func `a site that disconnects itself again and again adds nothing to what is to be stored`() async throws {
        for _ in 0..<100 {
            _ = await #expect(throws: RPCError.self) { try await services.sites.revoke(origin) }
        }
        disk.free()
        try await services.sites.revoke(origin)
        #expect(disk.written == ["take"])
    }

    @Test func `a site that ends its own connection gets the error`() async throws {
        #expect(
            await #expect(throws: RPCError.self) { try await services.sites.revoke(origin) } == .unsavedPermissions)
        #expect(services.sites.accounts(for: origin).isEmpty)
    }

    @Test func `each of several accounts is disconnected, also if the first cannot be stored`() async throws {
        let result = await #expect(throws: RPCError.self) { try await services.sites.connect(origin, to: []) }
        #expect(result == .unsavedPermissions)
        #expect(services.grants.everySite.isEmpty)
    }
}

/// A store in which a site is connected to accounts, and which cannot write until the disk has room.
private final class FullDisk: GrantStore, SiteStore {
    private let records: GrantRecords
    private let isFull = Mutex(true)
    private let log = Mutex<[String]>([])

    /// What has been written.
    var written: [String] { log.withLock { $0 } }

    init(_ origin: Origin, sees accounts: [String]) {
        records = GrantRecords(Dictionary(uniqueKeysWithValues: accounts.map { ($0, [origin: [.ethereum]]) }))
    }

    func free() { isFull.withLock { $0 = false } }

    private func write(_ change: String) throws(JournalError) {
        if isFull.withLock({ $0 }) { throw .unavailable("the disk is full") }
        log.withLock { $0.append(change) }
    }

    func version() -> Int64 { 1 }

    func load() -> GrantRecords { records }
    func load() -> SiteRecords { SiteRecords() }
    func make(_ change: SiteChange, of origin: Origin) async throws(JournalError) { try write("\(change)") }

    func take(_ kind: AddressKind?, from origin: Origin, of account: String?) async throws(JournalError) {
        try write("take")
    }

    func give(
        _ kind: AddressKind, to origin: Origin, of account: String, ifNoneWasTakenSince mark: Int64?
    ) async throws(JournalError) -> Bool {
        try write("give \(account)")
        return true
    }
}

/// What surrounds a wallet that these sites have used.
final class ListingHost: WalletHost {
    let sites: [ListedSite]
    var hasWallet = true

    init(_ sites: ListedSite...) { self.sites = sites }

    func present() {}
    func refresh() {}
    func refreshSites() {}
    func reload() async {}
    func sweep(image: String) async throws(WalletError) -> SentTransaction? { nil }
}
