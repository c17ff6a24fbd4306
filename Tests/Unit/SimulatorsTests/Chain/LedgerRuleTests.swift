import Bitcoin
import Keys
import Primitives
import Simulators
import Testing

@testable import WalletTesting

/// What the mempool and the blocks of a simulated chain accept.
@Suite(.timeLimit(.minutes(5))) struct LedgerRuleTests {
    private func ledger(_ utxoChain: UTXOChain = .regtest) throws -> RegtestLedger {
        try RegtestLedger(isBitcoin: utxoChain.ledger == .bitcoin, clock: { 1_760_000_000 })
    }

    private func words(_ body: () throws -> Void) -> String {
        do { try body() } catch let SimulatorError.rejected(words) { return words } catch { return "\(error)" }
        return ""
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Hex.decode(text)) }

    @Test func `a chain is the same each time, with work and links in every block`() throws {
        let first = try ledger().blocks()
        #expect(first.count == RegtestLedger.firstBlocks + 1)
        let second = try ledger().blocks()
        #expect(second == first)
        let headers = first.compactMap { BlockHeader(Array($0.prefix(80))) }
        #expect(headers.count == first.count)
        #expect(headers.allSatisfy { $0.hasItsWork })
        #expect(zip(headers, headers.dropFirst()).allSatisfy { $1.follows($0) })
    }

    @Test func `at most 25 waiting transactions depend on each other on Bitcoin`() throws {
        let ledger = try ledger()
        var owner = try ElectrumContract.Owner(on: .regtest)
        var (id, value) = (try ledger.pay(1_000_000, to: owner.script.bytes), UInt64(1_000_000))
        for _ in 0..<24 {
            let next = try ElectrumContract.Owner(on: .regtest)
            id = try ledger.submit(bytes(owner.spend(id, value, paying: value - 1_000, to: next.script)))
            (owner, value) = (next, value - 1_000)
        }
        let last = try bytes(owner.spend(id, value, paying: value - 1_000, to: owner.script))
        #expect(words { try ledger.submit(last) }.contains("too-long-mempool-chain"))
        try ledger.mine()
        #expect(ledger.waiting == [])
        try ledger.submit(last)
    }

    @Test func `a child pays for a parent that would not be relayed alone`() throws {
        let ledger = try ledger()
        let (owner, other) = (try ElectrumContract.Owner(on: .regtest), try ElectrumContract.Owner(on: .regtest))
        let id = try ledger.pay(100_000, to: owner.script.bytes)
        try ledger.mine()
        let parent = try bytes(owner.spend(id, 100_000, paying: 100_000, to: other.script))
        #expect(words { try ledger.submit(parent) }.contains("min relay fee not met"))
        let parentID = try BitcoinTransaction(parent, form: .witness).id.description
        let poor = try bytes(other.spend(parentID, 100_000, paying: 99_950, to: owner.script))
        #expect(try ledger.submitPackage([parent, poor]).count == 2)
        #expect(ledger.waiting == [])
        let rich = try bytes(other.spend(parentID, 100_000, paying: 99_000, to: owner.script))
        #expect(try ledger.submitPackage([parent, rich]).isEmpty)
        #expect(ledger.waiting.count == 2)
        #expect(words { _ = try ledger.submitPackage([parent]) }.contains("between 2 and 25"))
    }

    @Test func `what is mined is no longer in the mempool, and a snapshot is a complete state`() throws {
        let ledger = try ledger(.cashRegtest)
        let owner = try ElectrumContract.Owner(on: .cashRegtest)
        let id = try ledger.pay(100_000, to: owner.script.bytes)
        let kept = ledger.snapshot()
        let spend = try bytes(owner.spend(id, 100_000, paying: 90_000, to: owner.script))
        try ledger.submit(spend)
        try ledger.mine(3)
        #expect(words { try ledger.submit(spend) }.contains("already in block chain"))
        let blocks = ledger.blocks()
        try ledger.restore(kept)
        #expect(ledger.waiting == [id])
        #expect(ledger.blocks().count == blocks.count - 3)
        try ledger.submit(spend)
    }

    @Test func `a chain pays more than it has mined at the beginning`() throws {
        let ledger = try ledger()
        try ledger.fund("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", "5000")
        #expect(ledger.height > RegtestLedger.firstBlocks)
        #expect(words { try ledger.fund("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", "20000") }.contains("coins"))
    }

    @Test func `only what time allows is taken`() throws {
        let ledger = try ledger()
        let owner = try ElectrumContract.Owner(on: .regtest)
        let id = try ledger.pay(100_000, to: owner.script.bytes)
        try ledger.mine()
        // Ten blocks after the output (BIP-68).
        let spend = try bytes(owner.spend(id, 100_000, paying: 90_000, to: owner.script, sequence: 10))
        #expect(words { try ledger.submit(spend) } == "non-BIP68-final")
        try ledger.mine(9)
        try ledger.submit(spend)
    }
}
