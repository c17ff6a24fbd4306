public import BigInt

/// What a transaction asks the chain to do.
public struct ContractCall: Hashable, Sendable {
    /// The chain, by its EIP-155 number.
    public var chainID: UInt64

    /// The account that pays and on whose behalf it happens; `nil` where it is not known.
    public var from: EthereumAddress?

    /// The account or contract that is called; `nil` where a contract is created.
    public var to: EthereumAddress?

    /// How much of the chain's own coin goes along, in its smallest unit (wei).
    public var value: BigUInt

    /// What the contract is given.
    public var data: [UInt8]

    /// The number of the transaction, from which the address of a new contract is made; `nil` where it is not known.
    public var nonce: UInt64?

    /// Creates a call.
    public init(
        chainID: UInt64, from: EthereumAddress? = nil, to: EthereumAddress?, value: BigUInt = 0, data: [UInt8] = [],
        nonce: UInt64? = nil
    ) {
        self.chainID = chainID
        self.from = from
        self.to = to
        self.value = value
        self.data = data
        self.nonce = nonce
    }
}
