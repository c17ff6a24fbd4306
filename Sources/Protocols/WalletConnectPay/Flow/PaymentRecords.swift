public import Bridge

/// A wallet's records of the transactions that it signs for payments.
///
/// A transaction of a payment is recorded under ``/Bridge/PaymentPeer/purpose``, which is
/// ``PaymentAttempt/purpose(of:)``.
@MainActor public protocol PaymentRecords: Sendable {
    /// Looks up whether a transaction was signed for `attempt`, whose outcome a restart has lost.
    func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction

    /// The transaction that now replaces the one with this hash of `attempt`; see ``PaymentSigner/successor(of:of:)``.
    func successor(of hash: String, of attempt: PaymentAttempt) async -> String?

    /// What Permit2 may move of the token now, according to the user's node and to the wallet's own transactions.
    ///
    /// - Throws: Why it is not known.
    func allowance(_ need: AllowanceNeed) async throws(RPCError) -> AllowanceStanding

    /// Sends the same bytes of a transaction again that was perhaps never sent.
    ///
    /// - Throws: Why it is not known to be on its way.
    func sendAgain(_ hash: String, of attempt: PaymentAttempt) async throws(RPCError)

    /// Gives up a transaction that no node knows.
    ///
    /// - Throws: Why it was not given up.
    func giveUp(_ hash: String, of attempt: PaymentAttempt) async throws(RPCError)
}

extension PaymentAttempt {
    /// The key under which a wallet records the transaction of a step of this attempt.
    ///
    /// An attempt has at most one transaction that moves money, so the key identifies it independently of the clock.
    public func purpose(of kind: Step.Kind) -> String { Self.purpose(of: kind, in: id) }

    /// The same key, for a step of the attempt with this ID.
    static func purpose(of kind: Step.Kind, in id: String) -> String { "\(id)/\(kind.rawValue)" }
}
