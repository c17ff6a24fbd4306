public import Bridge
public import Ethereum

extension AccountID {
    /// The account of an EVM chain, its address with the checksum of EIP-55.
    public init(chain: ChainID, ethereum address: EthereumAddress) {
        self.init(chain: chain, address: address.description)
    }

    /// The accounts that may pay with an address: the one in use, on each chain that the wallet knows.
    ///
    /// - Parameters:
    ///   - address: The address; none pays while it is empty, as in a locked wallet.
    ///   - chains: The chains that the wallet knows.
    /// - Returns: An account for each of them that is an EVM chain.
    public static func paying(with address: String, on chains: [ChainID]) -> [AccountID] {
        guard let address = try? EthereumAddress(address) else { return [] }
        return chains.filter { $0.namespace == "eip155" }.map { AccountID(chain: $0, ethereum: address) }
    }

    /// The address, where the chain is an EVM chain and its checksum, if it has one, is right.
    public var ethereum: EthereumAddress? {
        chain.namespace == "eip155" ? try? EthereumAddress(address) : nil
    }
}
