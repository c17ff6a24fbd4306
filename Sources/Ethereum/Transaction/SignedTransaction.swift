public import Keys

/// A transaction with a signature that fits it, and the account that made it.
public struct SignedTransaction: Hashable, Sendable {
    /// What was signed.
    public let transaction: Transaction

    /// The signature; its s is low (EIP-2).
    public let signature: RecoverableSignature

    /// The account whose key signed.
    public let sender: EthereumAddress

    /// Puts a transaction and its signature together.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)`` with ``TransactionFault/signature`` where s is high, or no
    ///   key can have made the signature.
    public init(_ transaction: Transaction, _ signature: RecoverableSignature) throws(EthereumError) {
        guard signature.signature.isLowS, signature.recoveryID <= 1,
            let key = try? signature.signer(of: transaction.digest)
        else { throw .transaction(.signature, path: "") }
        self.transaction = transaction
        self.signature = signature
        sender = EthereumAddress(key)
    }

    /// Reads the bytes that go to a node, each number in its shortest form, and finds the sender.
    ///
    /// What is read writes the same bytes again.
    ///
    /// - Throws: ``EthereumError/rlp(_:offset:)`` and ``EthereumError/transaction(_:path:)``.
    public init(raw: [UInt8]) throws(EthereumError) {
        var reader = try TransactionReader(raw)
        let transaction = try reader.transaction()
        try self.init(transaction, reader.signature())
    }

    /// The bytes that go to a node.
    public var raw: [UInt8] { transaction.signed(signature) }

    /// The name of the transaction on its chain.
    public var hash: Digest32 { Transaction.hash(ofRaw: raw) }
}
