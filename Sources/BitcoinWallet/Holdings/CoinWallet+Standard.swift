import Bitcoin
import Bridge
import Keys
import WalletCore

extension CoinWallet {
    /// The accounts of one account of the wallet: those that sites use, and those of Electrum.
    static func standardRecords(
        of account: Account, _ keys: AccountKeys, on chains: [UTXOChain]
    ) throws(KeyError) -> [CoinAccountRecord] {
        var records: [CoinAccountRecord?] = []
        for utxoChain in chains {
            let type: ScriptType = utxoChain.ledger == .bitcoin ? .p2wpkh : .p2pkh
            let first = try firstPath(of: account, on: utxoChain)
            let key = try keys.publicKey(at: first)
            let source: CoinAccountRecord.Source =
                account.isSingleKey ? .singleKey(key) : .phrase(try DerivationPath(indices: first.indices.dropLast(2)))
            records.append(
                type.script(of: key).flatMap {
                    CoinAccountRecord(utxoChain, type, source, first: $0, name: account.name)
                })
        }
        let master = try DerivationPath("m")
        switch account.electrum {
        case .standard?:
            let script = ScriptType.p2pkh.script(of: try keys.publicKey(at: DerivationPath("m/0/0")))
            records.append(
                script.flatMap {
                    CoinAccountRecord(.bitcoin, .p2pkh, .phrase(master), first: $0, name: account.name)
                })
        case .old?:
            let key = OldElectrumPublicKey(try keys.publicKey(at: master))
            let first = AddressScripts(ofUncompressed: try key.child(change: 0, index: 0)).locking
            for utxoChain in [UTXOChain.bitcoin, .bitcoinCash] {
                records.append(
                    CoinAccountRecord(utxoChain, .p2pkh, .electrum(key), first: first, name: account.name))
            }
        case .segWit?, nil: break
        }
        return records.compactMap(\.self)
    }

    /// The path of the first address of an account: that which pages see, or its counterpart on a test network.
    private static func firstPath(
        of account: Account, on utxoChain: UTXOChain
    ) throws(KeyError) -> DerivationPath {
        if let kind = AddressKind(utxoChain) { return try account.path(for: kind) }
        guard !account.isSingleKey else { return try account.path(for: .bitcoin) }
        let standard: DerivationStandard = utxoChain.ledger == .bitcoin ? .bip84 : .bitcoinCash
        return try standard.path(account: account.index, isChange: false, index: 0, isTest: true)
    }
}
