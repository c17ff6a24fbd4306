import Bitcoin
import Bridge
import Primitives
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

extension ElectrumPeer.Facts {
    /// What a server knows that has one coin of the wallet's, of `value` satoshis, in the block 7 of its chain.
    @MainActor static func holding(_ value: UInt64) throws -> ElectrumPeer.Facts {
        let script = try CoinSite.own(CoinSite.receiving + "0")
        let source = BitcoinTransaction(inputs: [], outputs: []).id
        let funding = BitcoinTransaction(inputs: [.init(OutPoint(source, 0))], outputs: [Output(value, to: script)])
        let name = ScriptHash(ofScript: script.bytes).description
        let id = JSON.string(funding.id.description)
        var facts = ElectrumPeer.Facts()
        facts.headers = MadeChain(length: 20, roots: [7: funding.id.bytes])
        facts.histories[name] = [["tx_hash": id, "height": 7]]
        facts.unspent[name] = [["tx_hash": id, "tx_pos": 0, "value": .number(JSONNumber(Int(value))), "height": 7]]
        facts.transactions[funding.id.description] = Hex.encode(funding.bytes(.plain))
        return facts
    }
}
