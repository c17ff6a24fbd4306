package import Bitcoin

/// A transaction that is signed and recorded in the journal, but not yet sent.
package struct SignedPayment: Hashable, Sendable {
    /// The ledger.
    package let utxoChain: UTXOChain

    /// The transaction.
    package let transaction: BitcoinTransaction

    /// The bytes that are broadcast.
    package let bytes: [UInt8]

    /// The script of this wallet to which a merchant may send a refund.
    package let refund: Script

    /// The transaction ID.
    package var id: TransactionID { transaction.id }
}
