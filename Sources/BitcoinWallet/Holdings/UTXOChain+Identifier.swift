package import Bitcoin
package import Bridge

extension UTXOChain {
    /// Its identifier (CAIP-2).
    package var chainID: ChainID { ChainID(bip122: chain.split(separator: ":").last.map(String.init) ?? "") }
}
