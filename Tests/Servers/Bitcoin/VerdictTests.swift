import Bitcoin
import Bridge
import ChainServers
import Foundation
import Keys
import Primitives
import Simulators
import Testing

/// The verdicts of the simulated ledger about random transactions, valid and invalid, and those of interpreters that share
/// no line with it.
@Suite(.serialized, .timeLimit(.minutes(20)), .enabled(if: ChainServers.isInstalled, "run scripts/venv"))
struct VerdictTests {
    /// How many times 10,000 transactions are compared.
    private static let factor = ProcessInfo.processInfo.environment["VERDICTS"].flatMap { Int($0) } ?? 1

    @Test(arguments: [UTXOChain.regtest, .cashRegtest])
    func `the simulator accepts what independent interpreters accept, and nothing else`(
        on utxoChain: UTXOChain
    ) async throws {
        let servers = try await ChainServers.shared
        let isBitcoin = utxoChain.ledger == .bitcoin
        let server = isBitcoin ? servers.bitcoin : servers.bitcoinCash
        let keys = try DemoKeys()
        let paths = try (0..<12).map { try DerivationPath("m/44'/145'/8'/0/\($0)") }
        // The interpreter of Bitcoin Cash is written in Python.
        let (rounds, size) = (Self.factor * (isBitcoin ? 32 : 8), 250)
        var (accepted, refused) = (0, 0)
        for round in 0..<rounds {
            var random = SplitMix(seed: UInt64(round) + 1)
            var (cases, own) = ([JSON](), [String?]())
            for _ in 0..<size {
                let isRight = Int.random(in: 0..<3, using: &random) == 0
                let mistake = isRight ? .none : VerdictCase.Mistake.allCases.randomElement(using: &random) ?? .none
                let made = try VerdictCase(on: utxoChain.ledger, mistake: mistake, keys, paths, &random)
                let spent = made.spent.map { (value: $0.value, script: $0.field) }
                own.append(RegtestLedger.objection(to: made.bytes, spending: spent, isBitcoin: isBitcoin))
                cases.append([
                    "transaction": .string(Hex.encode(made.bytes)),
                    "spent": .array(
                        spent.map { [.string(Hex.encode($0.script)), .number(JSONNumber(Int($0.value)))] }),
                ])
            }
            let verdicts = try await server.order("verdicts", ["cases": .array(cases)]).array ?? []
            #expect(verdicts.count == size)
            for (place, (verdict, objection)) in zip(verdicts, own).enumerated() {
                let wanted = verdict.string
                #expect(
                    (wanted == nil) == (objection == nil),
                    "\(round)/\(place): \(wanted ?? "valid"), but \(objection ?? "valid"): \(cases[place])")
                if wanted == nil { accepted += 1 } else { refused += 1 }
            }
        }
        print("\(utxoChain.name): \(accepted) transactions accepted, \(refused) refused, with the same verdicts")
        #expect(accepted > rounds * size / 10)
        #expect(refused > rounds * size / 10)
    }

    @Test func `Bitcoin Core accepts every block of the simulator`() async throws {
        let server = try await ChainServers.shared.bitcoin
        let ledger = try RegtestLedger(isBitcoin: true)
        let script = Destination.witness(version: 0, program: [UInt8](repeating: 7, count: 20)).script.bytes
        for value in 1...9 as ClosedRange<UInt64> { try ledger.pay(value * 10_000, to: script) }
        try ledger.mine(2)
        try ledger.reorganise(2, confirms: true)
        let blocks = ledger.blocks().dropFirst().map { JSON.string(Hex.encode($0)) }
        let tip = try await server.order("validate", ["blocks": .array(Array(blocks))])
        let last = try #require(ledger.blocks(from: ledger.height).first)
        #expect(tip.string == Hex.encode(SHA256.hashTwice(last.prefix(80)).bytes.reversed()))
    }
}
