import Bridge
import Keys
import Foundation
import Keys
import Store
import Testing

@testable import WalletConnect

@Suite(.timeLimit(.minutes(2))) struct WalletConnectClientTests {
    private let relay = MailboxRelay()

    // MARK: What is wrong

    @Test func `a second client of the same storage is refused until the first one has stopped`() async throws {
        let folder = try ClientFolder()
        for storages in [
            Array(repeating: WalletConnectStorage.memory(), count: 2),
            try (0..<2).map { _ in try Store(folder: folder.path).walletConnect(sealing: PlainSealing()) },
            (0..<2).map { _ in .folder("\(folder.path)/sessions") },
        ] {
            let first = try ClientBench.client("a", storages[0], relay.clients[0])
            let second = try ClientBench.client("b", storages[1], relay.clients[1])
            try await first.start()
            await #expect(throws: WalletConnectError.session(.inUse)) { try await second.start() }
            await first.stop()
            let third = try ClientBench.client("b", storages[1], relay.clients[1])
            try await third.start()
            await third.stop()
        }
    }

    @Test func `a client starts once, and not after it was stopped`() async throws {
        let client = try ClientBench.client("a", .memory(), relay.clients[0])
        try await client.start()
        await #expect(throws: WalletConnectError.session(.stopped)) { try await client.start() }
        let news = await client.app.news()
        let states = await client.connectionStates()
        await client.stop()
        for await _ in news {}
        for await _ in states {}
        await client.stop()
        await #expect(throws: WalletConnectError.session(.stopped)) { try await client.unlock() }
        let other = try ClientBench.client("a", .memory(), relay.clients[0])
        await other.stop()
        await #expect(throws: WalletConnectError.session(.stopped)) { try await other.start() }
    }

    @Test func `an address or a project ID that cannot be used is refused`() {
        let metadata = AppMetadata(name: "a")
        for address in ["", "https://relay.example.org", "ws://relay.example.org", "wss://", "wss://a b"] {
            #expect(throws: WalletConnectError.relay(.address)) {
                try WalletConnectConfiguration(metadata: metadata, relay: address)
            }
        }
        #expect(throws: WalletConnectError.relay(.projectID)) {
            try WalletConnectConfiguration(metadata: metadata, relay: "wss://a.example", projectID: "a&b")
        }
    }

    @Test func `a link that is none, or of a version without a service, is refused with its reason`() async throws {
        let client = try ClientBench.client("a", .memory(), relay.clients[0])
        try await client.start()
        await #expect(throws: WalletConnectError.link(.notWalletConnect)) { try await client.wallet.pair("hello") }
        let legacy = "wc:8a5e5bdc-a0e4-4702-ba63-8f1a5655744f@1?bridge=https%3A%2F%2Fb.example&key="
        await #expect(throws: WalletConnectError.session(.unsupported)) {
            try await client.wallet.pair(legacy + String(repeating: "ab", count: 32))
        }
        await #expect(throws: WalletConnectError.session(.unsupported)) {
            _ = try await client.app.connect(Sample.wanted, version: .v1) { _ in }
        }
        let unknown = try #require(Topic(String(repeating: "a", count: 64)))
        await #expect(throws: WalletConnectError.session(.unknownSession)) { try await client.wallet.extend(unknown) }
        try await client.wallet.disconnect(unknown)
        await client.stop()
    }

    @Test func `what the relay will never accept ends the request that was waiting`() async throws {
        let wallet = try ClientBench.client("wallet", .memory(), relay.clients[0])
        let app = try ClientBench.client("app", .memory(), relay.clients[1])
        for client in [wallet, app] { try await client.start() }
        let session = try await ClientBench.connect(app, wallet)
        await relay.isEmpty()
        relay.state.update { $0.refusals[1] = "InvalidTopic" }
        await #expect(throws: WalletConnectError.session(.undelivered)) {
            _ = try await session.request("personal_sign", ["0x"])
        }
        for client in [wallet, app] { await client.stop() }
    }

    // MARK: The whole way

    @Test func `two clients connect, request and answer, over restarts, and while the wallet is locked`() async throws {
        let (walletFolder, appFolder) = (try ClientFolder(), try ClientFolder())
        let vault = try TestVault(walletFolder)
        func wallet() throws -> WalletConnectClient {
            let store = try Store(folder: walletFolder.path)
            return try ClientBench.client(
                "wallet", store.walletConnect(sealing: TestSealing(vault: vault.vault)), relay.clients[0])
        }
        func app() throws -> WalletConnectClient {
            try ClientBench.client(
                "app", try Store(folder: appFolder.path).walletConnect(sealing: PlainSealing()), relay.clients[1])
        }
        let (firstWallet, firstApp) = (try wallet(), try app())
        for client in [firstWallet, firstApp] { try await client.start() }
        let session = try await ClientBench.connect(firstApp, firstWallet)
        #expect(session.details.peer.name == "wallet")

        let asking = Task { try await session.request("personal_sign", ["0x01"]) }
        try await firstWallet.wallet.answer(try await ClientBench.request(firstWallet), with: "0xaa")
        #expect(try await asking.value == "0xaa")
        await relay.isEmpty()

        // Locked, the wallet takes messages and keeps them unopened; also over a restart of both programs.
        vault.vault.lock()
        await firstWallet.lock()
        let later = Task { try await session.request("personal_sign", ["0x02"]) }
        let stored = try Store(folder: walletFolder.path).walletConnect(sealing: PlainSealing()).sessions
        while try await !stored.load().records.contains(where: { if case .unopened = $0 { true } else { false } }) {
            await Task.yield()
        }
        await relay.isEmpty()
        #expect(await firstWallet.wallet.requests().isEmpty)
        #expect(await firstWallet.connectionState().isConnected)
        await firstWallet.stop()
        await firstApp.stop()
        await #expect(throws: WalletConnectError.session(.stopped)) { _ = try await later.value }

        let (secondWallet, secondApp) = (try wallet(), try app())
        for client in [secondWallet, secondApp] { try await client.start() }
        await relay.isSubscribed(0, to: session.details.topic, connection: 2)
        #expect(await secondWallet.connectionState().isConnected)
        let known = await secondWallet.wallet.sessions()
        #expect(known.map(\.topic) == [session.details.topic])
        #expect(await secondWallet.wallet.requests().isEmpty)
        await #expect(throws: WalletConnectError.session(.locked)) {
            try await secondWallet.wallet.extend(session.details.topic)
        }

        try vault.unlock()
        try await secondWallet.unlock()
        let shown = try #require(await secondWallet.wallet.requests().first)
        #expect(shown.request.params == ["0x02"])
        try await secondWallet.wallet.answer(shown, with: "0xbb")
        // The caller of the first program is gone; the answer is kept.
        while await secondApp.app.answers().isEmpty { await Task.yield() }
        let unread = try #require(await secondApp.app.answers().first)
        #expect(unread.outcome == .success("0xbb"))
        try await secondApp.app.forget(unread)
        #expect(await secondApp.app.answers().isEmpty)

        let again = try #require(await secondApp.app.sessions().first)
        let third = Task { try await again.request("personal_sign", ["0x03"]) }
        try await secondWallet.wallet.reject(try await ClientBench.request(secondWallet))
        await #expect(throws: WalletConnectError.session(.rejected(ErrorResponse(.userRejectedRequest)))) {
            _ = try await third.value
        }
        try await secondWallet.wallet.disconnectAll()
        while await !secondApp.app.sessions().isEmpty { await Task.yield() }
        for client in [secondWallet, secondApp] { await client.stop() }
    }

    @Test func `the keys of sessions are on the disk only as the vault has encrypted them`() async throws {
        let folder = try ClientFolder()
        let vault = try TestVault(folder)
        let storage = try Store(folder: folder.path).walletConnect(sealing: TestSealing(vault: vault.vault))
        let wallet = try ClientBench.client("wallet", storage, relay.clients[0])
        let app = try ClientBench.client("app", .memory(), relay.clients[1])
        for client in [wallet, app] { try await client.start() }
        let topic = try await ClientBench.connect(app, wallet).details.topic
        let keys = await wallet.engine.keys
        #expect(keys[topic] != nil)
        for client in [wallet, app] { await client.stop() }
        var written = Data()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("store") {
            written += try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
        }
        #expect(written.range(of: Data(topic.description.utf8)) != nil)
        for key in keys.values {
            let bytes = key.withUnsafeBytes { Data($0) }
            #expect(written.range(of: bytes) == nil)
            #expect(written.range(of: Data(key.digits.utf8)) == nil)
        }
    }

    @Test func `after the lock, no key of a session is in the engine, and what was queued is still sent`() async throws
    {
        let folder = try ClientFolder()
        let vault = try TestVault(folder)
        let storage = try Store(folder: folder.path).walletConnect(sealing: TestSealing(vault: vault.vault))
        let wallet = try ClientBench.client("wallet", storage, relay.clients[0])
        let app = try ClientBench.client("app", .memory(), relay.clients[1])
        for client in [wallet, app] { try await client.start() }
        let session = try await ClientBench.connect(app, wallet)
        let asking = Task { try await session.request("personal_sign", ["0x01"]) }
        let shown = try await ClientBench.request(wallet)
        await relay.isEmpty()
        // The relay does not take the answer now.
        relay.state.update { _ = $0.silent.insert(0) }
        try await wallet.wallet.answer(shown, with: "0xaa")
        vault.vault.lock()
        await wallet.lock()
        #expect(await wallet.engine.keys.isEmpty)
        relay.state.update { _ = $0.silent.remove(0) }
        // A new connection, as after a change of the network.
        relay.clients[0].current?.end(.closed(code: 4010, reason: ""))
        #expect(try await asking.value == "0xaa")
        #expect(await wallet.engine.keys.isEmpty)
        for client in [wallet, app] { await client.stop() }
    }

    @Test func `the identity is the same after a restart`() async throws {
        let folder = try ClientFolder()
        var identities: [String] = []
        for _ in 0..<2 {
            let storage = try Store(folder: folder.path).walletConnect(sealing: PlainSealing())
            let client = try ClientBench.client("a", storage, relay.clients[0])
            try await client.start()
            identities.append(await client.relay.key.id.description)
            await client.stop()
        }
        #expect(identities[0] == identities[1])
    }
}

extension RelayState {
    fileprivate var isConnected: Bool {
        guard case .connected = self else { return false }
        return true
    }
}
