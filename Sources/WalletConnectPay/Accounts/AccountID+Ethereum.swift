public import Bridge
public import Ethereum

extension AccountID {
    /// The account of an EVM chain, its address with the checksum of EIP-55.
    public init(chain: ChainID, ethereum address: EthereumAddress) {
        self.init(chain: chain, address: address.description)
    }

    /// The address, where the chain is an EVM chain and its checksum, if it has one, is right.
    public var ethereum: EthereumAddress? {
        chain.namespace == "eip155" ? try? EthereumAddress(address) : nil
    }
}
