import Bridge
import Foundation
import Store
import TestSupport
import Testing
import WalletCore
import WalletMethods

@testable import WalletWindow

/// Several processes of one wallet, with permissions that change while sites and an app ask.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor final class PermissionScheduleTests {
    private let folder: String

    init() throws {
        // Each change waits for the disk, which is not what is tested here.
        let fast = FileManager.default.isWritableFile(atPath: "/dev/shm")
        let root = fast ? "/dev/shm" : FileManager.default.temporaryDirectory.path
        folder = "\(root)/drawbridge-shared-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    isolated deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// PERMISSION_SCHEDULES=2000 runs more of them, PERMISSION_SEED=7 the one that failed.
    @Test func `in random schedules nothing is signed, shown or answered after its permission has ended`()
        async throws
    {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["PERMISSION_SCHEDULES"].flatMap { UInt64($0) } ?? 100
        let only = environment["PERMISSION_SEED"].flatMap { UInt64($0) }
        let windows = try [WalletInProcess(folder), WalletInProcess(folder)]
        let store = try Store(folder: folder)
        let terminal = (try Grants(keptBy: store.grants), try SiteRules(keptBy: store.sites))
        let app = try await RelayedSession(windows[0])
        var (signed, forApp) = (0, 0)
        for seed in only.map({ $0...$0 }) ?? 1...count {
            let schedule = try await PermissionSchedule(windows, terminal: terminal, app, seed: seed)
            try await schedule.run(40)
            signed += schedule.signed
            forApp += schedule.signedForApp
            guard let fault = schedule.faults.first else { continue }
            Issue.record("PERMISSION_SEED=\(seed): \(fault)")
            break
        }
        await app.stop()
        // Schedules in which everything is refused would show nothing.
        guard only == nil else { return }
        #expect(signed > Int(count / 10))
        #expect(forApp > Int(count / 20))
    }

    private func page(_ origin: String) throws -> Peer {
        let nonce = String(repeating: "1", count: 32)
        return .page(origin: try Origin(serialized: origin), document: try #require(DocumentID(nonce)))
    }

    private func ask(
        _ window: WalletInProcess, _ method: String, _ params: JSON = .null, from peer: Peer
    ) async -> JSON {
        await withCheckedContinuation { continuation in
            window.send(method, params, from: peer) { continuation.resume(returning: $0) }
        }
    }

    /// Two windows that have connected the site.
    private func connected(_ peer: Peer) async throws -> (WalletInProcess, WalletInProcess) {
        let (first, second) = (try WalletInProcess(folder), try WalletInProcess(folder))
        for window in [first, second] { try window.unlock() }
        let asking = Task.immediate { await self.ask(first, "eth_requestAccounts", from: peer) }
        #expect(await eventually { !first.questions.isEmpty })
        first.decide(1, .approved)
        #expect(await asking.value["result"]?.array?.count == 1)
        #expect(await ask(second, "eth_accounts", from: peer)["result"]?.array?.count == 1)
        return (first, second)
    }

    @Test func `a site that revokes its permissions while the wallet is locked is not connected after the unlock`()
        async throws
    {
        let peer = try page("https://dapp.example")
        let (first, second) = try await connected(peer)
        try await first.services.grants.set(.ethereum, for: peer.origin, of: "0xAccountOfAnotherWallet", true)
        await first.lock()
        #expect(await ask(first, "wallet_revokePermissions", [["eth_accounts": [:]]], from: peer)["result"] == .null)
        #expect(try Store(folder: folder).grants.load().kinds.isEmpty)
        try first.unlock()
        #expect(await ask(first, "eth_accounts", from: peer)["result"] == [])
        #expect(await ask(second, "eth_accounts", from: peer)["result"] == [])
        #expect(first.told[peer.origin] == [])
    }

    @Test func `what one process takes back closes the questions of the others and is announced, without being asked`()
        async throws
    {
        let peer = try page("https://dapp.example")
        let (first, second) = try await connected(peer)
        try first.observe()
        try second.observe()
        let address = first.services.activeAccount.address(.ethereum)
        let signing = Task.immediate {
            await self.ask(second, "personal_sign", ["0x41", .string(address)], from: peer)
        }
        #expect(await eventually { second.questions.count == 1 })
        let store = try Store(folder: folder)
        try await Grants(keptBy: store.grants).revokeEverything(from: peer.origin)
        #expect(await signing.value["error"]?["code"] == 4100)
        #expect(second.questions.isEmpty)
        #expect(await eventually { first.told[peer.origin] == [] && second.told[peer.origin] == [] })
        // A network that a terminal chooses reaches the pages, too.
        try await SiteRules(keptBy: store.sites).move(peer.origin, to: 8_453, at: 1)
        #expect(await eventually { first.toldChains[peer.origin] == "0x2105" })
        #expect(await ask(second, "eth_chainId", from: peer)["result"] == "0x2105")
    }

    @Test func `a site that was blocked between the approval and the device's signature gets none`() async throws {
        let peer = try page("https://dapp.example")
        let (first, second) = try await connected(peer)
        let address = first.services.activeAccount.address(.ethereum)
        // What must be stored when the user has approved takes a while.
        first.services.gate.onApproval = { _ async throws(RPCError) in
            try await second.services.block(peer.origin, true)
        }
        let signing = Task.immediate {
            await self.ask(first, "personal_sign", ["0x41", .string(address)], from: peer)
        }
        #expect(await eventually { first.questions.count == 1 })
        var signed = 0
        first.keys.onSign { _ in signed += 1 }
        first.decide(2, .approved)
        #expect(await signing.value["error"]?["code"] == 4001)
        #expect(signed == 0)
    }

    @Test func `a blocked site stays blocked when another process notes that it was used`() async throws {
        let peer = try page("https://dapp.example")
        let (first, second) = try await connected(peer)
        let stale = try SiteRules(keptBy: Store(folder: folder).sites)
        try await second.services.block(peer.origin, true)
        try await stale.use(by: peer.origin, at: .max)
        #expect(first.services.siteRules.isBlocked(peer.origin))
        #expect(try Store(folder: folder).sites.load().sites[peer.origin]?.isBlocked == true)
    }

    @Test func `a site is muted in every window until the last one is closed`() async throws {
        let peer = try page("https://dapp.example")
        let store = try Store(folder: folder)
        var open = [try store.openWindow(), try Store(folder: folder).openWindow()]
        let (first, second) = try await connected(peer)
        try await first.services.siteRules.mute(peer.origin, true)
        let address = second.services.activeAccount.address(.ethereum)
        #expect(await ask(second, "personal_sign", ["0x41", .string(address)], from: peer)["error"]?["code"] == 4001)
        open.removeLast()
        open.append(try store.openWindow())
        #expect(second.services.siteRules.isMuted(peer.origin))
        open.removeAll()
        open.append(try store.openWindow())
        #expect(!second.services.siteRules.isMuted(peer.origin))
    }

    @Test func `every process uses the account that one has chosen, also after a restart`() async throws {
        let peer = try page("https://dapp.example")
        let (first, second) = try await connected(peer)
        let before = second.services.activeAccount.address(.ethereum)
        let signing = Task.immediate {
            await self.ask(second, "personal_sign", ["0x41", .string(before)], from: peer)
        }
        #expect(await eventually { second.questions.count == 1 })
        await first.choose(2)
        // The other account is not connected.
        #expect(await ask(second, "eth_accounts", from: peer)["result"] == [])
        #expect(second.services.activeAccount.account.index == 2)
        #expect(await signing.value["error"] != nil)
        #expect(second.questions.isEmpty)
        let third = try WalletInProcess(folder)
        try third.unlock()
        #expect(third.services.activeAccount.account.index == 2)
    }

    @Test func `a wallet that is locked in one window is locked in the others before they answer`() async throws {
        let peer = try page("https://dapp.example")
        let (first, second) = try await connected(peer)
        await first.lock()
        #expect(await ask(second, "eth_accounts", from: peer)["result"] == [])
        #expect(second.isLocked)
        try second.unlock()
        #expect(await ask(second, "eth_accounts", from: peer)["result"]?.array?.count == 1)
        #expect(first.isLocked)
    }

    @Test func `a session that the user has ended gets no signature, also before the app is told`() async throws {
        let window = try WalletInProcess(folder)
        try window.unlock()
        let address = window.services.activeAccount.address(.ethereum)
        let chain = ChainID(eip155: 1)
        let topic = String(repeating: "a", count: 64)
        let session = SessionPeer(
            topic: topic, name: "App", url: "https://app.example",
            accounts: [AccountID(chain: chain, address: address)], chain: chain)
        let params: JSON = ["0x41", .string(address)]
        let asked = Task.immediate {
            await window.dispatcher.perform("personal_sign", params, for: session, within: .seconds(60))
        }
        #expect(await eventually { window.questions.count == 1 })
        try window.observe()
        // As `drawbridge sessions end` does beside a locked window.
        try await SiteRules(keptBy: Store(folder: folder).sites).end(.session(topic))
        guard case .failure = await asked.value else {
            Issue.record("it was signed")
            return
        }
        guard
            case .failure = await window.dispatcher.perform("eth_accounts", .null, for: session, within: .seconds(60))
        else {
            Issue.record("it was answered")
            return
        }
    }
}
