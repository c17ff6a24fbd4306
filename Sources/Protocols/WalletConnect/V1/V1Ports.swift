/// A message that came from a bridge server: everything but the bridge is input of an attacker.
package struct V1Message: Hashable, Sendable {
    /// The bridge server.
    package let bridge: V1BridgeAddress
    /// The topic on the bridge.
    package let topic: String
    /// The text of a ``V1Payload``, or anything.
    package let payload: String

    /// Creates a message.
    package init(bridge: V1BridgeAddress, topic: String, payload: String) {
        self.bridge = bridge
        self.topic = topic
        self.payload = payload
    }
}

/// A message on its way to a bridge server.
package struct V1Outgoing: Hashable, Sendable {
    /// What names it, and the order of messages.
    package let number: Int64
    /// What is published, and where.
    package let message: V1Message
    /// Whether the bridge server does not notify a wallet that is away.
    package let isSilent: Bool
    /// When it is given up, in seconds since 1970.
    package let expiry: Int64

    /// Creates a value.
    package init(number: Int64, message: V1Message, isSilent: Bool, expiry: Int64) {
        self.number = number
        self.message = message
        self.isSilent = isSilent
        self.expiry = expiry
    }
}

/// What a ``V1Engine`` needs of bridge servers.
package protocol V1Transport: Sendable {
    /// Passes messages to `receiver` from now on; nothing is called before this.
    func start(_ receiver: any V1Receiver) async

    /// Ends all connections.
    func stop() async

    /// Ends pauses between attempts to connect: the user asks for it, or the network has come back.
    func connectNow() async

    /// Adds topics, and returns without waiting for the server; they are subscribed before later messages are sent.
    func subscribe(_ topics: Set<String>, at bridge: V1BridgeAddress) async

    /// Ends subscriptions.
    func unsubscribe(_ topics: Set<String>, at bridge: V1BridgeAddress) async

    /// Takes a message to send, and returns without waiting for the server; a number that is taken already is ignored.
    ///
    /// The message is held in memory only: ``V1Receiver/published(_:)`` tells that the server has it.
    func send(_ message: V1Outgoing) async

    /// Gives messages up that have not been sent.
    func giveUp(_ number: Int64, at bridge: V1BridgeAddress) async
}

/// What messages of bridge servers are passed to.
package protocol V1Receiver: Sendable {
    /// Takes messages, in the order in which they came.
    ///
    /// - Returns: Whether what follows from them is durable. If not, they are passed again.
    func receive(_ messages: [V1Message]) async -> Bool

    /// A server has a message.
    func published(_ number: Int64) async
}

/// What a ``V1Engine`` keeps over a restart: rows of a key and a value, both text.
package protocol V1Store: Sendable {
    /// All rows, in any order.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage`.
    func legacyRows() async throws(WalletConnectError) -> [V1Row]

    /// Applies changes in one transaction, in their order; when it returns, they are durable.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage`; then none of them is applied.
    func commit(_ changes: [V1Change]) async throws(WalletConnectError)
}

/// A row of a ``V1Store``.
package struct V1Row: Hashable, Sendable {
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

/// A change of a ``V1Store``.
package enum V1Change: Hashable, Sendable {
    /// Stores a row; it replaces the one with the same key.
    case put(V1Row)
    /// Removes the row with a key, if there is one.
    case remove(String)
}
