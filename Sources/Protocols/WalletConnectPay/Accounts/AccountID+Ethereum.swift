public import Bridge
public import Ethereum

extension AccountID {
    /// The account on an EVM chain, with its address in EIP-55 checksum form.
    public init(chain: ChainID, ethereum address: EthereumAddress) {
        self.init(chain: chain, address: address.description)
    }

    /// The accounts that may pay with an address, on each EVM chain that the wallet knows.
    ///
    /// - Parameters:
    ///   - address: The address; if it is empty, as in a locked wallet, there are no accounts.
    ///   - chains: The chains that the wallet knows.
    /// - Returns: An account for each of them that is an EVM chain.
    public static func paying(with address: String, on chains: [ChainID]) -> [AccountID] {
        guard let address = try? EthereumAddress(address) else { return [] }
        return chains.filter { $0.namespace == "eip155" }.map { AccountID(chain: $0, ethereum: address) }
    }

    /// The address; `nil` unless the chain is an EVM chain and the checksum, if there is one, is correct.
    public var ethereum: EthereumAddress? {
        chain.namespace == "eip155" ? try? EthereumAddress(address) : nil
    }
}

extension AssetID {
    /// The contract; `nil` unless the asset is a token on an EVM chain.
    public var contract: EthereumAddress? {
        chain.namespace == "eip155" && namespace == "erc20" ? try? EthereumAddress(reference) : nil
    }
}
