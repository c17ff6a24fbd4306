public import Ethereum

/// The creation of a contract.
public struct ContractCreation: Hashable, Sendable {
    /// The address of the new contract; `nil` if the creator or the nonce is not known.
    public let address: EthereumAddress?

    /// The size of the code and its arguments, in bytes.
    public let size: Int

    init(_ call: ContractCall) {
        size = call.data.count
        address = call.from.flatMap { from in call.nonce.map { EthereumAddress(createdBy: from, nonce: $0) } }
    }
}
