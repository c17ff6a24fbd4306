import Bridge
import Keys
import TestSupport
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

/// The order of what happens when a wallet locks and unlocks, and what comes too late.
@MainActor @Suite struct WalletLockTests {
    /// Keys that record when they are locked.
    private final class Vaultlike: LockableKeys {
        private let record: @MainActor () -> Void

        init(_ record: @escaping @MainActor () -> Void) { self.record = record }

        func lock() {
            MainActor.assumeIsolated { record() }
        }
    }

    /// Waits until a test lets it continue.
    @MainActor private final class Passphrase {
        private(set) var isTried = false
        private var continuation: CheckedContinuation<Void, Never>?

        func tryIt() async {
            isTried = true
            await withCheckedContinuation { continuation = $0 }
        }

        func finish() {
            continuation?.resume()
            continuation = nil
        }
    }

    private let site: TestSite
    private let clock = ManualClock()

    init() throws {
        site = try TestSite()
    }

    private var account: WalletSigner { site.services.activeAccount }

    private func lock(
        isLocked: Bool = false, idleLimit: Duration? = nil, announce: @escaping @MainActor () -> Void = {}
    ) -> WalletLock {
        WalletLock(
            site.dispatcher, activeAccount: account, isLocked: isLocked, idleLimit: idleLimit, time: clock.time,
            announce: announce)
    }

    private func use() throws(KeyError) { try account.open(DemoKeys(), Account(name: "Demo account", index: 0)) }

    @Test func `a lock ends requests, locks the keys, drops them and notifies the sites, in this order`() {
        var steps: [String] = []
        let lock = lock { [site] in
            steps.append("announce: \(site.services.gate.isLocked) \(site.services.activeAccount.isOpen)")
        }
        lock.keys = Vaultlike { [site] in
            steps.append("keys: \(site.services.gate.isLocked) \(site.services.activeAccount.isOpen)")
        }
        lock.lockEvents.add { steps.append("shown: \(lock.state)") }
        lock.lock()
        #expect(steps == ["keys: true true", "announce: true false", "shown: locked"])
        #expect(account.address(.ethereum).isEmpty)
    }

    @Test func `an unlock opens the keys, uses an account, accepts requests and notifies the sites, in this order`()
        async throws
    {
        var steps: [String] = []
        account.close()
        let lock = lock(isLocked: true) { [site] in
            steps.append("announce: \(site.services.gate.isLocked) \(site.services.activeAccount.isOpen)")
        }
        #expect(site.services.gate.isLocked)
        try await lock.unlock {
            () async throws(KeyError) in
            steps.append("open: \(lock.state)")
        } use: { () throws(KeyError) in
            steps.append("use: \(site.services.gate.isLocked)")
            try use()
        }
        #expect(steps == ["open: unlocking", "use: true", "announce: false true"])
        #expect(lock.state == .unlocked)
    }

    @Test func `an unlock that is overtaken by a lock has no effect, and its keys are locked`() async throws {
        account.close()
        let lock = lock(isLocked: true)
        var locked = 0
        lock.keys = Vaultlike { locked += 1 }
        let passphrase = Passphrase()
        let unlock = Task { () -> KeyError? in
            do throws(KeyError) {
                try await lock.unlock { () async throws(KeyError) in
                    await passphrase.tryIt()
                } use: {
                    () throws(KeyError) in
                    Issue.record("The account was used.")
                }
                return nil
            } catch {
                return error
            }
        }
        #expect(await eventually { passphrase.isTried })
        lock.lock()
        #expect(locked == 1)
        passphrase.finish()
        #expect(await unlock.value == .locked)
        #expect(locked == 2)
        #expect(lock.state == .locked)
        #expect(site.services.gate.isLocked && !account.isOpen)
    }

    @Test func `a late unlock locks the keys that it opened, and not those of another wallet`() async throws {
        let lock = lock(isLocked: true)
        var (first, second) = (0, 0)
        lock.keys = Vaultlike { first += 1 }
        let passphrase = Passphrase()
        let unlock = Task {
            try? await lock.unlock { () async throws(KeyError) in
                await passphrase.tryIt()
            } use: {
                () throws(KeyError) in
                try use()
            }
        }
        #expect(await eventually { passphrase.isTried })
        lock.lock()
        lock.keys = Vaultlike { second += 1 }
        passphrase.finish()
        _ = await unlock.value
        #expect(first == 2 && second == 0)
    }

    @Test func `a wrong passphrase leaves the wallet locked, and it can be tried again`() async throws {
        let lock = lock(isLocked: true)
        await #expect(throws: KeyError.wrongPassphrase) {
            try await lock.unlock {
                () async throws(KeyError) in
                throw .wrongPassphrase
            } use: { () throws(KeyError) in
                Issue.record("The account was used.")
            }
        }
        #expect(lock.state == .locked && site.services.gate.isLocked)
        try await lock.unlock { () async throws(KeyError) in
        } use: { () throws(KeyError) in
            try use()
        }
        #expect(lock.state == .unlocked && !site.services.gate.isLocked)
    }

    @Test func `if no account can be used, the keys are locked again`() {
        let lock = lock(isLocked: true)
        var locked = 0
        lock.keys = Vaultlike { locked += 1 }
        #expect(throws: KeyError.locked) { try lock.unlock { () throws(KeyError) in throw .locked } }
        #expect(locked == 1)
        #expect(lock.state == .locked && site.services.gate.isLocked)
    }

    @Test func `sites see no account of a locked wallet, also with demo keys, and the same one afterwards`()
        async throws
    {
        _ = await site.ask("eth_requestAccounts")
        let origin = site.peer.origin
        var heard: [[String]] = []
        let lock = lock { [site] in heard.append(site.services.sites.accounts(for: origin)) }
        let before = site.services.sites.accounts(for: origin)
        #expect(before.count == 1)
        lock.lock()
        try lock.unlock { () throws(KeyError) in try use() }
        #expect(heard == [[], before])
        #expect(account.account.name == "Demo account")
    }

    @Test func `an idle wallet locks itself, and activity delays that`() async throws {
        let lock = lock(idleLimit: .seconds(600))
        #expect(await eventually { clock.sleeperCount == 1 })
        clock.advance(by: .seconds(400))
        lock.noteActivity()
        clock.advance(by: .seconds(200))
        #expect(await eventually { clock.sleeperCount == 1 })
        #expect(lock.state == .unlocked)
        clock.advance(by: .seconds(399))
        #expect(lock.state == .unlocked)
        clock.advance(by: .seconds(1))
        #expect(await eventually { lock.state == .locked })
        #expect(site.services.gate.isLocked && !account.isOpen)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `the idle time of an earlier unlock does not lock a later one`() async throws {
        let lock = lock(idleLimit: .seconds(600))
        #expect(await eventually { clock.sleeperCount == 1 })
        clock.advance(by: .seconds(500))
        lock.lock()
        try lock.unlock { () throws(KeyError) in try use() }
        #expect(await eventually { clock.sleeperCount == 1 })
        clock.advance(by: .seconds(599))
        for _ in 0..<20 { await Task.yield() }
        #expect(lock.state == .unlocked)
        clock.advance(by: .seconds(1))
        #expect(await eventually { lock.state == .locked })
    }

    @Test func `a wallet without a limit never locks itself`() async {
        let lock = lock()
        for _ in 0..<20 { await Task.yield() }
        #expect(clock.sleeperCount == 0)
        #expect(lock.state == .unlocked)
    }
}
