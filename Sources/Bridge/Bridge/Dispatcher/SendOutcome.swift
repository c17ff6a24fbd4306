/// The outcome of a transaction that was signed for a request; the handler records it with ``Gate/note(_:for:)``.
public struct SendOutcome: Hashable, Sendable {
    /// The state of a transaction.
    public enum Fate: Hashable, Sendable {
        /// A server has it.
        case sent

        /// It was sent to a server that did not answer, or is being sent to one: it may be on its way.
        case unknown

        /// The server rejected it, but has the signed bytes and could still send them.
        case declined

        /// It never left the wallet.
        case notSent
    }

    /// The ID of the transaction on its chain.
    public let hash: String

    /// The state.
    public let fate: Fate

    /// Creates an outcome.
    public init(hash: String, fate: Fate) {
        self.hash = hash
        self.fate = fate
    }
}

/// The response to a request that may sign a transaction.
public struct PaymentAnswer: Sendable {
    /// The result of the method, or why it failed.
    public let result: Result<JSON, RPCError>

    /// The transaction that was signed for it, whatever the result is; `nil` if none was signed.
    public let transaction: SendOutcome?
}
