public import BigInt
public import Bridge

/// The transaction fields that a page passes to `eth_sendTransaction` or `eth_signTransaction`.
///
/// Every member is either understood or refused: an ignored member would be missing from the signed transaction. A
/// member that is null or an empty text counts as missing.
public struct TransactionRequest: Hashable, Sendable {
    /// The account that signs.
    public var from: EthereumAddress?

    /// The recipient; `nil` to create a contract.
    public var to: EthereumAddress?

    /// The amount that is sent, in wei; zero if the page gives none.
    public var value: BigUInt

    /// The call data, or the code of the new contract.
    public var data: [UInt8]

    /// The gas limit.
    public var gasLimit: UInt64?

    /// The nonce: how many transactions the sender has sent before.
    public var nonce: UInt64?

    /// The chain ID that the page expects.
    public var chainID: UInt64?

    /// The type that the page gives or that its fields imply; `nil` if the wallet may choose.
    public var type: UInt8?

    /// The gas price in wei; only in types 0 and 1.
    public var gasPrice: BigUInt?

    /// The max fee per gas in wei; only in type 2.
    public var maxFee: BigUInt?

    /// The max priority fee per gas in wei; only in type 2.
    public var maxPriorityFee: BigUInt?

    /// The access list; if it has entries, the type is 1 or 2.
    public var accessList: [AccessListEntry]

    /// Creates an empty request, for a transaction that the wallet itself makes.
    package init() {
        (from, to, value, data, gasLimit, nonce, chainID, type) = (nil, nil, 0, [], nil, nil, nil, nil)
        (gasPrice, maxFee, maxPriorityFee, accessList) = (nil, nil, nil, [])
    }

    /// Reads the object that a page passes.
    ///
    /// Numbers are read by ``Quantity/read(_:)``. `input` is an alias of `data`, and `gasLimit` of `gas`; if both are
    /// given, they must be equal. The types and fields of blobs and authorizations are refused.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)``.
    public init(_ json: JSON) throws(EthereumError) {
        let fields = try TransactionFields(json)
        from = try fields.address("from")
        to = try fields.recipient()
        value = try fields.number("value") ?? 0
        data = try fields.one("data", "input") { (key) throws(EthereumError) in try fields.bytes(key) } ?? []
        gasLimit = try fields.one("gas", "gasLimit") { (key) throws(EthereumError) in try fields.word(key) }
        nonce = try fields.word("nonce")
        guard nonce != .max else { throw .transaction(.range, path: "nonce") }
        chainID = try fields.word("chainId")
        guard (1...EthereumTransaction.largestChainID).contains(chainID ?? 1) else {
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

    /// Makes the complete transaction; the given values are those that the user has seen.
    ///
    /// - Throws: ``EthereumError/transaction(_:path:)``, with ``TransactionFault/otherChain`` if the page expects
    ///   another chain, and with ``TransactionFault/otherType`` if it expects another type.
    public func transaction(
        chainID: UInt64, nonce: UInt64, gasLimit: UInt64, fees: EthereumTransaction.Fees
    ) throws(EthereumError) -> EthereumTransaction {
        guard self.chainID == nil || self.chainID == chainID else { throw .transaction(.otherChain, path: "") }
        guard type == nil || type == fees.type else { throw .transaction(.otherType, path: "type") }
        return try EthereumTransaction(
            chainID: chainID, nonce: nonce, fees: fees, gasLimit: gasLimit, to: to, value: value, data: data,
            accessList: accessList)
    }

    /// The call object for a node (`eth_call`, `eth_estimateGas`), without gas and fees.
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
