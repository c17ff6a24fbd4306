import BigInt
import Bitcoin
import Bridge
import Foundation
import Primitives
import Testing

@testable import Simulators
@testable import WalletTesting

/// The states of chains in a file, from which they go on after a restart.
@Suite(.timeLimit(.minutes(5))) struct ChainSnapshotFileTests {
    private let path = FileManager.default.temporaryDirectory.path + "/drawbridge-snapshot-\(UUID().uuidString)"

    private static let clock: @Sendable () -> Int = { 1_760_000_000 }

    /// Chains with blocks, replaced blocks and waiting transactions.
    private func busy() async throws -> [any SimulatedLedger] {
        let user = try await EthereumUser.rich()
        let other = try EthereumUser(user.chain, 10)
        _ = try await user.send(to: other.address, value: 5)
        #expect(try await user.act(user.chain.deployments.wrapped, "deposit()", value: 700))
        try await user.chain.reorganise(1, dropping: [])
        try await user.chain.mine(1)
        try await user.chain.advance(60)
        user.chain.setMining(.onDemand)
        _ = try await user.send(to: other.address, value: 6)
        var ledgers: [any SimulatedLedger] = [user.chain]
        for utxoChain in [UTXOChain.regtest, .cashRegtest] {
            let chain = try await CoinSimulator(isBitcoin: utxoChain.ledger == .bitcoin, clock: Self.clock)
            let owner = try ElectrumContract.Owner(on: utxoChain)
            let id = try chain.ledger.pay(100_000, to: owner.script.bytes)
            if utxoChain == .cashRegtest { _ = try chain.ledger.mint(to: owner.script.bytes, 1_000, amount: 5) }
            try chain.ledger.mine(2)
            try chain.ledger.reorganise(1)
            try chain.ledger.submit(#require(Hex.decode(owner.spend(id, 100_000, paying: 90_000, to: owner.script))))
            ledgers.append(chain)
        }
        return ledgers
    }

    /// Chains as they are at the start of a program.
    private func fresh() async throws -> [any SimulatedLedger] {
        [
            EthereumChain(chainID: 1, now: { 1_800_000_000 }),
            try await CoinSimulator(isBitcoin: true, clock: Self.clock),
            try await CoinSimulator(isBitcoin: false, clock: Self.clock),
        ]
    }

    private func remove() { try? FileManager.default.removeItem(atPath: path) }

    @Test func `chains go on from a file as they were`() async throws {
        defer { remove() }
        let file = ChainSnapshotFile(path)
        let new = try await fresh()
        #expect(try await !file.read(into: new))
        let old = try await busy()
        try await file.write(old)
        #expect(try await file.read(into: new))
        for (one, other) in zip(old, new) {
            #expect(await one.saved() == other.saved(), "\(one.name)")
            try await one.mine(2)
            try await other.mine(2)
            try await one.reorganise(3, dropping: [])
            try await other.reorganise(3, dropping: [])
            try await one.mine(1)
            try await other.mine(1)
            #expect(await one.saved() == other.saved(), "\(one.name)")
        }
        // The money is where it was.
        let chain = try #require(new[0] as? EthereumChain)
        let user = try EthereumUser(chain)
        #expect(try await user.units(of: chain.deployments.wrapped) == 700)
        #expect(try await user.units(of: chain.deployments.dollar) == 100_000_000)
        // And the ledgers can pay.
        let coins = try #require(new[1] as? CoinSimulator)
        _ = try await coins.fund("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", "100", asset: nil)
        let cash = try #require(new[2] as? CoinSimulator)
        let owner = try ElectrumContract.Owner(on: .cashRegtest)
        _ = try cash.ledger.mint(to: owner.script.bytes, 1_000, amount: 5)
    }

    @Test func `a damaged file is an error with a sentence, and a file of other chains, too`() async throws {
        defer { remove() }
        let file = ChainSnapshotFile(path)
        try await file.write(busy())
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        func refused(_ changed: [UInt8], _ reason: String) async throws {
            try Data(changed).write(to: URL(filePath: path))
            let ledgers = try await fresh()
            let before = await ledgers[0].saved()
            let error = await #expect(throws: SimulatorError.self) { try await file.read(into: ledgers) }
            #expect(error?.description.hasPrefix("The snapshot \(path) cannot be used: ") == true)
            #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
            #expect(await ledgers[0].saved() == before)
        }
        for place in [0, 64, 65, 1_000, bytes.count / 2, bytes.count - 1] {
            var changed = bytes
            changed[place] ^= 1
            try await refused(changed, "it is not complete, or was changed")
        }
        for count in [0, 10, 65, bytes.count - 1] {
            try await refused(Array(bytes.prefix(count)), "it is not complete, or was changed")
        }
        try await refused(sealed(Array("[]".utf8)), "has no state of the chain “ethereum”")
        try await refused(sealed(Array("{".utf8)), "it is no snapshot")
    }

    /// The bytes with a hash that is right.
    private func sealed(_ bytes: [UInt8]) -> [UInt8] {
        Array((Hex.encode(SHA256.hash(bytes).bytes) + "\n").utf8) + bytes
    }

    @Test func `what was changed with care is refused, too, and changes no chain`() async throws {
        let chains = try await busy()
        for (chain, fresh) in zip(chains, try await fresh()) {
            let (saved, before) = (await chain.saved(), await fresh.saved())
            let text = saved.text
            var changes = [("\"blocks\":[", "\"blocks\":[{}, "), ("\"waiting\":[", "\"waiting\":[\"0x00\", ")]
            if fresh is EthereumChain {
                changes += [("\"start\":\"0x6b", "\"start\":\"0x6c"), ("\"value\":\"0x", "\"value\":\"0x1")]
            } else {
                // The last bytes of a coinbase, and of a header.
                changes += [("00000000\"]},", "00000001\"]},"), ("\"header\":\"00000020", "\"header\":\"00000021")]
            }
            for (old, new) in changes {
                let place = try #require(text.range(of: old), "\(chain.name): \(old)")
                let changed = try JSON(parsing: Array(text.replacingCharacters(in: place, with: new).utf8))
                await #expect(throws: SimulatorError.self, "\(chain.name): \(new)") { try await fresh.load(changed) }
                #expect(await fresh.saved() == before)
            }
            // A chain of another kind.
            await #expect(throws: SimulatorError.self) { try await fresh.load([:]) }
            if let other = fresh as? CoinSimulator {
                let opposite = try await CoinSimulator(isBitcoin: other.name != "bitcoin", clock: Self.clock)
                await #expect(throws: SimulatorError.self) { try await opposite.load(saved) }
            }
        }
    }
}
