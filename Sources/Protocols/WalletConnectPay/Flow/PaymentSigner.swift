/// The wallet as the signer for a payment, with the same gate and approval as for every other request.
@MainActor public protocol PaymentSigner: Sendable {
    /// Asks the user to approve `action` and performs it: typed data is signed; a transaction is signed and broadcast.
    ///
    /// The action was already compared with `option`, and is the step of `attempt` that has begun. If the task is
    /// cancelled, the approval request is withdrawn; the outcome is still correct.
    func perform(
        _ action: PaymentAction, for attempt: PaymentAttempt, option: PaymentOption
    ) async -> ActionOutcome

    /// Looks up whether a transaction was signed for `attempt`, whose outcome a restart has lost.
    func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction

    /// The transaction that now replaces the one with this hash of `attempt`: a replacement that does the same and is
    /// in a block, otherwise the transaction itself; `nil` if another transaction used its nonce, so that it cannot be
    /// confirmed.
    func successor(of hash: String, of attempt: PaymentAttempt) async -> String?

    /// What Permit2 may move of the token now, and what the wallet's own transactions do about it; `nil` if it is not
    /// known.
    ///
    /// A payment that needs an allowance is not signed before this shows that the allowance is in force.
    func allowance(_ need: AllowanceNeed) async -> AllowanceStanding?

    /// Sends the same bytes of a transaction again that was perhaps never sent: it cannot happen twice.
    ///
    /// - Returns: Whether the network has it now.
    func sendAgain(_ hash: String, of attempt: PaymentAttempt) async -> Bool

    /// Gives up a transaction that no node knows, so that the next one can use its nonce.
    ///
    /// - Returns: Whether it was given up.
    func giveUp(_ hash: String, of attempt: PaymentAttempt) async -> Bool
}

extension PaymentSigner {
    /// Returns `unknown`, for wallets that keep no records by payment.
    public func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction { .unknown }

    /// Returns the same transaction, for wallets that do not replace transactions.
    public func successor(of hash: String, of attempt: PaymentAttempt) async -> String? { hash }

    /// Returns `nil`, for wallets without a node: payments that need an allowance first are not made.
    public func allowance(_ need: AllowanceNeed) async -> AllowanceStanding? { nil }

    /// Does nothing, for wallets that keep no transactions.
    public func sendAgain(_ hash: String, of attempt: PaymentAttempt) async -> Bool { false }

    /// Does nothing, for wallets that keep no transactions.
    public func giveUp(_ hash: String, of attempt: PaymentAttempt) async -> Bool { false }
}

/// A wallet's record of the transaction of an attempt that a restart interrupted.
public enum EarlierTransaction: Hashable, Sendable {
    /// No transaction was signed, so nothing can be on its way.
    case none

    /// One was signed, and the network has it; with its hash.
    case sent(hash: String)

    /// One was signed, and the network does not know it, or could not be asked: it was perhaps never sent.
    case signed(hash: String)

    /// The wallet does not know.
    case unknown
}
