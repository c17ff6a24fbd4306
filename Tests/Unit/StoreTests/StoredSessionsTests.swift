import Bridge
import Foundation
import GRDB
import Primitives
import Testing

@testable import Store
@testable import WalletConnect

@Suite struct StoredSessionsTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// Where sessions are stored: in the wallet's store, or by another program in a folder.
    enum Place: String, CaseIterable {
        case store = "sessions"
        case folder = "folder"
    }

    private func open(_ place: Place = .store) throws -> WalletConnectStorage {
        switch place {
        case .store: try Store(folder: folder.path).walletConnect(sealing: PlainSealing())
        case .folder: .folder("\(folder.path)/sessions")
        }
    }

    /// Writes to the file as another program would.
    private func change(_ sql: String, _ arguments: StatementArguments = []) throws {
        try Table(path: folder.file.path).writeNow { try $0.execute(sql: sql, arguments: arguments) }
    }

    // MARK: Damage

    @Test func `a record that cannot be read is named, and the others are read`() async throws {
        let storage = try open()
        var random = try RandomRecords(seed: 7)
        for _ in 0..<40 { try await storage.sessions.commit(random.commit()) }
        let keys = random.state.keys.sorted { ($0.kind, $0.name) < ($1.kind, $1.name) }
        let texts = [
            "", "{", "null", "[]", "{}", #"{"topic":1}"#, "\u{FFFD}", String(repeating: "[", count: 100_000),
            #"{"last":99999999999999999999}"#, #"{"last":-1}"#,
        ]
        for (key, text) in zip(keys, texts) {
            try change(
                "UPDATE walletConnect SET record = ? WHERE kind = ? AND name = ?", [text, key.kind, key.name])
        }
        let damaged = Set(keys.prefix(texts.count))
        let loaded = try await storage.sessions.load()
        #expect(Set(loaded.damaged) == damaged)
        #expect(Set(loaded.records) == Set(random.state.filter { !damaged.contains($0.key) }.values))
        // What is named can be removed.
        try await storage.sessions.commit(loaded.damaged.map { .remove($0) })
        #expect(try await open().sessions.load().damaged == [])
    }

    @Test func `a record under the name of another, or under no name at all, is not read`() async throws {
        let storage = try open()
        try await storage.sessions.commit([.put(.lastID(5))])
        let topic = Topic(SHA256.hash("t".utf8))
        let names = [
            ("session", topic.description), ("received", "\(topic)/n1"), ("received", "\(topic)/n01"), ("sent", "x"),
            ("outgoing", "+1"), ("sent", "\(topic)/t"), ("else", "1"), ("", ""), ("row", "1"), ("lastID", "x"),
        ]
        for (kind, name) in names {
            try change(
                #"INSERT INTO walletConnect (kind, name, record) VALUES (?, ?, '{"last":7}')"#, [kind, name])
        }
        let loaded = try await storage.sessions.load()
        #expect(loaded.records == [.lastID(5)])
        #expect(loaded.damaged.count == names.count)
        #expect(loaded.damaged.count { if case .row = $0 { true } else { false } } == names.count - 2)
        try await storage.sessions.commit(loaded.damaged.map { .remove($0) })
        #expect(try await storage.sessions.load() == LoadedRecords([.lastID(5)]))
    }

    @Test func `no random change of a record crashes the program`() async throws {
        let storage = try open()
        var (random, dice) = (try RandomRecords(seed: 9), SeededGenerator(seed: 9))
        for _ in 0..<20 { try await storage.sessions.commit(random.commit()) }
        let records = random.state.values.map { ($0.key, Array($0.text.utf8)) }
        for _ in 0..<4_000 {
            guard let (key, original) = records.randomElement(using: &dice) else { return }
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                guard let place = bytes.indices.randomElement(using: &dice) else { break }
                bytes[place] = UInt8.random(in: 0x20...0x7E, using: &dice)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            // Either it is refused, or it is a record of this key that is written as it was read.
            guard let read = try? StoredRecord(parsing: text, as: key) else { continue }
            #expect(read.key == key)
            #expect(try StoredRecord(parsing: read.text, as: key) == read)
        }
    }

    @Test func `a record that is too large is refused with all of its commit`() async throws {
        let storage = try open()
        let request = SessionRequest(
            chain: ChainID(eip155: 1), method: "m", params: .string(String(repeating: "x", count: 17 << 20)))
        let key = RequestKey(topic: Topic(SHA256.hash("t".utf8)), id: .number(1))
        let record = SentRecord(
            key: key, method: .request, request: request, state: .waiting, hash: "", created: 1, expiry: 1)
        await #expect(throws: WalletConnectError.session(.storage)) {
            try await storage.sessions.commit([.put(.lastID(1)), .put(.sent(record))])
        }
        #expect(try await storage.sessions.load() == LoadedRecords([]))
    }

    // MARK: Commits

    @Test(arguments: Place.allCases, 1...8 as ClosedRange<UInt64>)
    func `after any commits, what is loaded is what they say, also after a restart`(
        place: Place, seed: UInt64
    ) async throws {
        var random = try RandomRecords(seed: seed)
        var storage = try open(place)
        var claim: StorageClaim? = try storage.claim()
        defer { withExtendedLifetime(claim) {} }
        for round in 0..<120 {
            try await storage.sessions.commit(random.commit())
            if round % 40 == 39 {
                claim = nil
                storage = try open(place)
                claim = try storage.claim()
            }
            guard round % 8 == 7 else { continue }
            let loaded = try await storage.sessions.load()
            #expect(loaded.damaged == [])
            #expect(loaded.records.count == random.state.count)
            #expect(Set(loaded.records) == Set(random.state.values))
        }
    }

    @Test(arguments: [(Place.store, 60), (.folder, 20)])
    func `none of 60 writers that are killed loses a commit, or leaves half of one`(
        place: Place, writers: Int
    ) async throws {
        var dice = SeededGenerator(seed: 60)
        var last: (committed: Int, queued: Int, received: Int) = (-1, -1, -1)
        var (next, identity): (Int, ClientID?) = (0, nil)
        for _ in 0..<writers {
            let writer = try Writer(folder: folder.path, first: next, part: place.rawValue)
            writer.waitForLines(Int.random(in: 1...20, using: &dice))
            writer.kill()
            for line in writer.lines.map({ $0.split(separator: " ") }) where line.count == 2 {
                let number = try #require(Int(line[1]))
                switch line[0] {
                case "committed": last.committed = number
                case "queued": last.queued = number
                case "received": last.received = number
                default: Issue.record("a writer said: \(line)")
                }
            }
            let storage = try open(place)
            let claim = try storage.claim()
            defer { withExtendedLifetime(claim) {} }
            let loaded = try await storage.sessions.load()
            #expect(loaded.damaged == [])
            let own = try await storage.identity.clientKey().id
            #expect(identity == nil || identity == own)
            identity = own
            var numbers: [Int64] = []
            var end: Int64 = -1
            for record in loaded.records {
                if case .outgoing(let record) = record { numbers.append(record.number) }
                if case .lastID(let number) = record { end = number }
            }
            #expect(end >= last.committed)
            // The window of three messages ends with the last one.
            #expect(numbers.sorted() == Array(max(0, end - 2)..<(end + 1)))
            let entries = try await storage.outbox.entries()
            #expect(last.queued < 0 || entries.contains { $0.id == UInt64(last.queued) + 1 })
            if last.received >= 0 {
                let key = RelayMessage.Key(
                    topic: Topic(SHA256.hash("topic".utf8)), hash: SHA256.hash("\(last.received)".utf8))
                #expect(try await storage.received.contains(key))
            }
            next = Int(end) + 1
        }
        #expect(last.committed > writers)
    }

    @Test func `only one client has the sessions of a store, until it releases them`() throws {
        let (first, second) = (try open(), try open())
        do {
            let claim = try first.claim()
            for other in [first, second] {
                #expect(throws: WalletConnectError.session(.inUse)) { _ = try other.claim() }
            }
            withExtendedLifetime(claim) {}
        }
        _ = try second.claim()
    }

    @Test func `a store without the tables of WalletConnect gets them`() async throws {
        _ = try open()
        let before = try #require(Schema.steps.firstIndex { $0.contains("relayIdentity") })
        // The tables of later steps are created again, too; those that refer to others come first.
        let tables = Schema.steps[before...].joined().matches(of: /CREATE TABLE (\w+)/).map(\.1).reversed()
        #expect(tables.contains("attestationKey"))
        for table in tables {
            // One of them is dropped by a later step.
            try change("DROP TABLE IF EXISTS \(table)")
        }
        try change("ALTER TABLE token DROP COLUMN site")
        try change("ALTER TABLE payment DROP COLUMN signatureUntil")
        try change("PRAGMA user_version = \(before)")
        #expect(try await open().sessions.load() == LoadedRecords([]))
    }
}
