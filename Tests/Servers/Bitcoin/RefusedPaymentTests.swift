import Bitcoin
import Bridge
import Simulators
import TestSupport
import Testing

@testable import BitcoinWallet
@testable import WalletCore
import WalletMethods
@testable import WalletTesting

/// What nodes refuse, in their own words, as the wallet understands it.
@MainActor @Suite(.timeLimit(.minutes(5))) struct RefusedPaymentTests {
    @Test(arguments: UTXOChain.mainnets)
    func `a transaction that is mined already, changed, or spends what is not there`(
        on utxoChain: UTXOChain
    ) async throws {
        let form: BitcoinTransaction.Form = utxoChain == .bitcoin ? .witness : .plain
        let wallet = try await ServedWallet(utxoChain)
        try await wallet.receive(80_000)
        _ = await wallet.send("0.0003")
        let record = try #require(await wallet.records().first)
        let sent = try BitcoinTransaction(record.raw, form: form)
        // Nodes take a transaction that waits once more.
        #expect(await wallet.servers.broadcast(record.raw) == .accepted(sent.id))
        try await wallet.ledger.mine()
        #expect(await wallet.servers.broadcast(record.raw) == .refused(.alreadyKnown))

        try await wallet.receive(80_000, at: 1)
        _ = await wallet.send("0.0003")
        let second = try #require(await wallet.records().first)
        #expect(second.txid != record.txid)
        try wallet.ledger.ledger.drop(second.txid)
        var changed = try BitcoinTransaction(second.raw, form: form)
        changed.outputs[0] = Output(changed.outputs[0].value - 1, to: changed.outputs[0].script)
        #expect(await wallet.servers.broadcast(changed.bytes(form)) == .refused(.badSignature))
        changed.inputs[0] = BitcoinTransaction.Input(OutPoint(changed.id, 7))
        #expect(await wallet.servers.broadcast(changed.bytes(form)) == .refused(.missingInputs))
        let id = try BitcoinTransaction(second.raw, form: form).id
        #expect(await wallet.servers.broadcast(second.raw) == .accepted(id))
    }

    @Test(arguments: UTXOChain.mainnets)
    func `a second payment with the same coin is a conflict`(on utxoChain: UTXOChain) async throws {
        let wallet = try await ServedWallet(utxoChain)
        try await wallet.receive(80_000)
        _ = await wallet.send("0.0003")
        let first = try #require(await wallet.records().first)
        try wallet.ledger.ledger.drop(first.txid)
        // The same wallet on another computer.
        let other = try await ServedWallet(utxoChain, on: wallet.ledger)
        let answer = await other.send("0.0004")
        #expect(answer["data"]?["txid"] != nil)
        #expect(await wallet.servers.broadcast(first.raw) == .refused(.conflict))
    }

    @Test(arguments: UTXOChain.mainnets)
    func `a payment below what the node relays now is refused, and can be made again`(
        on utxoChain: UTXOChain
    ) async throws {
        let wallet = try await ServedWallet(utxoChain)
        try await wallet.receive(900_000)
        // The least fee rises while the user decides.
        wallet.site.holds = true
        async let sending = wallet.send("0.003")
        #expect(await eventually { wallet.site.asked == 1 })
        try wallet.ledger.ledger.relay(from: 200_000)
        wallet.site.holds = false
        let answer = await sending
        try wallet.ledger.ledger.relay(from: 1000)
        #expect(answer["error"]?["type"] == "SEND_ERROR")
        #expect(await wallet.records().map(\.state) == [.declined])
        #expect(await wallet.send("0.003")["data"]?["txid"] != nil)
    }
}
