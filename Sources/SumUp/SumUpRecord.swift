/// What the merchant's account at SumUp has on record for a payment: the truth, where an answer is only a claim.
///
/// Source: SumUp's API, `GET /v2.1/merchants/{merchant}/transactions?foreign_transaction_id=…`.
public struct SumUpRecord: Hashable, Sendable {
    /// Whether the money was taken (`SUCCESSFUL`).
    public let isPaid: Bool

    /// What was taken.
    public let amount: SumUpAmount

    /// The payment's name at SumUp.
    public let transactionCode: String

    /// The caller's name of the payment.
    public let foreignID: String

    /// Creates a record.
    public init(isPaid: Bool, amount: SumUpAmount, transactionCode: String, foreignID: String) {
        self.isPaid = isPaid
        self.amount = amount
        self.transactionCode = transactionCode
        self.foreignID = foreignID
    }
}
