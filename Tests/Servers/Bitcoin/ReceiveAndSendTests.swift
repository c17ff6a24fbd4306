import Bitcoin
import Bridge
import Simulators
import Testing

@testable import BitcoinWallet
@testable import WalletCore
import WalletMethods
@testable import WalletTesting

/// Payments on a simulated chain, which verifies each input.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ReceiveAndSendTests {
    @Test(arguments: UTXOChain.mainnets)
    func `what was received is shown, and can be sent`(on utxoChain: UTXOChain) async throws {
        let wallet = try await ServedWallet(utxoChain)
        try await wallet.receive(1_000_000, confirmations: 0)
        #expect(try await wallet.balance() == CoinBalance(unconfirmed: 1_000_000))
        try await wallet.ledger.mine()
        try await wallet.receive(500_000, at: 3)
        #expect(try await wallet.balance() == CoinBalance(confirmed: 1_500_000))
        let answer = await wallet.send("0.012")
        let id = try #require(answer["data"]?["txid"]?.string)
        #expect(try await wallet.ledger.waiting.contains(id))
        let record = try #require(await wallet.records().first)
        #expect(record.txid == id && record.state == .sent)
        let sent = try BitcoinTransaction(record.raw, form: utxoChain == .bitcoin ? .witness : .plain)
        #expect(sent.inputs.count == 2)
        try await wallet.ledger.mine()
        let fee = 1_500_000 - sent.outputs.reduce(0) { $0 + $1.value }
        #expect(try await wallet.balance() == CoinBalance(confirmed: 300_000 - fee))
        #expect(try await wallet.servers.isMined(record.raw, at: wallet.ledger.height()))
    }

    @Test func `both signature schemes of Bitcoin Cash are accepted`() async throws {
        let wallet = try await ServedWallet(.bitcoinCash)
        for scheme in [SpendingScheme.bitcoinCashECDSA, .bitcoinCashSchnorr] {
            wallet.site.services.coins.bitcoinCashLock = scheme
            try await wallet.receive(100_000)
            let answer = await wallet.send("0.0005")
            #expect(answer["data"]?["txid"] != nil)
        }
        #expect(await wallet.records().count == 2)
    }

    @Test(arguments: UTXOChain.mainnets)
    func `a payment that arrives is announced without a question`(on utxoChain: UTXOChain) async throws {
        let wallet = try await ServedWallet(utxoChain)
        let script = try ScriptHash(ofScript: wallet.script(5).bytes)
        var changes = await wallet.servers.changes(of: [script]).makeAsyncIterator()
        #expect(await changes.next() == script)
        #expect(try await wallet.servers.history(of: script).isEmpty)
        try await wallet.receive(20_000, at: 5, confirmations: 0)
        #expect(await changes.next() == script)
        #expect(try await wallet.servers.history(of: script).map(\.height) == [nil])
        try await wallet.ledger.mine()
        #expect(await changes.next() == script)
        #expect(try await wallet.servers.history(of: script).map(\.height) == [wallet.ledger.height()])
    }
}
