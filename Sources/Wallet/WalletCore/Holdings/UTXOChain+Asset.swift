package import Bitcoin
package import Bridge

extension UTXOChain {
    /// Its identifier (CAIP-2).
    package var chainID: ChainID { ChainID(bip122: chain.split(separator: ":").last.map(String.init) ?? "") }

    /// Its coin (CAIP-19; SLIP-44: 0 for Bitcoin, 145 for Bitcoin Cash, 1 for all test networks).
    package var coin: AssetID {
        AssetID(coin: isTest ? 1 : ledger == .bitcoin ? 0 : 145, on: chainID)
    }
}
