import BigInt
import Bitcoin
import Bridge
import Simulators
import Testing

@testable import BitcoinWallet
@testable import WalletCore

/// Blocks that are replaced by others, as on a real chain: headers with proofs of work.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ReorganisationTests {
    @Test(arguments: UTXOChain.mainnets)
    func `a payment whose three blocks are replaced counts as unconfirmed`(on utxoChain: UTXOChain) async throws {
        let wallet = try await ServedWallet(utxoChain)
        try await wallet.receive(70_000, confirmations: 3)
        #expect(try await wallet.balance() == CoinBalance(confirmed: 70_000))
        try wallet.ledger.ledger.reorganise(3)
        #expect(try await wallet.balance() == CoinBalance(unconfirmed: 70_000))
        try await wallet.ledger.mine()
        #expect(try await wallet.balance() == CoinBalance(confirmed: 70_000))
    }

    @Test(arguments: UTXOChain.mainnets)
    func `a payment that the new blocks leave out for good is gone`(on utxoChain: UTXOChain) async throws {
        let wallet = try await ServedWallet(utxoChain)
        try await wallet.receive(30_000)
        let id = try await wallet.receive(70_000, at: 1, confirmations: 3)
        #expect(try await wallet.balance() == CoinBalance(confirmed: 100_000))
        try wallet.ledger.ledger.reorganise(3, dropping: [id])
        #expect(try await wallet.balance() == CoinBalance(confirmed: 30_000))
    }

    @Test func `the new tip is told, and proofs lead to the new blocks`() async throws {
        let wallet = try await ServedWallet(.bitcoin)
        var tips = await wallet.servers.tips().makeAsyncIterator()
        let first = try #require(await tips.next())
        let id = try await wallet.receive(40_000)
        let old = try #require(await tips.next())
        #expect(old.height == first.height + 1)
        let bytes = try await wallet.servers.transaction(#require(TransactionID(id)))
        #expect(try await wallet.servers.isMined(bytes, at: old.height))
        // The payment is in the first of two new blocks.
        try wallet.ledger.ledger.reorganise(1, confirms: true)
        var new = try #require(await tips.next())
        if new.height == old.height { new = try #require(await tips.next()) }
        #expect(new.height == old.height + 1)
        #expect(new.header.previous != old.header.hash)
        #expect(try await wallet.servers.isMined(bytes, at: old.height))
        await wallet.servers.close()
    }

    @Test(arguments: UTXOChain.mainnets)
    func `an own payment whose block is replaced waits again, and is mined again`(on utxoChain: UTXOChain) async throws
    {
        let wallet = try await ServedWallet(utxoChain)
        try await wallet.receive(90_000)
        let id = try #require(await wallet.send("0.0004")["data"]?["txid"]?.string)
        try await wallet.ledger.mine()
        try wallet.ledger.ledger.reorganise(1)
        #expect(try await wallet.ledger.waiting.contains(id))
        #expect(try await wallet.servers.isKnown(#require(TransactionID(id))))
        try await wallet.ledger.mine()
        #expect(try await wallet.balance().confirmed > 40_000)
    }

    @Test(arguments: UTXOChain.mainnets)
    func `after a reorganisation of three blocks, only what is proven again is confirmed`(on utxoChain: UTXOChain)
        async throws
    {
        let holdings = try await ServedHoldings(utxoChain)
        let lost = try await holdings.served.receive(5000, at: 1)
        let kept = try await holdings.served.receive(70_000, confirmations: 2)
        await holdings.wallet.refresh()
        #expect(holdings.balance?.units == 75_000)
        try holdings.ledger.ledger.reorganise(3, dropping: [lost])
        await holdings.until { holdings.balance?.units == 0 && holdings.balance?.unconfirmed == 70_000 }
        try await holdings.ledger.mine()
        await holdings.until { holdings.balance?.units == 70_000 }
        let snapshot = try await holdings.account.snapshot
        #expect(snapshot.ledger.transactions.keys.map(\.description) == [kept])
        #expect(snapshot.state.disagreement == nil)
        await holdings.close()
    }

    @Test func `a reorganisation while the wallet was closed is noticed at the next start`() async throws {
        let first = try await ServedHoldings(.bitcoin)
        let lost = try await first.served.receive(5000, confirmations: 3)
        #expect(try await first.synchronise().balance == CoinBalance(confirmed: 5000))
        await first.close()
        try first.ledger.ledger.reorganise(3, dropping: [lost])
        let second = try await ServedHoldings(.bitcoin, on: first.ledger, store: first.store)
        #expect(second.balance?.units == 5000)
        #expect(try await second.synchronise().balance == CoinBalance())
        await second.close()
    }
}
