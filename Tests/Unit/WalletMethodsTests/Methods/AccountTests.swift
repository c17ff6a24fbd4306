import Bridge
import Keys
import TestSupport
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

/// What a lock and another account mean for sites.
@MainActor @Suite struct AccountTests {
    private let site: TestSite
    private let unlocker = RecordingUnlocker()

    init() throws {
        site = try TestSite()
    }

    /// An unlocker that notes that the wallet should be unlocked.
    private final class RecordingUnlocker: Unlocker {
        var count = 0
        func isWanted(by peers: [Peer]) { count += 1 }
        func isWantedNoMore() {}
    }

    private var second: Account { Account(name: "Second", index: 1) }

    @Test func `a new account starts with no connected sites, and the first account keeps its own`() async throws {
        let first = Account(name: "First", index: 0)
        try site.services.sites.use(DemoKeys(), first)
        #expect(
            await site.ask("eth_requestAccounts")["result"]?[0]?.string
                == site.services.activeAccount.address(.ethereum).lowercased())
        try site.services.sites.use(DemoKeys(), second)
        #expect(await site.ask("eth_accounts")["result"] == .array([]))
        #expect(site.services.sites.accounts(for: site.peer.origin).isEmpty)
        try site.services.sites.use(DemoKeys(), first)
        #expect(
            await site.ask("eth_accounts")["result"]?[0]?.string
                == site.services.activeAccount.address(.ethereum).lowercased())
        #expect(site.shown.count == 1)
    }

    @Test func `without keys there are no addresses and no signatures`() async throws {
        _ = await site.ask("eth_requestAccounts")
        let address = site.services.activeAccount.address(.ethereum)
        site.services.sites.forgetKeys()
        #expect(!site.services.activeAccount.isOpen)
        #expect(AddressKind.allCases.allSatisfy { site.services.activeAccount.address($0).isEmpty })
        let answer = await site.ask("personal_sign", ["0x68656c6c6f", .string(address)])
        #expect(answer["error"] != nil && answer["result"] == nil)
    }

    @Test func `an account that was changed while the user decided signs nothing`() async throws {
        let address = site.services.activeAccount.address(.ethereum)
        site.services.grants.switchAccount(to: address)
        _ = await site.ask("eth_requestAccounts")
        site.onDecide = { [second, services = site.services] in try? services.sites.use(DemoKeys(), second) }
        let answer = await site.ask("personal_sign", ["0x68656c6c6f", .string(address)])
        #expect(answer["error"]?["message"]?.string?.contains("Another account was selected") == true)
        #expect(answer["result"] == nil)
    }

    @Test func `signature requests of an unconnected site do not open the unlock form`() async throws {
        site.services.gate.unlocker = unlocker
        site.dispatcher.lock()
        let answer = await site.ask("personal_sign", ["0x68656c6c6f", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"])
        #expect(answer["error"] != nil)
        #expect(unlocker.count == 0)
    }

    @Test func `a request to connect waits for the passphrase and continues`() async throws {
        site.services.gate.unlocker = unlocker
        site.dispatcher.lock()
        async let answer = site.ask("eth_requestAccounts")
        #expect(await eventually { unlocker.count == 1 })
        #expect(site.shown.isEmpty)
        site.dispatcher.unlock()
        #expect(await answer["result"]?[0]?.string == site.services.activeAccount.address(.ethereum).lowercased())
        #expect(site.shown.count == 1)
    }

    @Test func `a single key has the same path for every chain`() throws {
        let account = Account(name: "Key", index: 0, isSingleKey: true)
        for kind in AddressKind.allCases { #expect(try account.path(for: kind) == DerivationPath("m")) }
    }
}
