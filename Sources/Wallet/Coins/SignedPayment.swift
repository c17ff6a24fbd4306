public import Bitcoin

/// A transaction that is signed and written into the journal, and that nobody was told yet.
public struct SignedPayment: Hashable, Sendable {
    /// The ledger.
    public let ledger: Ledger

    /// The transaction.
    public let transaction: Transaction

    /// The bytes that are broadcast.
    public let bytes: [UInt8]

    /// Where a merchant may send money back: a script of this wallet's own.
    public let refund: Script

    /// The name of the transaction.
    public var id: TransactionID { transaction.id }
}
