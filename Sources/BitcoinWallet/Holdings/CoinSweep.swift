internal import BigInt
package import Bitcoin
package import Bridge
package import Keys
import Messages
internal import Primitives
package import WalletCore

/// Moves everything from a single private key, such as that of a paper wallet, to an account of this wallet.
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
    private let key: KeySource

    /// Creates a sweep of a single key.
    package init(_ wallet: CoinWallet, key: KeySource) {
        self.wallet = wallet
        self.key = key
    }

    /// Asks the servers what the key has on `utxoChain`, by the type of its scripts; only what is not empty.
    package func holdings(on utxoChain: UTXOChain) async throws(RPCError) -> [Holding] {
        var holdings: [Holding] = []
        for (record, synchroniser) in try await accounts(on: utxoChain) {
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
            let (record, synchroniser) = try await accounts(on: utxoChain).first(where: {
                $0.0.scriptType == scriptType
            })
        else { throw RPCError(.unsupported, sentence: localizable("This key has no coins of this kind.")) }
        // The key signs by itself: the active account of the wallet stays what it is.
        let keys: ActiveAccount
        do throws(KeyError) {
            keys = try ActiveAccount(signer: key, account: Account(name: record.name, index: 0, isSingleKey: true))
        } catch {
            throw RPCError(CoinError.keys)
        }
        let coins = CoinSender(
            activeAccount: keys, gate: wallet.coins.gate, journal: wallet.journal, servers: wallet.coins.servers,
            now: wallet.coins.now)
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
        order.isReplaceable = utxoChain == .bitcoin
        order.pace = try CoinWallet.pace(fee)
        let payment = try await coins.sign(order, with: spender, for: request, in: turn)
        let txid = try await coins.finish(payment)
        if let account = try? wallet.account(id).synchroniser { await wallet.noteSent(account) }
        return txid.description
    }

    /// The accounts of the key by the types of its scripts, brought up to date.
    private func accounts(
        on utxoChain: UTXOChain
    ) async throws(RPCError) -> [(CoinAccountRecord, AccountSynchroniser)] {
        guard let server = wallet.coins.servers[utxoChain] else { throw RPCError(CoinError.notConfigured) }
        var accounts: [(CoinAccountRecord, AccountSynchroniser)] = []
        do {
            let publicKey = try key.publicKey(at: DerivationPath("m"))
            for (type, address) in addresses(of: publicKey, on: utxoChain) {
                let record = CoinAccountRecord(
                    utxoChain, type, .singleKey(publicKey), first: address.locking, name: localized("Swept key"))
                guard let record else { continue }
                let store = MemoryCoinStore()
                await store.add(record)
                let synchroniser = AccountSynchroniser(
                    record, source: SingleScript(address), server: server, store: store, now: wallet.coins.now)
                try await synchroniser.synchronise()
                accounts.append((record, synchroniser))
            }
        } catch let error as CoinError {
            throw RPCError(error)
        } catch {
            throw RPCError(CoinError.keys)
        }
        return accounts
    }

    /// The addresses of the key by their types; a key whose text asks for 65 bytes has only one.
    private func addresses(of publicKey: PublicKey, on utxoChain: UTXOChain) -> [(ScriptType, AddressScripts)] {
        guard key.isCompressed else { return [(.p2pkh, AddressScripts(ofUncompressed: publicKey))] }
        let types = utxoChain == .bitcoin ? ScriptType.allCases : [.p2pkh]
        return types.compactMap { type in AddressScripts(type, of: publicKey).map { (type, $0) } }
    }
}
