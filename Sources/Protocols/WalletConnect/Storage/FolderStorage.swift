internal import Bridge
internal import Primitives

/// What a client keeps, in a folder.
final class FolderStorage: Sendable {
    /// The most received messages that are remembered.
    static let mostReceived = 20_000

    private let log: StorageLog

    init(folder: String) { log = StorageLog(folder: folder) }

    /// Excludes other clients, in this process and in others.
    func claim() throws(WalletConnectError) -> StorageClaim { try log.claim() }

    private func values(
        of table: StorageLog.Table, otherwise fault: WalletConnectError
    ) async throws(WalletConnectError) -> [String: String] {
        guard let values = await log.values(of: table) else { throw fault }
        return values
    }

    private func commit(_ changes: [StorageLog.Change], otherwise fault: WalletConnectError)
        async throws(WalletConnectError)
    {
        guard await log.commit(changes) else { throw fault }
    }
}

extension FolderStorage: SessionStore, V1Store {
    func load() async throws(WalletConnectError) -> LoadedRecords {
        var loaded = LoadedRecords([])
        for (name, text) in try await values(of: .sessions, otherwise: .session(.storage)) {
            guard let key = Self.key(name) else { continue }
            if let record = try? StoredRecord(parsing: text, as: key) {
                loaded.records.append(record)
            } else {
                loaded.damaged.append(key)
            }
        }
        return loaded
    }

    func commit(_ operations: [SessionOperation]) async throws(WalletConnectError) {
        let changes = operations.map { operation -> StorageLog.Change in
            switch operation {
            case .put(let record):
                StorageLog.Change(table: .sessions, name: Self.name(record.key), value: record.text)
            case .remove(let key): StorageLog.Change(table: .sessions, name: Self.name(key), value: nil)
            }
        }
        try await commit(changes, otherwise: .session(.storage))
    }

    private static func name(_ key: StoredKey) -> String { "\(key.kind) \(key.name)" }

    private static func key(_ name: String) -> StoredKey? {
        let parts = name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? StoredKey(kind: String(parts[0]), name: String(parts[1])) : nil
    }

    func legacyRows() async throws(WalletConnectError) -> [V1Row] {
        try await values(of: .legacy, otherwise: .session(.storage)).map { V1Row(key: $0.key, value: $0.value) }
    }

    func commit(_ changes: [V1Change]) async throws(WalletConnectError) {
        let changes = changes.map { change -> StorageLog.Change in
            switch change {
            case .put(let row): StorageLog.Change(table: .legacy, name: row.key, value: row.value)
            case .remove(let key): StorageLog.Change(table: .legacy, name: key, value: nil)
            }
        }
        try await commit(changes, otherwise: .session(.storage))
    }
}

extension FolderStorage: RelayOutbox, ReceivedMessages, ClientKeyStore {
    func entries() async throws(WalletConnectError) -> [OutboxEntry] {
        var entries: [OutboxEntry] = []
        for (name, text) in try await values(of: .outbox, otherwise: .relay(.storage)) {
            guard let id = UInt64(name), let entry = try? OutboxEntry(parsing: text, id: id) else {
                throw .relay(.storage)
            }
            entries.append(entry)
        }
        return entries
    }

    func add(_ entry: OutboxEntry) async throws(WalletConnectError) {
        try await commit(
            [StorageLog.Change(table: .outbox, name: String(entry.id), value: entry.text)], otherwise: .relay(.storage))
    }

    func remove(_ id: UInt64) async throws(WalletConnectError) {
        try await commit(
            [StorageLog.Change(table: .outbox, name: String(id), value: nil)], otherwise: .relay(.storage))
    }

    func contains(_ key: RelayMessage.Key) async throws(WalletConnectError) -> Bool {
        try await values(of: .received, otherwise: .relay(.storage))[Self.name(key)] != nil
    }

    func insert(_ key: RelayMessage.Key, at time: Int64) async throws(WalletConnectError) {
        let name = Self.name(key)
        let isStored = await log.commit { contents in
            let received = contents[.received] ?? [:]
            guard received[name] == nil else { return [] }
            var changes = [StorageLog.Change(table: .received, name: name, value: String(time))]
            if received.count >= Self.mostReceived {
                // Half at a time, so that the list is not sorted for each message.
                let oldest = received.sorted { (Int64($0.value) ?? 0) < (Int64($1.value) ?? 0) }
                changes += oldest.prefix(Self.mostReceived / 2)
                    .map { StorageLog.Change(table: .received, name: $0.key, value: nil) }
            }
            return changes
        }
        guard isStored else { throw .relay(.storage) }
    }

    static func name(_ key: RelayMessage.Key) -> String { "\(key.topic) \(Hex.encode(key.hash.bytes))" }

    func clientKey() async throws(WalletConnectError) -> ClientKey {
        let stored = try await values(of: .identity, otherwise: .relay(.storage))["seed"]
        if let stored {
            // A new identity would lose what the relay keeps for this one.
            guard let seed = Hex.decode(stored) else { throw .relay(.storage) }
            do throws(WalletConnectError) { return try ClientKey(copying: seed) } catch { throw .relay(.storage) }
        }
        let key = ClientKey.random()
        let seed = key.withUnsafeBytes { Hex.encode($0) }
        try await commit(
            [StorageLog.Change(table: .identity, name: "seed", value: seed)], otherwise: .relay(.storage))
        return key
    }
}

extension FolderStorage {
    /// The place of the key of the attestation service.
    var attestationKey: some AttestationKeyStorage { AttestationKeyPlace(log: log) }

    private struct AttestationKeyPlace: AttestationKeyStorage {
        let log: StorageLog

        func load() async -> [UInt8]? {
            await log.values(of: .attestationKey)?["key"].map { Array($0.utf8) }
        }

        func store(_ bytes: [UInt8]) async {
            _ = await log.commit([
                StorageLog.Change(table: .attestationKey, name: "key", value: String(decoding: bytes, as: UTF8.self))
            ])
        }
    }
}

extension OutboxEntry {
    /// The entry as text: one JSON object.
    fileprivate var text: String {
        JSON(members: [
            ("topic", .string(publication.topic.description)), ("message", .string(publication.message)),
            ("tag", JSON(publication.tag)), ("lifetime", JSON(publication.lifetime)),
            ("prompts", .bool(publication.prompts)), ("expiry", JSON(expiry)),
        ]).text
    }

    /// Reads the text.
    fileprivate init(parsing text: String, id: UInt64) throws(WalletConnectError) {
        guard case .value(let json) = JSON.read(text), let topic = json["topic"]?.string.flatMap({ Topic($0) }),
            let message = json["message"]?.string, let tag = json["tag"]?.number.flatMap({ Int64($0.text) }),
            let lifetime = json["lifetime"]?.number.flatMap({ Int64($0.text) }), let prompts = json["prompts"]?.bool,
            let expiry = json["expiry"]?.number.flatMap({ Int64($0.text) })
        else { throw .relay(.storage) }
        self.init(
            id: id,
            publication: try Publication(
                topic: topic, message: message, tag: tag, lifetime: lifetime, prompts: prompts), expiry: expiry)
    }
}
