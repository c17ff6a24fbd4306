/// Signs and sends for a payment: the wallet, with the same gate and approval as for every other request.
@MainActor public protocol PaymentSigner: Sendable {
    /// Has the user decide on `action`, and does it: typed data is signed, a transaction is signed and broadcast.
    ///
    /// The action was compared with `option` before, and is the step of `attempt` that is begun. When the task is
    /// cancelled the question goes away; the outcome then still says what is true.
    func perform(
        _ action: PaymentAction, for attempt: PaymentAttempt, option: PaymentOption
    ) async -> ActionOutcome

    /// Looks up whether a transaction was signed for `attempt`, whose outcome a restart has lost.
    func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction

    /// The transaction to name for one with this hash of `attempt`: the one that took its place and does the same,
    /// where that is in a block, else the same; `nil` where another one took its nonce, so that it cannot be confirmed.
    func successor(of hash: String, of attempt: PaymentAttempt) async -> String?

    /// Sends the very same bytes of a transaction again that was perhaps never sent: it cannot happen twice.
    ///
    /// - Returns: Whether the network has it now.
    func sendAgain(_ hash: String, of attempt: PaymentAttempt) async -> Bool

    /// Gives a transaction up that no node knows, so that its nonce goes to the next one.
    ///
    /// - Returns: Whether it was given up.
    func giveUp(_ hash: String, of attempt: PaymentAttempt) async -> Bool
}

extension PaymentSigner {
    /// Not known, for wallets that keep no record by payment.
    public func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction { .unknown }

    /// The same, for wallets that replace no transactions.
    public func successor(of hash: String, of attempt: PaymentAttempt) async -> String? { hash }

    /// Not done, for wallets that keep no transactions.
    public func sendAgain(_ hash: String, of attempt: PaymentAttempt) async -> Bool { false }

    /// Not done, for wallets that keep no transactions.
    public func giveUp(_ hash: String, of attempt: PaymentAttempt) async -> Bool { false }
}

/// What a wallet remembers of the transaction of an attempt that a restart broke off.
public enum EarlierTransaction: Hashable, Sendable {
    /// None was signed: nothing can be on its way.
    case none

    /// One was signed, and the network has it; with its hash.
    case sent(hash: String)

    /// One was signed, and the network does not know it, or could not be asked: it was perhaps never sent.
    case signed(hash: String)

    /// The wallet cannot say.
    case unknown
}
