internal import Synchronization

/// What a client keeps, in memory.
package final class MemoryStorage: SessionStore, V1Store, RelayOutbox, ReceivedMessages, ClientKeyStore {
    private struct State: Sendable {
        var records: [StoredKey: StoredRecord] = [:]
        var legacy: [String: String] = [:]
        var entries: [UInt64: OutboxEntry] = [:]
        var received: Set<RelayMessage.Key> = []
        /// The received messages, the oldest first.
        var order: [RelayMessage.Key] = []
        var key: ClientKey?
        var isClaimed = false
    }

    /// The most received messages that are remembered.
    private static let mostReceived = 20_000

    private let state = Mutex(State())

    /// Creates an empty storage.
    package init() {}

    /// Excludes other clients.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `inUse`.
    package func claim() throws(WalletConnectError) -> StorageClaim {
        let isFree = state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
        guard isFree else { throw .session(.inUse) }
        return StorageClaim { self.state.withLock { $0.isClaimed = false } }
    }

    // MARK: Sessions

    package func load() async throws(WalletConnectError) -> LoadedRecords {
        LoadedRecords(state.withLock { Array($0.records.values) })
    }

    package func commit(_ operations: [SessionOperation]) async throws(WalletConnectError) {
        state.withLock { state in
            for operation in operations {
                switch operation {
                case .put(let record): state.records[record.key] = record
                case .remove(let key): state.records[key] = nil
                }
            }
        }
    }

    // MARK: Sessions of version 1

    package func legacyRows() async throws(WalletConnectError) -> [V1Row] {
        state.withLock { $0.legacy.map { V1Row(key: $0.key, value: $0.value) } }
    }

    package func commit(_ changes: [V1Change]) async throws(WalletConnectError) {
        state.withLock { state in
            for change in changes {
                switch change {
                case .put(let row): state.legacy[row.key] = row.value
                case .remove(let key): state.legacy[key] = nil
                }
            }
        }
    }

    // MARK: The relay

    package func entries() async throws(WalletConnectError) -> [OutboxEntry] {
        state.withLock { Array($0.entries.values) }
    }

    package func add(_ entry: OutboxEntry) async throws(WalletConnectError) {
        state.withLock { $0.entries[entry.id] = entry }
    }

    package func remove(_ id: UInt64) async throws(WalletConnectError) {
        state.withLock { $0.entries[id] = nil }
    }

    package func contains(_ key: RelayMessage.Key) async throws(WalletConnectError) -> Bool {
        state.withLock { $0.received.contains(key) }
    }

    package func insert(_ key: RelayMessage.Key, at time: Int64) async throws(WalletConnectError) {
        state.withLock { state in
            guard state.received.insert(key).inserted else { return }
            state.order.append(key)
            guard state.order.count > Self.mostReceived else { return }
            // Half at a time, so that the list is not moved for each message.
            for old in state.order.prefix(Self.mostReceived / 2) { state.received.remove(old) }
            state.order.removeFirst(Self.mostReceived / 2)
        }
    }

    package func clientKey() async throws(WalletConnectError) -> ClientKey {
        state.withLock { state in
            let key = state.key ?? .random()
            state.key = key
            return key
        }
    }
}

/// The key of the attestation service, in memory.
final class MemoryAttestationKey: AttestationKeyStorage {
    private let bytes = Mutex<[UInt8]?>(nil)

    func load() async -> [UInt8]? { bytes.withLock { $0 } }

    func store(_ bytes: [UInt8]) async { self.bytes.withLock { $0 = bytes } }
}
