import Bitcoin
import ChainServers
import Testing

@testable import WalletTesting

/// ElectrumX keeps the contract that the simulator keeps (`SimulatorContractTests`).
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: ChainServers.isInstalled, "run scripts/venv"))
struct ElectrumXContractTests {
    private struct Chain: ContractChain {
        let ledger: LedgerServer
        let utxoChain: UTXOChain

        func height() async throws -> Int { try await ledger.height }
        func pay(_ value: UInt64, toScript script: [UInt8]) async throws -> String {
            try await ledger.pay(value, to: script)
        }
        func mine() async throws { try await ledger.mine() }
        func replaceBlocks(_ depth: Int) async throws { try await ledger.reorganise(depth) }
    }

    @Test(arguments: ElectrumContract.Clause.allCases, [UTXOChain.regtest, .cashRegtest])
    func `ElectrumX keeps each clause`(_ clause: ElectrumContract.Clause, on utxoChain: UTXOChain) async throws {
        let servers = try await ChainServers.shared
        let ledger = utxoChain.ledger == .bitcoin ? servers.bitcoin : servers.bitcoinCash
        for proxy in ledger.proxies.indices { try await ledger.setFaults(of: proxy) }
        // The proxies answer at once; but they read what they pass on, and divide batches.
        let isRaw = [.versions, .arguments, .batches].contains(clause)
        let contract = ElectrumContract(
            chain: Chain(ledger: ledger, utxoChain: utxoChain), address: isRaw ? ledger.plain : ledger.proxies[0])
        let breaches = try await contract.breaches(of: clause)
        #expect(breaches == [])
    }
}
