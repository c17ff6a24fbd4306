/// What a ``SessionEngine`` keeps over a restart.
package protocol SessionStore: Sendable {
    /// Everything that is stored, in any order.
    ///
    /// A record that cannot be read is named, and prevents no other from being read.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage`.
    func load() async throws(WalletConnectError) -> LoadedRecords

    /// Applies operations in one transaction; when it returns, they are durable.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage`; then none of them is applied.
    func commit(_ operations: [SessionOperation]) async throws(WalletConnectError)
}

/// One change of a ``SessionStore``.
package enum SessionOperation: Hashable, Sendable {
    /// Stores a record; it replaces the one with the same key.
    case put(StoredRecord)
    /// Removes the record with a key, if there is one.
    case remove(StoredKey)
}

/// What a ``SessionStore`` has.
package struct LoadedRecords: Hashable, Sendable {
    /// The records, in any order.
    package var records: [StoredRecord]

    /// What cannot be read.
    package var damaged: [StoredKey]

    /// Creates a value.
    package init(_ records: [StoredRecord], damaged: [StoredKey] = []) {
        self.records = records
        self.damaged = damaged
    }
}

/// Encrypts the keys of pairings and sessions for the store.
package protocol KeySealing: Sendable {
    /// Encrypts a key of 32 bytes.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `locked`.
    func seal(_ secret: UnsafeRawBufferPointer) throws(WalletConnectError) -> [UInt8]

    /// Decrypts what ``seal(_:)`` returned, and passes it to `use`, which must not keep the pointer.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `locked`, or what `use` throws.
    func open<Result>(
        _ sealed: [UInt8], _ use: (UnsafeRawBufferPointer) throws(WalletConnectError) -> Result
    ) throws(WalletConnectError) -> Result
}

/// What a ``SessionEngine`` needs of a relay.
///
/// Messages of the relay are passed to ``SessionEngine/receive(_:on:attestation:publishedAt:)``.
package protocol SessionRelay: Sendable {
    /// Queues a message; when it returns, the message survives a restart.
    ///
    /// - Parameters:
    ///   - message: The text of an envelope.
    ///   - topic: The topic.
    ///   - publishing: How it is published.
    /// - Throws: If it cannot be queued now; it is passed again later.
    func publish(
        _ message: String, on topic: Topic, _ publishing: SessionMethod.Publishing
    ) async throws(WalletConnectError)

    /// Adds topics, and returns without waiting for the relay; they are subscribed before later publications.
    func subscribe(_ topics: [Topic]) async

    /// Ends the subscription to a topic.
    func unsubscribe(_ topic: Topic) async
}
