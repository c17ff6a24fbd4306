/// A contract that is created.
public struct ContractCreation: Hashable, Sendable {
    /// Where it will be; `nil` where the creator or the number of the transaction is not known.
    public let address: EthereumAddress?

    /// How many bytes of code and arguments.
    public let size: Int

    init(_ call: ContractCall) {
        size = call.data.count
        address = call.from.flatMap { from in call.nonce.map { EthereumAddress(createdBy: from, nonce: $0) } }
    }
}
