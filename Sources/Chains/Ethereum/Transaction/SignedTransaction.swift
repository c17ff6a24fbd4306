public import Primitives

/// A transaction with a valid signature, and the account that signed it.
public struct SignedTransaction: Hashable, Sendable {
    /// What was signed.
    public let transaction: EthereumTransaction

    /// The signature, with a low s (EIP-2).
    public let signature: RecoverableSignature

    /// The account that signed.
    public let sender: EthereumAddress

    /// Combines a transaction and its signature.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)`` with ``TransactionFault/signature`` if s is high, or no key can
    ///   have made the signature.
    public init(_ transaction: EthereumTransaction, _ signature: RecoverableSignature) throws(EthereumError) {
        guard signature.signature.isLowS, signature.recoveryID <= 1,
            let key = try? signature.signer(of: transaction.digest)
        else { throw .transaction(.signature, path: "") }
        self.transaction = transaction
        self.signature = signature
        sender = EthereumAddress(key)
    }

    /// Decodes a raw transaction, with each number in its shortest form, and recovers the sender.
    ///
    /// Encoding the result again gives the same bytes.
    ///
    /// - Throws: ``EthereumError/rlp(_:offset:)`` and ``EthereumError/transaction(_:path:)``.
    public init(raw: [UInt8]) throws(EthereumError) {
        var reader = try TransactionReader(raw)
        let transaction = try reader.transaction()
        try self.init(transaction, reader.signature())
    }

    /// The raw transaction that is sent to a node.
    public var raw: [UInt8] { transaction.signed(signature) }

    /// The transaction hash.
    public var hash: Digest32 { EthereumTransaction.hash(ofRaw: raw) }
}

extension EthereumTransaction {
    /// Decodes a raw signed transaction without checking its signature, for bytes that this wallet has signed.
    ///
    /// It recovers no key, so it takes a small part of the time of ``SignedTransaction/init(raw:)``.
    ///
    /// - Throws: ``EthereumError/rlp(_:offset:)`` and ``EthereumError/transaction(_:path:)``.
    package init(unverified raw: [UInt8]) throws(EthereumError) {
        var reader = try TransactionReader(raw)
        self = try reader.transaction()
    }
}
