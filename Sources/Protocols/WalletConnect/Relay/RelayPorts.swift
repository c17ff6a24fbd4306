/// Publications that survive a restart.
///
/// When a function returns, its change is durable.
package protocol RelayOutbox: Sendable {
    /// All entries.
    ///
    /// - Throws: ``WalletConnectError/relay(_:)`` with `storage`, as the other functions do.
    func entries() async throws(WalletConnectError) -> [OutboxEntry]

    /// Stores an entry; it replaces another one with its id.
    func add(_ entry: OutboxEntry) async throws(WalletConnectError)

    /// Removes the entry with an id, if there is one.
    func remove(_ id: UInt64) async throws(WalletConnectError)
}

/// The messages that were received, so that none is passed on twice.
///
/// When a function returns, its change is durable. A key is kept for at least seven days, the longest lifetime of a
/// message, and the number of keys has a limit: the oldest ones are removed first.
package protocol ReceivedMessages: Sendable {
    /// Whether the message was received before.
    ///
    /// - Throws: ``WalletConnectError/relay(_:)`` with `storage`.
    func contains(_ key: RelayMessage.Key) async throws(WalletConnectError) -> Bool

    /// Remembers a message, which may be known already.
    ///
    /// - Parameters:
    ///   - key: What identifies it.
    ///   - time: When it was received, in milliseconds since 1970.
    /// - Throws: ``WalletConnectError/relay(_:)`` with `storage`.
    func insert(_ key: RelayMessage.Key, at time: Int64) async throws(WalletConnectError)
}

/// What a ``RelayClient`` passes messages and outcomes on to.
package protocol RelayReceiver: Sendable {
    /// Stores a message, so that it survives a restart.
    ///
    /// The relay is told that the message has arrived only after this returns `true`. It is called for one message after
    /// the other; a message may come again if the program ended, or ``ReceivedMessages`` failed, in between.
    ///
    /// - Returns: Whether it is stored. If not, the relay delivers it again.
    func receive(_ message: RelayMessage) async -> Bool

    /// A publication has ended; called also if its publisher no longer waits, and after a restart.
    func publicationEnded(_ entry: OutboxEntry, _ outcome: PublicationOutcome) async
}
