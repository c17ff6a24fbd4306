/// What the gateway's books say about a payment.
public struct PaymentState: Hashable, Sendable {
    /// Its status.
    public let status: String

    /// The account, as CAIP-10 has it, that paid; `nil` where none has.
    public let payer: String?

    /// What the wallet handed in, in the order of the actions; empty before.
    public let results: [String]

    /// The transaction that is reported at the end.
    public let transaction: String?

    /// How often a confirmation came once more, word for word.
    public let repeats: Int

    /// How often another confirmation came after the first: attempts to pay twice.
    public let contradictions: Int

    /// The accounts about whose owners a form, or the wallet, told enough.
    public let known: Set<String>

    init(_ payment: GatewayPayment, now: Int64) {
        status = payment.status(now: now).status
        payer = payment.confirmation?.option.account.description
        results = payment.confirmation?.results ?? []
        transaction = payment.confirmation?.transaction
        repeats = payment.repeats
        contradictions = payment.contradictions
        known = payment.known
    }
}
