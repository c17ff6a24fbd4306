import Bitcoin
import Primitives
import Testing

@testable import Simulators
@testable import WalletTesting

/// Random schedules of payments, blocks, reorganisations and snapshots: whatever happened, the state is the one that the
/// blocks alone lead to.
@Suite(.timeLimit(.minutes(5))) struct LedgerScheduleTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            // xorshift64*
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 2_685_821_657_736_338_717
        }
    }

    /// An output that a test can spend, and its owner.
    private struct Held {
        let id: String
        let value: UInt64
        let owner: ElectrumContract.Owner
    }

    @Test(arguments: [UTXOChain.regtest, .cashRegtest], 1...6 as ClosedRange<UInt64>)
    func `no schedule leads to a state that the blocks do not explain`(
        on utxoChain: UTXOChain, seed: UInt64
    ) throws {
        let ledger = try RegtestLedger(isBitcoin: utxoChain.ledger == .bitcoin, clock: { 1_760_000_000 })
        var random = Random(state: seed &* 0x9E37_79B9_7F4A_7C15)
        let owners = try (0..<4).map { _ in try ElectrumContract.Owner(on: utxoChain) }
        var (held, snapshots) = ([Held](), [Int]())
        for step in 0..<60 {
            let owner = try #require(owners.randomElement(using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2:
                let value = UInt64.random(in: 10_000...90_000, using: &random)
                held.append(Held(id: try ledger.pay(value, to: owner.script.bytes), value: value, owner: owner))
            case 3...5:
                guard let old = held.randomElement(using: &random), old.value > 4_000 else { continue }
                let paid = old.value - UInt64.random(in: 500...2_000, using: &random)
                let text = try old.owner.spend(
                    old.id, old.value, paying: paid, to: owner.script,
                    sequence: Bool.random(using: &random) ? .max : .max - 2)
                // It may be spent, replaced or gone.
                guard let id = try? ledger.submit(Hex.decode(text) ?? []) else { continue }
                held.append(Held(id: id, value: paid, owner: owner))
            case 6, 7: try ledger.mine(Int.random(in: 1...2, using: &random))
            case 8:
                let waiting = ledger.waiting
                try ledger.reorganise(
                    Int.random(in: 1...3, using: &random),
                    dropping: Bool.random(using: &random) ? Array(held.suffix(1).map(\.id)) : [],
                    confirms: waiting.isEmpty ? false : Bool.random(using: &random))
            default:
                if let snapshot = snapshots.randomElement(using: &random), Bool.random(using: &random) {
                    try ledger.restore(snapshot)
                } else {
                    snapshots.append(ledger.snapshot())
                }
            }
            if step % 10 == 9 { try check(ledger, utxoChain) }
        }
        try ledger.mine()
        #expect(ledger.waiting == [])
        try check(ledger, utxoChain)
    }

    private func check(_ ledger: RegtestLedger, _ utxoChain: UTXOChain) throws {
        let (chain, mempool) = ledger.read { ($0.chain, $0.mempool) }
        // The same blocks again.
        var again = try LedgerChain(utxoChain.ledger)
        for block in chain.blocks.dropFirst() {
            again.connect(block, block.ids.compactMap { chain.transactions[$0] })
            #expect(block.header.hasItsWork)
        }
        #expect(zip(chain.blocks, chain.blocks.dropFirst()).allSatisfy { $1.header.follows($0.header) })
        #expect(Set(again.coins.keys) == Set(chain.coins.keys))
        #expect(again.coins.mapValues(\.height) == chain.coins.mapValues(\.height))
        #expect(again.spenders == chain.spenders)
        #expect(again.heights == chain.heights)
        #expect(again.histories == chain.histories)
        #expect(again.unspent == chain.unspent)
        // No coins come from nowhere.
        let subsidies = (1..<chain.blocks.count).reduce(UInt64(0)) { $0 + (5_000_000_000 >> UInt64($1 / 150)) }
        #expect(chain.coins.values.reduce(0) { $0 + $1.output.value } == subsidies)
        // What waits spends what is there, each only once.
        var spent: Set<OutPoint> = []
        for entry in mempool.sorted {
            for input in entry.own.transaction.inputs {
                let isThere =
                    chain.coins[input.outPoint] != nil || mempool.entries[input.outPoint.transaction] != nil
                #expect(isThere)
                #expect(spent.insert(input.outPoint).inserted)
                #expect(mempool.spenders[input.outPoint] == entry.own.id)
            }
        }
        #expect(mempool.spenders.count == spent.count)
        for (script, ids) in mempool.histories {
            #expect(ids.allSatisfy { mempool.entries[$0]?.own.scripts.contains(script) == true })
        }
    }
}
