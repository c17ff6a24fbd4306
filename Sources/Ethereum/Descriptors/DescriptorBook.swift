/// The descriptors of ERC-7730 that are at hand.
public struct DescriptorBook: Sendable {
    /// No descriptors.
    public static let empty = DescriptorBook()

    /// Who runs the contract at `address`, by the descriptors; `nil` where none speaks of it.
    public func name(of address: EthereumAddress, on chainID: UInt64) -> String? { nil }

    /// What is to be said of `call`; `nil` where no descriptor is for it.
    public func display(_ call: ContractCall, token: (EthereumAddress) -> Token?) -> Display? { nil }

    /// What is to be said of `data`; `nil` where no descriptor is for it.
    public func display(_ data: TypedData, token: (EthereumAddress) -> Token?) -> Display? { nil }
}
