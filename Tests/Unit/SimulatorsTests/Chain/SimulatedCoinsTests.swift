import BigInt
import Bitcoin
import Bridge
import Simulators
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletMethods
@testable import WalletTesting

/// The wallet's own accounts on a simulated chain.
@MainActor @Suite(.timeLimit(.minutes(5))) struct SimulatedCoinsTests {
    @Test(arguments: [UTXOChain.regtest, .cashRegtest])
    func `what is funded is spent, confirmed, and waits again after a reorganisation`(_ chain: UTXOChain) async throws {
        let holdings = try await SimulatedHoldings(chain)
        let simulator = holdings.simulator
        try simulator.ledger.fund(holdings.address(0), "1.5")
        try simulator.ledger.fund(holdings.address(1), "0.5")
        #expect(try await holdings.synchronise().balance == CoinBalance(confirmed: 200_000_000))
        let id = try await holdings.send([.init(holdings.recipient, .units(60_000_000))])
        #expect(simulator.ledger.waiting == [id])
        try simulator.ledger.mine()
        let snapshot = try await holdings.synchronise()
        let sent = try #require(TransactionID(id))
        #expect(snapshot.ledger.transactions[sent]?.block != nil)
        let fee = try #require(snapshot.ledger.transactions[sent].flatMap { snapshot.ledger.fee(of: $0) })
        #expect(snapshot.balance == CoinBalance(confirmed: 140_000_000 - fee))
        let history = try await holdings.wallet.history(HistoryFilter(), limit: 9)
        #expect(history.first { $0.txid == id }?.state == .confirmed(1))
        // The blocks of the payment are replaced: it waits, and is mined again.
        try simulator.ledger.reorganise(2)
        #expect(simulator.ledger.waiting.contains(id))
        #expect(try await holdings.synchronise().ledger.transactions[sent]?.block == nil)
        try simulator.ledger.mine()
        #expect(try await holdings.synchronise().ledger.transactions[sent]?.block != nil)
        // A block without it: it is gone for good, and its coins are there again.
        try simulator.ledger.reorganise(1, dropping: [id])
        #expect(try await holdings.synchronise().balance.confirmed >= 50_000_000)
        #expect(simulator.ledger.waiting.contains(id) == false)
        await holdings.close()
    }

    @Test func `a waiting payment is replaced by one with a higher fee`() async throws {
        let holdings = try await SimulatedHoldings(.regtest)
        let ledger = holdings.simulator.ledger
        for place in 0..<2 as Range<UInt32> { try ledger.fund(holdings.address(place), "0.001") }
        try await holdings.synchronise()
        let old = try await holdings.send([.init(holdings.recipient, .units(30_000))], fee: .rate("1"))
        try await holdings.synchronise()
        let id = holdings.id
        let new = try await holdings.run { request async throws(RPCError) in
            try await holdings.wallet.replace(old, in: id, fee: .rate("7.5"), for: request)
        }
        #expect(ledger.waiting == [new])
        try ledger.mine()
        try await holdings.synchronise()
        let history = try await holdings.wallet.history(HistoryFilter(), limit: 9)
        #expect(history.first { $0.txid == old }?.state == .dropped(.replaced(by: new)))
        #expect(history.first { $0.txid == new }?.state == .confirmed(1))
        await holdings.close()
    }

    @Test func `tokens arrive and are sent on`() async throws {
        let holdings = try await SimulatedHoldings(.cashRegtest)
        let ledger = holdings.simulator.ledger
        let script = try Destination(holdings.address(0), on: .cashRegtest).script.bytes
        let category = try ledger.mint(to: script, 1_000, amount: 1_000).category
        try ledger.fund(holdings.address(1), "0.01")
        try await holdings.synchronise()
        let assets = holdings.wallet.assets(of: holdings.id)
        let place = try #require(assets.firstIndex { $0.id.cashToken?.description == category })
        let id = try await holdings.send([.init(holdings.recipient, .units(400))], asset: place)
        #expect(ledger.waiting == [id])
        try ledger.mine()
        let left = try await holdings.synchronise().coins.compactMap { coin -> UInt64? in
            if case .token(let token) = coin.content { token.amount } else { nil }
        }
        #expect(left == [600])
        await holdings.close()
    }

    @Test(arguments: ["refuse", "swallow", "close"])
    func `a fault of the server leaves no payment that is said to be made and is not`(_ name: String) async throws {
        let holdings = try await SimulatedHoldings(.regtest)
        let simulator = holdings.simulator
        try simulator.ledger.fund(holdings.address(0), "0.01")
        try await holdings.synchronise()
        let fault = try #require(ChainFault(name: name))
        simulator.faults.add(fault, for: "blockchain.transaction.broadcast", isOnce: true)
        let id = try? await holdings.send([.init(holdings.recipient, .units(30_000))])
        #expect(id == nil)
        #expect(simulator.ledger.waiting == [])
        try simulator.ledger.mine()
        try await holdings.synchronise()
        let history = try await holdings.wallet.history(HistoryFilter(), limit: 9)
        #expect(history.filter { if case .confirmed = $0.state { true } else { false } }.count == 1)
        await holdings.close()
    }
}
