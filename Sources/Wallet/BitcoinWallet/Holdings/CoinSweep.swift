package import Bitcoin
package import Bridge
internal import Keys
import Messages
package import WalletCore

/// Moves everything from a private key, such as that of a paper wallet, or from the keys below it, such as those of a
/// seed of Electrum, to an account of this wallet.
///
/// The key is in memory for this task only; it is not added to the wallet.
@MainActor package struct CoinSweep {
    /// What a key has on one ledger.
    package struct Holding: Hashable, Sendable {
        /// The address of the key.
        package let address: String

        /// The type of its scripts.
        package let scriptType: ScriptType

        /// What is there.
        package let balance: CoinBalance
    }

    private let wallet: CoinWallet
    private let keys: SweptKeys

    /// Whether the key is for test networks; keys and seeds that do not say so are not.
    package var isTest: Bool { keys.key.isTest }

    /// Creates a sweep of `keys` to an account of `wallet`.
    package init(_ wallet: CoinWallet, _ keys: SweptKeys) {
        self.wallet = wallet
        self.keys = keys
    }

    /// Asks the servers what the key has on `utxoChain`, by the type of its scripts; only what is not empty.
    package func holdings(on utxoChain: UTXOChain) async throws(RPCError) -> [Holding] {
        var holdings: [Holding] = []
        for (record, synchroniser) in try await synchronised(on: utxoChain) {
            let balance = await synchroniser.snapshot.balance
            guard balance != CoinBalance() else { continue }
            holdings.append(Holding(address: record.address, scriptType: record.scriptType, balance: balance))
        }
        return holdings
    }

    /// Sends everything of one script type to a fresh address of `id`, after the ordinary approval.
    ///
    /// - Returns: The transaction ID.
    package func sweep(
        _ scriptType: ScriptType, to id: AccountID, fee: SendForm.Fee = .pace(.normal), for request: Request
    ) async throws(RPCError) -> String {
        let target = try wallet.account(id).snapshot.record
        let utxoChain = target.utxoChain
        guard
            let (record, synchroniser) = try await synchronised(on: utxoChain).first(where: {
                $0.0.scriptType == scriptType
            })
        else { throw RPCError(.unsupported, sentence: localizable("This key has no coins of this kind.")) }
        // The key signs by itself: the active account of the wallet stays what it is.
        let account: WalletSigner
        do throws(KeyError) {
            account = try WalletSigner(
                signer: keys.key, account: Account(name: record.name, index: 0, isSingleKey: true))
        } catch {
            throw RPCError(CoinError.keys)
        }
        let coins = CoinSender(
            activeAccount: account, gate: wallet.coins.gate, journal: wallet.journal, store: wallet.store,
            servers: wallet.coins.servers, now: wallet.coins.now)
        coins.bitcoinCashLock = wallet.coins.bitcoinCashLock
        let turn = try await coins.gate.turn(for: request)
        defer { turn.end() }
        guard let server = coins.servers[utxoChain] else { throw RPCError(CoinError.notConfigured) }
        let spender = await LedgerSpender(synchroniser, server: server, journal: wallet.journal)
        do throws(CoinError) {
            try await spender.synchronise()
        } catch {
            throw RPCError(error)
        }
        let address = try await wallet.newAddress(of: id).text
        let recipient = try CoinRecipient(address, on: utxoChain)
        var order = SpendRequest(
            on: utxoChain, paying: [Output(0, to: recipient.destination.script)],
            sentence: localized("Sweep a private key to \(target.name, as: "account")."), verb: localized("Sweep"),
            rows: [
                Approval.Row(
                    localized("To"), .exact(recipient.address), note: localized("this wallet"), role: .recipient),
                Approval.Row(localized("Amount"), .trusted(localized("everything that is left")), role: .amount),
            ],
            what: TransactionRecord.Summary(
                localizable("Sweep a private key to \(recipient.address, as: "recipient").")),
            amount: nil)
        order.everythingTo = 0
        order.isToSelf = true
        order.isReplaceable = utxoChain.ledger == .bitcoin
        order.fee = try CoinWallet.fee(fee)
        let payment = try await coins.sign(order, with: spender, for: request, in: turn)
        let txid = try await wallet.finish(
            payment, from: try? wallet.account(id).synchroniser, for: request)
        return txid.description
    }

    /// The accounts of the key by the types of its scripts, brought up to date.
    private func synchronised(
        on utxoChain: UTXOChain
    ) async throws(RPCError) -> [(CoinAccountRecord, AccountSynchroniser)] {
        guard utxoChain.isTest == isTest else {
            throw RPCError(.failed, sentence: localizable("The key is for another network."))
        }
        guard let server = wallet.coins.servers[utxoChain] else { throw RPCError(CoinError.notConfigured) }
        var found: [(CoinAccountRecord, AccountSynchroniser)] = []
        do throws(CoinError) {
            for (type, path) in keys.accounts where utxoChain.ledger == .bitcoin || type == .p2pkh {
                let (record, source) = try await account(type, path, on: utxoChain)
                let store = MemoryCoinStore()
                await store.add(record)
                let synchroniser = AccountSynchroniser(
                    record, source: source, server: server, store: store, now: wallet.coins.now)
                try await synchroniser.synchronise()
                found.append((record, synchroniser))
            }
        } catch {
            throw RPCError(error)
        }
        return found
    }

    private func account(
        _ type: ScriptType, _ path: DerivationPath, on utxoChain: UTXOChain
    ) async throws(CoinError) -> (CoinAccountRecord, any ScriptSource) {
        let key = keys.key
        let (source, addresses): (any ScriptSource, CoinAccountRecord.Source)
        do throws(KeyError) {
            if let master = key.electrumPublicKey {
                (source, addresses) = (ElectrumScripts(master), .electrum(master))
            } else if key.isExtended {
                source = ExtendedKeyScripts(try key.extendedPublicKey(at: path), type)
                addresses = .phrase(path)
            } else {
                let publicKey = try key.publicKey(at: path)
                let address =
                    key.isCompressed ? AddressScripts(type, of: publicKey) : AddressScripts(ofUncompressed: publicKey)
                guard let address else { throw .unusableKey }
                source = SingleScript(address)
                addresses = .singleKey(publicKey)
            }
        } catch {
            throw .keys
        }
        let first = try await source.scripts(.receiving, 0..<1).first?.locking
        let name = localized("Swept key")
        guard let first, let record = CoinAccountRecord(utxoChain, type, addresses, first: first, name: name) else {
            throw .keys
        }
        return (record, source)
    }
}
