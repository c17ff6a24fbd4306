import Bitcoin
import Keys
import Primitives
import Synchronization

@testable import BitcoinWallet
@testable import WalletTesting

/// Scripts that are counted instead of derived, so that tests need no keys.
struct CountedScripts: ScriptSource {
    func scripts(
        _ branch: CoinAddressPath.Branch, _ indices: Range<UInt32>
    ) async throws(CoinError) -> [AddressScripts] {
        indices.map { AddressScripts(Self.script(branch, $0)) }
    }

    static func script(_ branch: CoinAddressPath.Branch, _ index: UInt32) -> Script {
        let text = Array("\(branch.rawValue)/\(index)".utf8)
        return Destination.publicKey(hash: Hash160.hash(text)).script
    }

    static func receiving(_ index: UInt32) -> Script { script(.receiving, index) }

    static func change(_ index: UInt32) -> Script { script(.change, index) }

    /// An account with these scripts.
    static func record(_ utxoChain: UTXOChain) throws -> CoinAccountRecord {
        guard let path = try? DerivationPath("m/44'/145'/0'"),
            let record = CoinAccountRecord(utxoChain, .p2pkh, .phrase(path), first: receiving(0), name: "Account 1")
        else { throw CoinError.keys }
        return record
    }
}

/// The last snapshot that an account reported.
final class LatestSnapshot: Sendable {
    private let held = Mutex<CoinAccountSnapshot?>(nil)

    var balance: CoinBalance? { held.withLock { $0?.balance } }
    var height: Int? { held.withLock { $0?.state.height } }

    func set(_ snapshot: CoinAccountSnapshot) { held.withLock { $0 = snapshot } }
}

/// A wallet with one account on a simulated chain.
struct SimulatedAccount {
    let chain: SimulatedChain
    let server: SimulatedServer
    let store: any CoinStore
    let record: CoinAccountRecord

    init(_ utxoChain: UTXOChain = .bitcoinCash, store: any CoinStore = MemoryCoinStore()) async throws {
        let chain = SimulatedChain(utxoChain)
        try await self.init(chain, SimulatedServer(chain), store: store)
    }

    init(
        _ chain: SimulatedChain, _ server: SimulatedServer, store: any CoinStore = MemoryCoinStore()
    ) async throws {
        (self.chain, self.server, self.store) = (chain, server, store)
        record = try CountedScripts.record(chain.utxoChain)
        try await store.add(record)
    }

    /// The account after a start of the program.
    func started(_ latest: LatestSnapshot = LatestSnapshot()) -> AccountSynchroniser {
        AccountSynchroniser(
            record, source: CountedScripts(), server: server, store: store, now: { 1_800_000_000 },
            onChange: { latest.set($0) })
    }

    /// A payment from the account itself.
    func spend(_ coins: [OutPoint], to outputs: [Output]) -> BitcoinTransaction {
        let transaction = BitcoinTransaction(
            inputs: coins.map { BitcoinTransaction.Input($0, sequence: .max - 2) }, outputs: outputs)
        chain.add(transaction)
        return transaction
    }

    static let foreign = Destination.publicKey(hash: [UInt8](repeating: 9, count: 20)).script
}
