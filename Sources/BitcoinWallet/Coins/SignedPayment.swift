public import Bitcoin

/// A transaction that is signed and recorded in the journal, but not yet sent.
public struct SignedPayment: Hashable, Sendable {
    /// The ledger.
    public let utxoChain: UTXOChain

    /// The transaction.
    public let transaction: BitcoinTransaction

    /// The bytes that are broadcast.
    public let bytes: [UInt8]

    /// Where a merchant may send money back: a script of this wallet's own.
    public let refund: Script

    /// The name of the transaction.
    public var id: TransactionID { transaction.id }
}
