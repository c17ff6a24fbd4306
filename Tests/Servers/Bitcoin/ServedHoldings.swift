import Bitcoin
import Bridge
import ChainServers
import Keys
import Network
import Simulators
import WalletCore
import WalletMethods

@testable import BitcoinWallet
@testable import WalletTesting

/// The accounts of a wallet on a chain, and a user who approves.
@MainActor struct ServedHoldings<Ledger: ServedLedger> {
    let served: ServedWallet<Ledger>
    let wallet: CoinWallet
    let store: MemoryCoinStore

    /// The account that pages use, too.
    let id: AccountID

    /// Creates the accounts of a wallet, with what is known of them in `store`.
    private init(_ served: ServedWallet<Ledger>, _ store: MemoryCoinStore) async throws {
        self.served = served
        let utxoChain = served.utxoChain
        let services = served.site.services
        self.store = store
        wallet = CoinWallet(
            activeAccount: services.activeAccount, coins: services.coins, store: store,
            recipients: services.recipients)
        try await wallet.open()
        guard let record = wallet.records.first(where: { $0.utxoChain == utxoChain }) else { throw CoinError.keys }
        id = record.id
    }

    var ledger: Ledger { served.ledger }

    /// The balance of the account's coin.
    var balance: AssetBalance? { wallet.accounts.first { $0.id == id }?.balances.first }

    /// The account's synchroniser.
    var account: AccountSynchroniser {
        get throws {
            guard let account = wallet.synchronisers[id] else { throw CoinError.keys }
            return account
        }
    }

    /// Asks the servers once, without following them; returns what they made known.
    @discardableResult func synchronise() async throws -> CoinAccountSnapshot {
        let account = try account
        try await account.synchronise()
        return await account.snapshot
    }

    /// Waits for changes until `condition` holds.
    func until(_ condition: () throws -> Bool) async rethrows {
        var changes = wallet.changes.observe().makeAsyncIterator()
        while try !condition() { _ = await changes.next() }
    }

    /// Ends the connections.
    func close() async {
        await wallet.close()
        await served.servers.close()
    }

    /// Runs an action of the user that returns a transaction ID, and checks that the node has the transaction.
    @discardableResult func run(
        _ action: @MainActor (Request) async throws(RPCError) -> String
    ) async throws -> TransactionID {
        let result = await served.site.dispatcher.run("test") { request async throws(RPCError) in
            .string(try await action(request))
        }
        guard let text = try result.get().string, let id = TransactionID(text) else { throw CoinError.cancelled }
        guard try await ledger.waiting.contains(text) else { throw CoinError.notFound }
        return id
    }

    /// Sends the account's coin, or one of its tokens.
    @discardableResult func send(
        _ payees: [SendForm.Payee], asset: Int = 0, fee: SendForm.Fee = .pace(.normal), from other: AccountID? = nil
    ) async throws -> TransactionID {
        let id = other ?? id
        return try await run { request async throws(RPCError) in
            try await wallet.send(
                SendForm(from: id, wallet.assets(of: id)[asset], to: payees, fee: fee), for: request)
        }
    }

    /// An address of somebody else.
    var recipient: String {
        let main: UTXOChain = served.utxoChain.ledger == .bitcoin ? .bitcoin : .bitcoinCash
        let text = main == .bitcoin ? CoinSite.bitcoinRecipient : CoinSite.recipient
        return (try? Destination(text, on: main))?.address(on: served.utxoChain) ?? text
    }

    /// The transaction as the node has it.
    func transaction(_ id: TransactionID) async throws -> BitcoinTransaction {
        try await BitcoinTransaction(
            served.servers.transaction(id), form: served.utxoChain.ledger.form)
    }
}

extension ServedHoldings<CoinSimulator> {
    /// Creates the accounts of a wallet on a simulated chain: a new one, or one that is there already.
    init(
        _ utxoChain: UTXOChain, account index: UInt32 = 0, keys: WalletSigner? = nil, on ledger: CoinSimulator? = nil,
        store: MemoryCoinStore = MemoryCoinStore()
    ) async throws {
        try await self.init(ServedWallet(utxoChain, account: index, keys: keys, on: ledger), store)
    }
}

extension ServedHoldings<LedgerServer> {
    /// Creates the accounts of a wallet whose servers are ElectrumX; each test needs another account.
    init(
        electrumX utxoChain: UTXOChain, account index: UInt32,
        at addresses: (LedgerServer) -> [LineAddress] = { [$0.server] }
    ) async throws {
        try await self.init(ServedWallet(electrumX: utxoChain, account: index, at: addresses), MemoryCoinStore())
    }
}
