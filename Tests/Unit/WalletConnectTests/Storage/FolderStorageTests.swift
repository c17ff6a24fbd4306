import Bridge
import Foundation
import Primitives
import Testing

@testable import WalletConnect

/// The storage of other programs: a log in a folder.
@Suite(.timeLimit(.minutes(2))) struct FolderStorageTests {
    private let folder: ClientFolder
    private let path: String
    private var file: String { "\(path)/sessions.log" }

    init() throws {
        folder = try ClientFolder()
        path = "\(folder.path)/a/b"
    }

    private func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file))) }

    private func write(_ bytes: some Sequence<UInt8>) throws { try Data(bytes).write(to: URL(filePath: file)) }

    private func change(_ name: String, _ value: String?) -> StorageLog.Change {
        StorageLog.Change(table: .legacy, name: name, value: value)
    }

    // MARK: Damage

    @Test func `a change that was not complete has no effect, wherever it ends`() async throws {
        let log = StorageLog(folder: path)
        do {
            let claim = try log.claim()
            #expect(await log.commit([change("a", "1"), change("b", "2")]))
            withExtendedLifetime(claim) {}
        }
        let whole = try bytes()
        let line = StorageLog.line([change("a", "3"), change("b", nil), change("c", "é\n\u{0}")])
        for end in 0..<line.count {
            try write(whole + line.prefix(end))
            let again = StorageLog(folder: path)
            let claim = try again.claim()
            #expect(await again.values(of: .legacy) == ["a": "1", "b": "2"])
            #expect(try bytes() == whole)
            withExtendedLifetime(claim) {}
        }
        try write(whole + line)
        let again = StorageLog(folder: path)
        #expect(await again.values(of: .legacy) == ["a": "3", "c": "é\n\u{0}"])
    }

    @Test func `a file that is damaged, or is something else, is an error and is not changed`() async throws {
        do {
            let log = StorageLog(folder: path)
            let claim = try log.claim()
            for number in 0..<3 { #expect(await log.commit([change("\(number)", "x")])) }
            withExtendedLifetime(claim) {}
        }
        let good = try bytes()
        let first = StorageLog.header.utf8.count
        var files = [
            Array("something else\n".utf8), Array("drawbridge-walletconnect 2\n".utf8) + good.dropFirst(first),
        ]
        for place in [0, first, first + 20, first + 40] {
            var bad = good
            bad[place] ^= 1
            files.append(bad)
        }
        for bad in files {
            try write(bad)
            let log = StorageLog(folder: path)
            #expect(throws: WalletConnectError.session(.storage)) { _ = try log.claim() }
            #expect(await log.values(of: .legacy) == nil)
            #expect(try bytes() == bad)
        }
    }

    @Test func `a link, a folder, or a file of others in the place of the file is refused`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let other = "\(folder.path)/other"
        try Data(StorageLog.header.utf8).write(to: URL(filePath: other))
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: other)
        #expect(throws: WalletConnectError.session(.storage)) { _ = try StorageLog(folder: path).claim() }
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(throws: WalletConnectError.session(.storage)) { _ = try StorageLog(folder: path).claim() }
        try FileManager.default.removeItem(atPath: file)
        try Data(StorageLog.header.utf8).write(to: URL(filePath: file))
        chmod(file, 0o622)
        #expect(throws: WalletConnectError.session(.storage)) { _ = try StorageLog(folder: path).claim() }
        #expect(throws: WalletConnectError.session(.storage)) { _ = try StorageLog(folder: "relative").claim() }
    }

    @Test func `only this user can read the folder`() throws {
        let claim = try StorageLog(folder: path).claim()
        for (name, mode) in [(path, 0o700), (file, 0o600), ("\(path)/lock", 0o600)] {
            #expect(try FileManager.default.attributesOfItem(atPath: name)[.posixPermissions] as? Int == mode)
        }
        withExtendedLifetime(claim) {}
    }

    @Test func `nothing is stored without a claim, and a failed write leaves what was there`() async throws {
        let log = StorageLog(folder: path, mostBytes: 1_000)
        #expect(await !log.commit([change("a", "1")]))
        #expect(await log.values(of: .legacy) == [:])
        let claim = try log.claim()
        #expect(await log.commit([change("a", "1")]))
        // A line that the file has no room for.
        #expect(await !log.commit([change("b", String(repeating: "x", count: 1_000))]))
        #expect(await log.commit([change("c", "3")]))
        #expect(await StorageLog(folder: path).values(of: .legacy) == ["a": "1", "c": "3"])
        withExtendedLifetime(claim) {}
    }

    @Test func `a file that is mostly history is rewritten`() async throws {
        let log = StorageLog(folder: path)
        let claim = try log.claim()
        let value = String(repeating: "v", count: 100_000)
        for number in 0..<50 {
            let changes = [change("a", "\(number) \(value)"), change("\(number - 2)", nil), change("\(number)", "x")]
            #expect(await log.commit(changes))
        }
        #expect(try bytes().count < 2_000_000)
        let stored = await StorageLog(folder: path).values(of: .legacy)
        #expect(stored == ["a": "49 \(value)", "48": "x", "49": "x"])
        #expect(!FileManager.default.fileExists(atPath: "\(file).new"))
        withExtendedLifetime(claim) {}
    }

    // MARK: Clients

    @Test func `sessions, messages and the identity survive a restart`() async throws {
        let relay = MailboxRelay()
        let key = try StorageKey(copying: (0..<32).map { UInt8($0) })
        func wallet() throws -> WalletConnectClient {
            try ClientBench.client("wallet", .folder(path, key: key), relay.clients[0])
        }
        let app = try ClientBench.client("app", .memory(), relay.clients[1])
        let first = try wallet()
        try await first.start()
        try await app.start()
        let session = try await ClientBench.connect(app, first)
        await first.stop()
        // It lists its sessions without a client, and its keys are not readable in the file.
        #expect(try await WalletConnectStorage.folder(path).sessionDetails().map(\.topic) == [session.details.topic])
        async let answer = session.request("personal_sign", ["0x00"])
        let second = try wallet()
        try await second.start()
        let request = try await ClientBench.request(second)
        try await second.wallet.answer(request, with: "0xab")
        #expect(try await answer == "0xab")
        await second.stop()
        // With another key, the sessions stay closed.
        let other = try ClientBench.client(
            "wallet", .folder(path, key: StorageKey(copying: [UInt8](repeating: 9, count: 32))), relay.clients[0])
        try await other.start()
        #expect(await other.engine.keys.isEmpty)
        #expect(await other.wallet.sessions().count == 1)
        await other.stop()
        await app.stop()
    }

    @Test func `a key has 32 bytes, is never printed, and opens only what it has sealed`() throws {
        #expect(throws: WalletConnectError.key) { try StorageKey(copying: [1, 2, 3]) }
        let key = try StorageKey(copying: [UInt8](repeating: 7, count: 32))
        #expect("\(key)" == "StorageKey")
        #expect(String(reflecting: key) == "StorageKey")
        let sealing = StorageKeySealing(key: key)
        let secret = [UInt8](repeating: 5, count: 32)
        let sealed = try secret.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
        #expect(try sealing.open(sealed) { Array($0) } == secret)
        for place in sealed.indices {
            var bad = sealed
            bad[place] ^= 1
            #expect(throws: WalletConnectError.session(.locked)) { try sealing.open(bad) { Array($0) } }
        }
        for size in 0..<sealed.count {
            let part = Array(sealed.prefix(size))
            #expect(throws: WalletConnectError.session(.locked)) { try sealing.open(part) { Array($0) } }
        }
    }

    @Test func `the oldest received messages are forgotten first`() async throws {
        let keys = (0...FolderStorage.mostReceived).map { number in
            RelayMessage.Key(topic: Topic(SHA256.hash("t".utf8)), hash: SHA256.hash("\(number)".utf8))
        }
        do {
            // All but the last at once.
            let log = StorageLog(folder: path)
            let claim = try log.claim()
            let earlier = keys.dropLast().enumerated().map { time, key in
                StorageLog.Change(table: .received, name: FolderStorage.name(key), value: "\(time)")
            }
            #expect(await log.commit(earlier))
            withExtendedLifetime(claim) {}
        }
        let storage = WalletConnectStorage.folder(path)
        let claim = try storage.claim()
        try await storage.received.insert(keys[keys.count - 1], at: 1_000_000)
        let isOldestKnown = try await storage.received.contains(keys[0])
        #expect(!isOldestKnown)
        for number in [FolderStorage.mostReceived / 2, FolderStorage.mostReceived] {
            #expect(try await storage.received.contains(keys[number]))
        }
        #expect(await StorageLog(folder: path).values(of: .received)?.count == FolderStorage.mostReceived / 2 + 1)
        withExtendedLifetime(claim) {}
    }
}
