/// The record of a payment in the merchant's account at SumUp: it is authoritative, whereas a response is only a claim.
///
/// Source: SumUp's API, `GET /v2.1/merchants/{merchant}/transactions?foreign_transaction_id=…`.
public struct SumUpRecord: Hashable, Sendable {
    /// Whether the money was taken (`SUCCESSFUL`).
    public let isPaid: Bool

    /// The amount that was taken.
    public let amount: SumUpAmount

    /// SumUp's transaction code.
    public let transactionCode: String

    /// The caller's ID of the payment.
    public let foreignID: String

    /// Creates a record.
    public init(isPaid: Bool, amount: SumUpAmount, transactionCode: String, foreignID: String) {
        self.isPaid = isPaid
        self.amount = amount
        self.transactionCode = transactionCode
        self.foreignID = foreignID
    }
}
