public import Ethereum
public import BigInt

/// The call that a transaction makes.
public struct ContractCall: Hashable, Sendable {
    /// The EIP-155 chain ID.
    public var chainID: UInt64

    /// The account that sends the call and pays for it; `nil` if it is not known.
    public var from: EthereumAddress?

    /// The account or contract that is called; `nil` to create a contract.
    public var to: EthereumAddress?

    /// The amount of native coin that is sent, in its smallest unit (wei).
    public var value: BigUInt

    /// The call data.
    public var data: [UInt8]

    /// The nonce of the transaction, which determines the address of a new contract; `nil` if it is not known.
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
