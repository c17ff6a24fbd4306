/// A message that came from a bridge server: everything but the bridge is input of an attacker.
package struct LegacyMessage: Hashable, Sendable {
    /// The bridge server.
    package let bridge: LegacyBridgeAddress
    /// The topic on the bridge.
    package let topic: String
    /// The text of a ``LegacyPayload``, or anything.
    package let payload: String

    /// Creates a message.
    package init(bridge: LegacyBridgeAddress, topic: String, payload: String) {
        self.bridge = bridge
        self.topic = topic
        self.payload = payload
    }
}

/// A message on its way to a bridge server.
package struct LegacyOutgoing: Hashable, Sendable {
    /// What names it, and the order of messages.
    package let number: Int64
    /// What is published, and where.
    package let message: LegacyMessage
    /// Whether the bridge server does not notify a wallet that is away.
    package let isSilent: Bool
    /// When it is given up, in seconds since 1970.
    package let expiry: Int64

    /// Creates a value.
    package init(number: Int64, message: LegacyMessage, isSilent: Bool, expiry: Int64) {
        self.number = number
        self.message = message
        self.isSilent = isSilent
        self.expiry = expiry
    }
}

/// What a ``LegacyEngine`` needs of bridge servers.
package protocol LegacyTransport: Sendable {
    /// Passes messages to `receiver` from now on; nothing is called before this.
    func start(_ receiver: any LegacyReceiver) async

    /// Ends all connections.
    func stop() async

    /// Ends pauses between attempts to connect: the user asks for it, or the network has come back.
    func connectNow() async

    /// Adds topics, and returns without waiting for the server; they are subscribed before later messages are sent.
    func subscribe(_ topics: Set<String>, at bridge: LegacyBridgeAddress) async

    /// Ends subscriptions.
    func unsubscribe(_ topics: Set<String>, at bridge: LegacyBridgeAddress) async

    /// Takes a message to send, and returns without waiting for the server; a number that is taken already is ignored.
    ///
    /// The message is held in memory only: ``LegacyReceiver/published(_:)`` tells that the server has it.
    func send(_ message: LegacyOutgoing) async

    /// Gives messages up that have not been sent.
    func giveUp(_ number: Int64, at bridge: LegacyBridgeAddress) async
}

/// What messages of bridge servers are passed to.
package protocol LegacyReceiver: Sendable {
    /// Takes messages, in the order in which they came.
    ///
    /// - Returns: Whether what follows from them is durable. If not, they are passed again.
    func receive(_ messages: [LegacyMessage]) async -> Bool

    /// A server has a message.
    func published(_ number: Int64) async
}

/// What a ``LegacyEngine`` keeps over a restart: rows of a key and a value, both text.
package protocol LegacyStore: Sendable {
    /// All rows, in any order.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage`.
    func legacyRows() async throws(WalletConnectError) -> [LegacyRow]

    /// Applies changes in one transaction, in their order; when it returns, they are durable.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage`; then none of them is applied.
    func commit(_ changes: [LegacyChange]) async throws(WalletConnectError)
}

/// A row of a ``LegacyStore``.
package struct LegacyRow: Hashable, Sendable {
    /// What identifies it; up to 256 bytes of ASCII.
    package let key: String
    /// What is stored: JSON.
    package let value: String

    /// Creates a row.
    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// A change of a ``LegacyStore``.
package enum LegacyChange: Hashable, Sendable {
    /// Stores a row; it replaces the one with the same key.
    case put(LegacyRow)
    /// Removes the row with a key, if there is one.
    case remove(String)
}
