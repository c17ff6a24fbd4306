/// The gateway's data about a payment.
package struct PaymentState: Hashable, Sendable {
    /// Its status.
    package let status: String

    /// The account that paid, in CAIP-10 notation; `nil` if none has.
    package let payer: String?

    /// The wallet's results, in the order of the actions; empty before the confirmation.
    package let results: [String]

    /// The transaction that the final status reports.
    package let transaction: String?

    /// How often the same confirmation was repeated.
    package let repeats: Int

    /// How often a different confirmation followed the first: attempts to pay twice.
    package let contradictions: Int

    /// The accounts whose owners have provided the required data, in a form or through the wallet.
    package let known: Set<String>

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
