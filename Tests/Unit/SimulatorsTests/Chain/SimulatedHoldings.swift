import Bitcoin
import Bridge
import Keys
import Network
import Primitives
import Simulators
import TestServers

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletMethods
@testable import WalletTesting

/// The accounts of a wallet whose server is a simulated one, and a user who approves.
@MainActor struct SimulatedHoldings {
    let utxoChain: UTXOChain
    let simulator: CoinSimulator
    let servers: ElectrumServers
    let site: TestSite
    let wallet: CoinWallet
    let id: AccountID

    init(_ utxoChain: UTXOChain) async throws {
        self.utxoChain = utxoChain
        simulator = try await CoinSimulator.started(utxoChain)
        servers = try ElectrumServers(
            utxoChain, at: [simulator.plain],
            dialer: SocketDialer(trusting: .only(pem: TestIdentity.authority())), rules: nil,
            timing: ElectrumTiming(firstPause: .milliseconds(1), longestPause: .milliseconds(2)))
        site = try TestSite(
            servers: [utxoChain: servers],
            activeAccount: WalletSigner(signer: DemoKeys(), account: Account(name: "Account", index: 0)))
        let services = site.services
        wallet = CoinWallet(
            activeAccount: services.activeAccount, coins: services.coins, store: MemoryCoinStore(),
            recipients: services.recipients)
        try await wallet.open()
        guard let record = wallet.records.first(where: { $0.utxoChain == utxoChain }) else { throw CoinError.keys }
        id = record.id
    }

    var balance: AssetBalance? { wallet.accounts.first { $0.id == id }?.balances.first }

    /// An address of somebody else.
    var recipient: String {
        Destination.publicKey(hash: [UInt8](repeating: 7, count: 20)).address(on: utxoChain) ?? ""
    }

    /// An address of the account.
    func address(_ place: UInt32) throws -> String {
        let standard: DerivationStandard = utxoChain.ledger == .bitcoin ? .bip84 : .bitcoinCash
        let path = try standard.path(account: 0, isChange: false, index: place, isTest: true)
        return try Destination(DemoKeys().publicKey(at: path), on: utxoChain).address(on: utxoChain) ?? ""
    }

    @discardableResult func synchronise() async throws -> CoinAccountSnapshot {
        guard let account = wallet.synchronisers[id] else { throw CoinError.keys }
        try await account.synchronise()
        return await account.snapshot
    }

    /// Runs an action of the user that returns a transaction ID.
    func run(_ action: @MainActor (Request) async throws(RPCError) -> String) async throws -> String {
        let result = await site.dispatcher.run("test") { request async throws(RPCError) in
            .string(try await action(request))
        }
        return try result.get().string ?? ""
    }

    func send(_ payees: [SendForm.Payee], asset: Int = 0, fee: SendForm.Fee = .pace(.normal)) async throws -> String {
        try await run { request async throws(RPCError) in
            try await wallet.send(SendForm(from: id, wallet.assets(of: id)[asset], to: payees, fee: fee), for: request)
        }
    }

    func close() async {
        await wallet.close()
        await servers.close()
        await simulator.stop()
    }
}
