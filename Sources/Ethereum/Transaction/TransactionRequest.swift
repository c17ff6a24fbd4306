public import BigInt
public import Bridge

/// What a page asks for with `eth_sendTransaction` or `eth_signTransaction`: some fields of a transaction.
///
/// Every member is either understood or refused: one that was passed over would be missing in what is signed. A
/// member that is null counts as one that is not there.
public struct TransactionRequest: Hashable, Sendable {
    /// The account that is to sign.
    public let from: EthereumAddress?

    /// The recipient; `nil` where a contract is created.
    public let to: EthereumAddress?

    /// What is sent, in wei; zero where the page says nothing.
    public let value: BigUInt

    /// What the recipient is called with, or the code that creates a contract.
    public let data: [UInt8]

    /// The most units of gas that it may use.
    public let gasLimit: UInt64?

    /// How many transactions the sender has sent before.
    public let nonce: UInt64?

    /// The chain that the page means.
    public let chainID: UInt64?

    /// The type that the page names, or that its fields belong to; `nil` where the wallet may choose.
    public let type: UInt8?

    /// The price of a unit of gas, in wei; only in types 0 and 1.
    public let gasPrice: BigUInt?

    /// The most that a unit of gas may cost, in wei; only in type 2.
    public let maxFee: BigUInt?

    /// How much of it may go to the block's builder, in wei; only in type 2.
    public let maxPriorityFee: BigUInt?

    /// What the transaction says it will touch; with entries, the type is 1 or 2.
    public let accessList: [AccessListEntry]

    /// Reads the object that a page gives.
    ///
    /// Numbers are read by ``Quantity/read(_:)``; `input` is `data` and `gasLimit` is `gas`, and where both are there
    /// they must say the same. The types and fields of blobs and of authorisations are refused.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)``.
    public init(_ json: JSON) throws(EthereumError) {
        let fields = try TransactionFields(json)
        from = try fields.address("from")
        to = try fields.address("to")
        value = try fields.number("value") ?? 0
        data = try fields.one("data", "input") { (key) throws(EthereumError) in try fields.bytes(key) } ?? []
        gasLimit = try fields.one("gas", "gasLimit") { (key) throws(EthereumError) in try fields.word(key) }
        nonce = try fields.word("nonce")
        guard nonce != .max else { throw .transaction(.range, path: "nonce") }
        chainID = try fields.word("chainId")
        guard (1...Transaction.largestChainID).contains(chainID ?? 1) else {
            throw .transaction(.chainID, path: "chainId")
        }
        gasPrice = try fields.number("gasPrice")
        maxFee = try fields.number("maxFeePerGas")
        maxPriorityFee = try fields.number("maxPriorityFeePerGas")
        accessList = try fields.accessList()
        type = try fields.type()
        if let maxFee, let maxPriorityFee, maxPriorityFee > maxFee {
            throw .transaction(.tip, path: "maxPriorityFeePerGas")
        }
        guard to != nil || !data.isEmpty else { throw .transaction(.empty, path: "") }
    }

    /// The transaction with all its fields; what is given here is what the user has seen.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)``, with ``TransactionFault/otherChain`` where the page means
    ///   another chain, and with ``TransactionFault/otherType`` where it means another type.
    public func transaction(
        chainID: UInt64, nonce: UInt64, gasLimit: UInt64, fees: Transaction.Fees
    ) throws(EthereumError) -> Transaction {
        guard self.chainID == nil || self.chainID == chainID else { throw .transaction(.otherChain, path: "") }
        guard type == nil || type == fees.type else { throw .transaction(.otherType, path: "type") }
        return try Transaction(
            chainID: chainID, nonce: nonce, fees: fees, gasLimit: gasLimit, to: to, value: value, data: data,
            accessList: accessList)
    }

    /// The object that asks a node what would happen (`eth_call`, `eth_estimateGas`), without gas and fees.
    public func call(from account: EthereumAddress) -> JSON {
        var object = JSONObject()
        object["from"] = .string(account.description)
        object["to"] = to.map { .string($0.description) }
        object["value"] = .string(Quantity.text(value))
        object["data"] = .string(Quantity.text(bytes: data))
        if !accessList.isEmpty { object["accessList"] = .array(accessList.map(\.json)) }
        return .object(object)
    }
}
