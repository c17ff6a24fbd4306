import Bitcoin
import Synchronization
import Bridge
import Keys
import WalletCore
import WalletMethods

@testable import BitcoinWallet
@testable import WalletTesting

/// A wallet with public test keys on simulated chains, and a user who decides.
@MainActor struct HoldingSite {
    let site: TestSite
    let wallet: CoinWallet
    let store: MemoryCoinStore
    let journal = MemoryJournal()
    let bitcoin: SimulatedChain
    let cash = SimulatedChain(.bitcoinCash)

    init(_ account: WalletSigner? = nil, on server: SimulatedServer? = nil) throws {
        store = MemoryCoinStore()
        let server = server ?? SimulatedServer(SimulatedChain(.bitcoin))
        bitcoin = server.chain
        site = try TestSite(
            servers: [.bitcoin: server, .bitcoinCash: SimulatedServer(cash)], journal: journal, activeAccount: account)
        wallet = CoinWallet(
            activeAccount: site.services.activeAccount, coins: site.services.coins, store: store,
            recipients: site.services.recipients)
    }

    /// The account on a ledger that pages use, too.
    func account(_ utxoChain: UTXOChain) async throws -> AccountID {
        try await wallet.open()
        guard let record = wallet.records.first(where: { $0.utxoChain == utxoChain }) else { throw CoinError.keys }
        return record.id
    }

    /// The script of the wallet's key at `path`.
    static func script(_ path: String, _ type: ScriptType = .p2wpkh) throws -> Script {
        guard let script = type.script(of: try DemoKeys().publicKey(at: DerivationPath(path))) else {
            throw CoinError.keys
        }
        return script
    }

    static let bitcoinPath = "m/84'/0'/0'/"
    static let cashPath = "m/44'/145'/0'/"
    static let other = Destination.witness(version: 0, program: [UInt8](repeating: 5, count: 20))
    static let cashOther = Destination.publicKey(hash: [UInt8](repeating: 5, count: 20))

    /// Runs an action of the user that returns a transaction ID.
    func run(_ action: @MainActor (Request) async throws(RPCError) -> String) async throws -> String {
        let result = await site.dispatcher.run("test") { request async throws(RPCError) in
            .string(try await action(request))
        }
        guard let value = try result.get().string else { throw CoinError.cancelled }
        return value
    }

    /// The last transaction that was broadcast.
    func last(_ chain: SimulatedChain) throws -> BitcoinTransaction {
        try BitcoinTransaction(chain.state.withLock { $0.broadcasts.last } ?? [], form: chain.form)
    }

    func form(
        _ id: AccountID, _ payees: [SendForm.Payee], fee: SendForm.Fee = .pace(.normal), note: String = "",
        coins: [String] = []
    ) -> SendForm {
        SendForm(from: id, wallet.assets(of: id)[0], to: payees, fee: fee, note: note, coins: coins)
    }
}
