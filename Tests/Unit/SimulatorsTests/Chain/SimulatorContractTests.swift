import Bitcoin
import LocalServer
import Network
import Primitives
import Simulators
import TestServers
import Testing

@testable import WalletTesting

extension CoinSimulator: ContractChain {
    var utxoChain: UTXOChain { name == "bitcoin" ? .regtest : .cashRegtest }
    func pay(_ value: UInt64, toScript script: [UInt8]) async throws -> String { try ledger.pay(value, to: script) }
    func mine() async throws { try ledger.mine() }
    func replaceBlocks(_ depth: Int) async throws { try ledger.reorganise(depth) }

    /// A simulator over TCP and TLS.
    static func started(_ utxoChain: UTXOChain = .regtest) async throws -> CoinSimulator {
        try await CoinSimulator(
            isBitcoin: utxoChain.ledger == .bitcoin,
            identity: ServerIdentity(
                chain: TestIdentity.file("server.pem"), key: TestIdentity.file("server.key")),
            clock: { 1_760_000_000 })
    }

    var plain: LineAddress { LineAddress(host: "localhost", port: port, isSecure: false) }
    var secure: LineAddress { LineAddress(host: "localhost", port: securePort ?? 0) }
}

/// The simulator keeps the contract of Electrum servers; `ElectrumXContractTests` holds ElectrumX to the same.
@Suite(.timeLimit(.minutes(5))) struct SimulatorContractTests {
    @Test(arguments: ElectrumContract.Clause.allCases, [UTXOChain.regtest, .cashRegtest])
    func `the simulator keeps each clause`(_ clause: ElectrumContract.Clause, on utxoChain: UTXOChain) async throws {
        let simulator = try await CoinSimulator.started(utxoChain)
        let contract = ElectrumContract(chain: simulator, address: simulator.plain)
        let breaches = try await contract.breaches(of: clause)
        #expect(breaches == [])
        await simulator.stop()
    }

    @Test(arguments: [ElectrumContract.Clause.server, .news])
    func `it keeps them over TLS`(_ clause: ElectrumContract.Clause) async throws {
        let simulator = try await CoinSimulator.started()
        let contract = ElectrumContract(chain: simulator, address: simulator.secure)
        let breaches = try await contract.breaches(of: clause)
        #expect(breaches == [])
        await simulator.stop()
    }
}
