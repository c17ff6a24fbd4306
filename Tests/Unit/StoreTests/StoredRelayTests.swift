import Foundation
import GRDB
import Primitives
import Testing

@testable import Store
@testable import WalletConnect

@Suite struct StoredRelayTests {
    private let folder: TestFolder
    private let topic = Topic(SHA256.hash("t".utf8))

    init() throws {
        folder = try TestFolder()
    }

    private func open() throws -> WalletConnectStorage {
        try Store(folder: folder.path).walletConnect(sealing: PlainSealing())
    }

    private func change(_ sql: String) throws {
        try Table(path: folder.file.path).writeNow { try $0.execute(sql: sql) }
    }

    private func entry(_ id: UInt64, _ message: String = "m") throws -> OutboxEntry {
        OutboxEntry(
            id: id,
            publication: try Publication(topic: topic, message: message, tag: 1108, lifetime: 300, prompts: true),
            expiry: .max)
    }

    @Test func `a damaged entry of the outbox is dropped, and the others are read`() async throws {
        let storage = try open()
        for id in 1...6 as ClosedRange<UInt64> { try await storage.outbox.add(entry(id)) }
        try change("UPDATE relayOutbox SET topic = 'x' WHERE id = 1")
        try change("UPDATE relayOutbox SET message = '' WHERE id = 2")
        try change("UPDATE relayOutbox SET lifetime = 9223372036854775807 WHERE id = 3")
        try change("UPDATE relayOutbox SET id = -4 WHERE id = 4")
        try change("UPDATE relayOutbox SET prompts = 17 WHERE id = 5")
        let ids = try await storage.outbox.entries().map(\.id)
        #expect(ids == [5, 6] || ids == [6])
        #expect(try await open().outbox.entries().map(\.id) == ids)
    }

    @Test func `an identity that is damaged is an error, and never replaced`() async throws {
        let id = try await open().identity.clientKey().id
        #expect(try await open().identity.clientKey().id == id)
        #expect(throws: (any Error).self) { try change("UPDATE relayIdentity SET seed = x'00'") }
        try change("PRAGMA ignore_check_constraints = ON; UPDATE relayIdentity SET seed = x'00'")
        let storage = try open()
        await #expect(throws: WalletConnectError.relay(.storage)) { _ = try await storage.identity.clientKey() }
    }

    @Test func `what is queued is there after a restart, in the order of its ids, until it is removed`() async throws {
        let entries = [try entry(7), try entry(9_199_999_999_999_999_999, "é"), try entry(1)]
        for entry in entries { try await open().outbox.add(entry) }
        let storage = try open()
        #expect(try await storage.outbox.entries() == [entries[2], entries[0], entries[1]])
        try await storage.outbox.add(entry(7, "other"))
        try await storage.outbox.remove(1)
        try await storage.outbox.remove(1)
        #expect(try await open().outbox.entries() == [entry(7, "other"), entries[1]])
        await #expect(throws: WalletConnectError.relay(.storage)) { try await storage.outbox.add(entry(.max)) }
    }

    @Test func `a received message is known after a restart, for as long as it could come again`() async throws {
        let day: Int64 = 86_400_000
        let keys = (0..<3).map { RelayMessage.Key(topic: topic, hash: SHA256.hash("\($0)".utf8)) }
        try await open().received.insert(keys[0], at: 100 * day)
        try await open().received.insert(keys[0], at: 100 * day)
        let storage = try open()
        #expect(try await storage.received.contains(keys[0]))
        #expect(try await !storage.received.contains(keys[1]))
        let other = RelayMessage.Key(topic: Topic(SHA256.hash("u".utf8)), hash: keys[0].hash)
        #expect(try await !storage.received.contains(other))
        try await storage.received.insert(keys[1], at: 107 * day)
        #expect(try await storage.received.contains(keys[0]))
        try await storage.received.insert(keys[2], at: 109 * day)
        #expect(try await !storage.received.contains(keys[0]))
        #expect(try await storage.received.contains(keys[1]))
        // A clock that is wrong must not end the program.
        try await storage.received.insert(keys[0], at: .min)
        try await storage.received.insert(keys[0], at: .max)
    }

    @Test func `the key of the attestation service is there after a restart, unless it is damaged`() async throws {
        #expect(try await open().attestationKey.load() == nil)
        try await open().attestationKey.store([1, 2, 3])
        #expect(try await open().attestationKey.load() == [1, 2, 3])
        try await open().attestationKey.store([UInt8](repeating: 1, count: 5_000))
        #expect(try await open().attestationKey.load() == [1, 2, 3])
        try change("PRAGMA ignore_check_constraints = ON; UPDATE attestationKey SET bytes = zeroblob(5000)")
        #expect(try await open().attestationKey.load() == nil)
    }

    @Test func `the memory of received messages has a limit`() async throws {
        let storage = try open()
        let first = RelayMessage.Key(topic: topic, hash: SHA256.hash("first".utf8))
        try await storage.received.insert(first, at: 1)
        try change(
            "INSERT INTO relayReceived (id, topic, hash, at) VALUES (200001, 'x', x'00', 1)")
        #expect(try await storage.received.contains(first))
        try await storage.received.insert(RelayMessage.Key(topic: topic, hash: SHA256.hash("n".utf8)), at: 1)
        #expect(try await !storage.received.contains(first))
    }
}
