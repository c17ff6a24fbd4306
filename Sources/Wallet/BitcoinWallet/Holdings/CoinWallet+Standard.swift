import Bitcoin
import Bridge
import Keys
import WalletCore

extension CoinWallet {
    /// The maximum number of accounts of the wallet whose balances are asked for.
    private static let mostAccounts = 50

    /// The accounts on both ledgers that each account of the wallet has, so that the wallet shows what it can pay with,
    /// and those on each test network for which the user has set a server.
    func standardAccounts(
        _ accounts: [Account], _ keys: AccountKeys
    ) async throws(CoinError) -> [(account: Account, record: CoinAccountRecord)] {
        let chains = ([.bitcoin, .bitcoinCash] + UTXOChain.testnets).filter(isUsed)
        var all: [(account: Account, record: CoinAccountRecord)] = []
        for account in accounts.prefix(Self.mostAccounts) {
            // Deriving the keys of many accounts takes a while.
            if !all.isEmpty { await Task.yield() }
            do throws(KeyError) {
                let records = try Self.standardRecords(of: account, keys, on: chains)
                all += records.map { (account, $0) }
            } catch {
                throw .keys
            }
        }
        return all
    }

    /// Whether the keys of a record are those that are open now, or are elsewhere.
    func belongs(_ record: CoinAccountRecord, _ keys: AccountKeys) -> Bool {
        guard !record.isWatchOnly else { return true }
        guard let path = try? record.path(to: CoinAddressPath(.receiving, 0)),
            let key = try? keys.publicKey(at: path)
        else { return false }
        return record.scriptType.script(of: key) == record.first
    }

    func source(of record: CoinAccountRecord, _ keys: AccountKeys) -> any ScriptSource {
        switch record.source {
        case .phrase(let path): WalletScripts(keys, below: path, record.scriptType)
        case .descriptors(let descriptors): DescriptorScripts(descriptors)
        case .singleKey(let key):
            SingleScript(AddressScripts(record.first, redeem: record.scriptType.redeemScript(of: key)))
        case .electrum(let key): ElectrumScripts(key)
        case .script: SingleScript(AddressScripts(record.first))
        }
    }

    /// The accounts of one account of the wallet: those that sites use, and those of Electrum.
    static func standardRecords(
        of account: Account, _ keys: AccountKeys, on chains: [UTXOChain]
    ) throws(KeyError) -> [CoinAccountRecord] {
        var records: [CoinAccountRecord?] = []
        for utxoChain in chains {
            let type: ScriptType = utxoChain.ledger == .bitcoin ? .p2wpkh : .p2pkh
            let first = try account.path(for: AddressKind(utxoChain.ledger), isTest: utxoChain.isTest)
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
}
