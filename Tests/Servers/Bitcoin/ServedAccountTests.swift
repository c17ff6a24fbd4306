import BigInt
import Bitcoin
import Bridge
import Simulators
import Keys
import Primitives
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Accounts of the wallet on a simulated chain: what arrives, payments, higher fees, tokens.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ServedAccountTests {
    /// The chains that the server can be used as; the program itself accepts it as one of a test network only.
    nonisolated private static let chains = UTXOChain.mainnets + [.regtest, .cashRegtest]

    @Test(arguments: Self.chains)
    func `what arrives is shown at once, and confirmed with the next block`(on utxoChain: UTXOChain) async throws {
        let holdings = try await ServedHoldings(utxoChain)
        await holdings.wallet.refresh()
        #expect(holdings.balance?.units == 0)
        try await holdings.served.receive(40_000, at: 2, confirmations: 0)
        await holdings.until { holdings.balance?.unconfirmed == 40_000 }
        try await holdings.ledger.mine()
        await holdings.until { holdings.balance?.units == 40_000 }
        #expect(holdings.balance?.state == .current)
        let history = try await holdings.wallet.history(HistoryFilter(), limit: 9)
        #expect(history.map(\.state) == [.confirmed(1)])
        #expect(history.first?.changes.map(\.units) == [40_000])
        await holdings.close()
    }

    @Test(arguments: Self.chains)
    func `several recipients are paid, and then one gets everything that is left`(on utxoChain: UTXOChain) async throws
    {
        let holdings = try await ServedHoldings(utxoChain)
        for place in 0..<3 as Range<UInt32> { try await holdings.served.receive(50_000, at: place) }
        let second = try #require(holdings.wallet.addresses(of: holdings.id).first).text
        let first = try await holdings.send([
            .init(holdings.recipient, .units(60_000)), .init(second, .units(20_000)),
        ])
        let paid = try await holdings.transaction(first)
        #expect(paid.outputs.map(\.value).prefix(2) == [60_000, 20_000])
        #expect(paid.inputs.count == 2)
        try await holdings.ledger.mine()
        let all = try await holdings.transaction(holdings.send([.init(holdings.recipient, .all)]))
        #expect(all.outputs.count == 1)
        try await holdings.ledger.mine()
        #expect(try await holdings.synchronise().balance == CoinBalance())
        await holdings.close()
    }

    @Test func `a waiting payment is replaced, and the node forgets the earlier one`() async throws {
        let holdings = try await ServedHoldings(.bitcoin)
        for place in 0..<2 as Range<UInt32> { try await holdings.served.receive(50_000, at: place) }
        let old = try await holdings.send([.init(holdings.recipient, .units(30_000))], fee: .rate("1"))
        // For a moment, the server lists neither a replaced payment nor its replacement, and this account follows no changes.
        func waitUntilListed(_ payment: TransactionID) async throws {
            while !holdings.wallet.feeBumps(of: payment.description, in: holdings.id).contains(.replacement) {
                try await Task.sleep(for: .milliseconds(50))
                try await holdings.synchronise()
            }
        }
        var last = old
        for rate in ["2", "7.5"] {
            try await waitUntilListed(last)
            let (replaced, id) = (last, holdings.id)
            last = try await holdings.run { request async throws(RPCError) in
                try await holdings.wallet.replace(replaced.description, in: id, fee: .rate(rate), for: request)
            }
            #expect(try await !holdings.ledger.waiting.contains(replaced.description))
        }
        try await waitUntilListed(last)
        let history = try await holdings.wallet.history(HistoryFilter(), limit: 9)
        #expect(history.first { $0.txid == old.description }?.state == .dropped(.replaced(by: last.description)))
        #expect(history.first { $0.txid == last.description }?.state == .pending)
        try await holdings.ledger.mine()
        let snapshot = try await holdings.synchronise()
        let sent = try await holdings.transaction(last)
        #expect(sent.outputs.contains { $0.value == 30_000 })
        #expect(snapshot.ledger.transactions[old] == nil)
        #expect(snapshot.ledger.transactions[last]?.block != nil)
        let fee = try #require(snapshot.ledger.transactions[last].flatMap { snapshot.ledger.fee(of: $0) })
        #expect(snapshot.balance == CoinBalance(confirmed: 70_000 - fee))
        await holdings.close()
    }

    @Test(arguments: UTXOChain.mainnets)
    func `a child bumps the fee of a payment that arrived`(on utxoChain: UTXOChain) async throws {
        let holdings = try await ServedHoldings(utxoChain)
        let parent = try await holdings.served.receive(90_000, confirmations: 0)
        try await holdings.synchronise()
        #expect(holdings.wallet.feeBumps(of: parent, in: holdings.id) == [.child])
        let id = holdings.id
        let child = try await holdings.run { request async throws(RPCError) in
            try await holdings.wallet.payForParent(parent, in: id, fee: .rate("30"), for: request)
        }
        let sent = try await holdings.transaction(child)
        let first = try await holdings.transaction(#require(TransactionID(parent)))
        // The node pays 1000 satoshis, and 40 for each output.
        let fees = 1040 + 90_000 - sent.outputs.reduce(0) { $0 + $1.value }
        #expect(fees >= 30 * UInt64(first.virtualSize + sent.virtualSize))
        try await holdings.ledger.mine()
        #expect(try await holdings.synchronise().balance == CoinBalance(confirmed: 90_000 + 1040 - fees))
        await holdings.close()
    }

    @Test func `tokens arrive and are sent, and no node finds one missing`() async throws {
        let holdings = try await ServedHoldings(.bitcoinCash)
        let (fungible, item) = (
            try holdings.mint(amount: 1000, at: 0), try holdings.mint(capability: 1, at: 1)
        )
        try await holdings.served.receive(100_000, at: 2)
        try await holdings.ledger.mine()
        var snapshot = try await holdings.synchronise()
        let assets = holdings.wallet.assets(of: holdings.id)
        #expect(Set(assets.dropFirst().compactMap(\.id.cashToken)) == [fungible, item])
        let place = try #require(assets.firstIndex { $0.id.cashToken == fungible })
        let id = try await holdings.send([.init(holdings.recipient, .units(400))], asset: place)
        let sent = try await holdings.transaction(id)
        #expect(sent.outputs.compactMap(\.token?.token.amount) == [400, 600])
        try await holdings.ledger.mine()
        snapshot = try await holdings.synchronise()
        let left = snapshot.coins.compactMap { coin -> UInt64? in
            if case .token(let token) = coin.content, token.category == fungible { token.amount } else { nil }
        }
        #expect(left == [600])
        #expect(snapshot.coins.contains { $0.outPoint.transaction != id && $0.content != .satoshis })
        await holdings.close()
    }
}

extension ServedHoldings<CoinSimulator> {
    /// Receives tokens of a new category at the address `place`; returns the category.
    fileprivate func mint(amount: UInt64 = 0, capability: UInt8? = nil, at place: UInt32) throws -> TransactionID {
        let made = try ledger.ledger.mint(
            to: served.script(place).bytes, 1_000, amount: amount, capability: capability)
        guard let category = TransactionID(made.category) else { throw CoinError.notFound }
        return category
    }
}
