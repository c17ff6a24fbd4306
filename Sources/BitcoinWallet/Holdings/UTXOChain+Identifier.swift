package import Bitcoin
package import Bridge
import Messages

extension UTXOChain {
    /// Its identifier (CAIP-2).
    package var chainID: ChainID { ChainID(bip122: chain.split(separator: ":").last.map(String.init) ?? "") }

    /// What the user is told about every payment on it.
    var warnings: [Approval.Warning] {
        isTest ? [Approval.Warning(.plain, localized("Test network. Its coins have no value."))] : []
    }
}
