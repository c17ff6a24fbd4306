import Bitcoin
import Bridge
import ChainServers
import Keys
import Network
import WalletCore
import WalletMethods

@testable import BitcoinWallet
@testable import WalletTesting

/// The accounts of a wallet whose servers are ElectrumX, and a user who approves.
@MainActor struct ServedHoldings {
    /// The chains that the servers can be used as; the program itself accepts them as test networks only.
    nonisolated static let chains = UTXOChain.mainnets + [.regtest, .cashRegtest]

    let served: ServedWallet
    let wallet: CoinWallet
    let store: MemoryCoinStore

    /// The account that pages use, too.
    let id: AccountID

    /// Creates the wallet, with the account `index` of the demo phrase, which must be a different one in each test, and
    /// with what is known of its accounts in `store`.
    init(
        _ utxoChain: UTXOChain, account index: UInt32, keys: ActiveAccount? = nil,
        store: MemoryCoinStore = MemoryCoinStore(),
        at addresses: (LedgerServer) -> [LineAddress] = { [$0.proxies[1]] }
    ) async throws {
        served = try await ServedWallet(utxoChain, account: index, keys: keys, at: addresses)
        let services = served.site.services
        self.store = store
        wallet = CoinWallet(
            activeAccount: services.activeAccount, coins: services.coins, store: store,
            recipients: services.recipients)
        try await wallet.open()
        guard let record = wallet.records.first(where: { $0.utxoChain == utxoChain }) else { throw CoinError.keys }
        id = record.id
    }

    var ledger: LedgerServer { served.ledger }

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
