import Bitcoin
import Bridge
import Synchronization
import TestSupport
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct CoinAccountTests {
    @Test func `twenty unused addresses end the search, for receiving and for change`() async throws {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000, to: try CoinSite.own(CoinSite.receiving + "19"))
        await wallet.cash.pay(2_000, to: try CoinSite.own(CoinSite.receiving + "39"))
        await wallet.cash.pay(4_000, to: try CoinSite.own(CoinSite.change + "5"))
        await wallet.cash.pay(8_000, to: try CoinSite.own(CoinSite.receiving + "60"))
        #expect(try await wallet.site.services.coins.balance(on: .bitcoinCash).confirmed == 7_000)
        // An address between brings those behind it into reach.
        await wallet.cash.pay(16_000, to: try CoinSite.own(CoinSite.receiving + "45"))
        #expect(try await wallet.site.services.coins.balance(on: .bitcoinCash).confirmed == 31_000)
    }

    @Test func `addresses that a server invented are dropped once it is honest again`() async throws {
        let wallet = try CoinSite()
        let coins = wallet.site.services.coins
        await wallet.cash.behave { $0.isEndless = true }
        await #expect(throws: RPCError.self) { try await coins.balance(on: .bitcoinCash) }
        await wallet.cash.behave { $0.isEndless = false }
        await wallet.cash.pay(1_000, to: try CoinSite.own(CoinSite.receiving + "2"))
        #expect(try await coins.balance(on: .bitcoinCash).confirmed == 1_000)
        let fresh = try await coins.freshAddress(on: .bitcoinCash)
        #expect(try Destination(fresh, on: .bitcoinCash).script == CoinSite.own(CoinSite.receiving + "3"))
    }

    @Test func `proofs of spent coins are not kept`() async throws {
        let wallet = try CoinSite()
        let script = try CoinSite.own(CoinSite.receiving + "0")
        for _ in 0..<3 { await wallet.cash.pay(100_000, to: script) }
        let account = try await wallet.site.services.coins.synchronised(.bitcoinCash)
        #expect(account.proven.count == 3)
        _ = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.0029"])
        _ = try await wallet.site.services.coins.synchronised(.bitcoinCash)
        #expect(account.proven.isEmpty)
    }

    @Test func `coins that add up to more than 64 bits are counted without a crash`() async throws {
        let wallet = try CoinSite()
        let script = try CoinSite.own(CoinSite.receiving + "0")
        // All 21 million coins, 9,000 times: only a server that lies can say so.
        let all = [Output](repeating: Output(2_100_000_000_000_000, to: script), count: 1_500)
        for _ in 0..<6 { await wallet.cash.pay(2_100_000_000_000_000, to: script, others: all) }
        #expect(try await wallet.site.services.coins.balance(on: .bitcoinCash).confirmed == .max)
        let sent = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "20999999"])
        #expect(sent["data"] != nil || sent["error"] != nil)
        var balance = CoinBalance()
        (balance.confirmed, balance.unconfirmed, balance.reserved) = (.max, .max, 1)
        #expect(balance.total == .max)
        #expect(CoinBalance.isNearlyAll(.max, of: .max))
    }

    @Test func `a used address is not given out again`() async throws {
        let wallet = try CoinSite()
        let coins = wallet.site.services.coins
        #expect(
            try await coins.freshAddress(on: .bitcoinCash) == wallet.site.services.activeAccount.address(.bitcoinCash))
        await wallet.cash.pay(1_000, to: try CoinSite.own(CoinSite.receiving + "2"))
        let fresh = try await coins.freshAddress(on: .bitcoinCash)
        #expect(try Destination(fresh, on: .bitcoinCash).script == CoinSite.own(CoinSite.receiving + "3"))
    }

    @Test func `unconfirmed coins are spent if they are the wallet's own change, or on Bitcoin Cash if needed`()
        async throws
    {
        let wallet = try CoinSite()
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"), height: nil)
        await wallet.bitcoin.pay(
            1_000_000, to: try CoinSite.own(CoinSite.bitcoinReceiving + "0", on: .bitcoin), height: nil)
        #expect(try await wallet.site.services.coins.balance(on: .bitcoinCash).unconfirmed == 1_000_000)
        let cash = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.001"])
        #expect(cash["data"] != nil)
        let bitcoin = await wallet.send(["to": .string(CoinSite.bitcoinRecipient), "protocol": "BTC", "value": "0.001"])
        #expect(bitcoin["error"]?["type"] == "SEND_ERROR")
        await wallet.bitcoin.pay(500_000, to: try CoinSite.own(CoinSite.bitcoinReceiving + "1", on: .bitcoin))
        for _ in 0..<3 {
            let sent = await wallet.send([
                "to": .string(CoinSite.bitcoinRecipient), "protocol": "BTC", "value": "0.001",
            ])
            #expect(sent["data"] != nil)
        }
    }

    @Test func `coins that carry tokens of either kind are never spent for their satoshis`() async throws {
        let wallet = try CoinSite()
        await wallet.connect()
        let script = try CoinSite.own(CoinSite.receiving + "0")
        let category = [UInt8](repeating: 0xBB, count: 32)
        await wallet.cash.pay(1_000_000, to: Script([0xEF] + category + [0x10, 0x05] + script.bytes))
        let token = try #require(TransactionID(String(repeating: "ab", count: 32)))
        let message = Output(0, to: SLPMessage.send(.fungible, token: token, quantities: [5]).script)
        await wallet.cash.pay(1_000_000, to: script, others: [message])
        let unknown = Output(0, to: Script([0x6A, 0x04, 0x53, 0x4C, 0x50, 0x00, 0x01, 0x77, 0x01, 0x00]))
        await wallet.cash.pay(1_000_000, to: script, others: [unknown])
        let balance = try await wallet.site.services.coins.balance(on: .bitcoinCash)
        #expect(balance.withTokens == 3_000_000)
        #expect(balance.confirmed == 0)
        let answer = await wallet.send(["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.001"])
        #expect(answer["error"]?["type"] == "SEND_ERROR")
        #expect(wallet.site.shown.isEmpty)
        // What a token message gives nothing to is a coin like others.
        let rest = Output(0, to: SLPMessage.send(.fungible, token: token, quantities: [5]).script)
        await wallet.cash.pay(
            500_000, to: script, others: [rest, Output(546, to: Script([0x51]))])
        #expect(try await wallet.site.services.coins.balance(on: .bitcoinCash).confirmed == 500_000)
    }

    @Test func `a server that keeps inventing addresses is abandoned`() async throws {
        let site = try TestSite(servers: [.bitcoinCash: EndlessServer()])
        let answer = await site.link(
            "sendAssets", ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.001"])
        #expect(answer["error"]?["type"] == "SEND_ERROR")
    }
}

@MainActor @Suite struct WideTransactionTests {
    /// A transaction with `count` coins of the wallet, and a first output that claims to be a token message, 50 bytes
    /// long for each of them.
    private func wide(_ count: Int, on utxoChain: UTXOChain) throws -> (BitcoinTransaction, script: Script) {
        let path = utxoChain == .bitcoin ? CoinSite.bitcoinReceiving : CoinSite.receiving
        let script = try CoinSite.own(path + "0", on: utxoChain)
        let claim = Output(
            0, to: Script([0x6A, 0x04, 0x53, 0x4C, 0x50, 0x00] + [UInt8](repeating: 0x51, count: count * 50)))
        let transaction = BitcoinTransaction(
            inputs: [.init(OutPoint(BitcoinTransaction(inputs: [], outputs: [claim]).id, 0))],
            outputs: [claim] + [Output](repeating: Output(UTXOChain.allMoney, to: script), count: count))
        return (transaction, script)
    }

    @Test(arguments: [UTXOChain.bitcoinCash, .bitcoin])
    func `a transaction with thousands of the wallet's coins is parsed, hashed and verified once`(utxoChain: UTXOChain)
        async throws
    {
        var accounts: [Int: CoinAccount] = [:]
        for count in [1_000, 16_000] {
            let (transaction, script) = try wide(count, on: utxoChain)
            let server = WideServer(transaction: transaction, script: ScriptHash(ofScript: script.bytes))
            let site = try TestSite(servers: [utxoChain: server])
            let account = try await site.services.coins.synchronised(utxoChain)
            // 16,000 of them are more than any number here holds.
            let (sum, isTooLarge) = UTXOChain.allMoney.multipliedReportingOverflow(by: UInt64(count))
            #expect(account.balance.confirmed == (isTooLarge ? .max : sum))
            #expect(server.proofs.load(ordering: .relaxed) == 1 && server.reads.load(ordering: .relaxed) == 1)
            accounts[count] = account
        }
        let adding = try Growth(from: 1_000, to: 16_000) {
            try #require(accounts[$0])
        } _: {
            _ = $0.balance
        }
        #expect(adding.isLinear, "\(adding)")
    }

    @Test(arguments: [UTXOChain.bitcoinCash, .bitcoin])
    func `parsing a transaction and looking at each of its coins takes linear time`(utxoChain: UTXOChain) async throws {
        var known: [Int: KnownTransaction] = [:]
        for count in [1_000, 16_000] {
            let transaction = try wide(count, on: utxoChain).0
            known[count] = await KnownTransaction.read(
                transaction.bytes(.plain), named: transaction.id, on: utxoChain)
        }
        let parsing = try Growth(from: 1_000, to: 16_000) {
            try #require(known[$0]).bytes
        } _: { bytes in
            _ = try BitcoinTransaction(bytes, form: utxoChain == .bitcoin ? .witness : .plain).id
        }
        #expect(parsing.isLinear, "\(parsing)")
        let looking = try Growth(from: 1_000, to: 16_000) {
            try #require(known[$0])
        } _: { known in
            for place in known.transaction.outputs.indices { _ = known.burden(of: UInt32(place), on: utxoChain) }
        }
        #expect(looking.isLinear, "\(looking)")
    }

    @Test func `a server that keeps inventing coins is abandoned`() async throws {
        let script = try CoinSite.own(CoinSite.receiving + "0")
        let one = BitcoinTransaction(inputs: [], outputs: [Output(1_000, to: script)])
        let server = WideServer(transaction: one, script: ScriptHash(ofScript: script.bytes), count: 20_001)
        let site = try TestSite(servers: [.bitcoinCash: server])
        await #expect(throws: RPCError.self) { try await site.services.coins.balance(on: .bitcoinCash) }
        #expect(server.reads.load(ordering: .relaxed) == 0)
    }

    @Test func `the cache of parsed transactions is limited in bytes`() async throws {
        var known = KnownTransactions()
        for number in UInt32(0)..<40 {
            let script = Script([UInt8](repeating: 0, count: 3_000_000))
            let transaction = BitcoinTransaction(version: number, inputs: [], outputs: [Output(1, to: script)])
            let bytes = transaction.bytes(.plain)
            let read = await KnownTransaction.read(bytes, named: transaction.id, on: .bitcoinCash)
            known.add(try #require(read))
            #expect(known.weight <= KnownTransactions.limit && known.weight > 0)
            #expect(known[transaction.id]?.bytes == bytes)
        }
    }
}

/// A server that knows one transaction, with a coin in each of its outputs but the first, in a block.
private final class WideServer: CoinServer {
    private let transaction: BitcoinTransaction
    private let script: ScriptHash
    private let count: Int
    let reads = Atomic(0)
    let proofs = Atomic(0)

    init(transaction: BitcoinTransaction, script: ScriptHash, count: Int? = nil) {
        self.transaction = transaction
        self.script = script
        self.count = count ?? transaction.outputs.count - 1
    }

    func history(of scripts: [ScriptHash]) throws(CoinError) -> [[HistoryEntry]] {
        scripts.map { $0 == script ? [HistoryEntry(id: transaction.id, height: 7)] : [] }
    }

    func unspent(of scripts: [ScriptHash]) throws(CoinError) -> [[UnspentOutput]] {
        let id = transaction.id
        return scripts.map { script in
            guard script == self.script else { return [] }
            return (0..<count).map { place in
                UnspentOutput(outPoint: OutPoint(id, UInt32(place + 1)), value: UTXOChain.allMoney, height: 7)
            }
        }
    }

    func transaction(_ id: TransactionID) throws(CoinError) -> [UInt8] {
        reads.add(1, ordering: .relaxed)
        return transaction.bytes(.plain)
    }

    func isMined(_ transaction: [UInt8], at height: Int) -> Bool {
        proofs.add(1, ordering: .relaxed)
        return true
    }

    func isKnown(_ id: TransactionID) -> Bool { true }
    func broadcast(_ transaction: [UInt8]) -> BroadcastOutcome { .unknown }
    func feeRate(within blocks: Int) throws(CoinError) -> UInt64? { nil }
    func relayFeeRate() throws(CoinError) -> UInt64 { 1_000 }
    func answeringServer() -> String? { nil }
    func tips() -> AsyncStream<ChainTip> { AsyncStream { $0.finish() } }
    func changes(of scripts: [ScriptHash]) -> AsyncStream<ScriptHash> { AsyncStream { $0.finish() } }
}

/// A server that says of every script that it is in use.
private struct EndlessServer: CoinServer {
    func history(of scripts: [ScriptHash]) throws(CoinError) -> [[HistoryEntry]] {
        let id = BitcoinTransaction(inputs: [], outputs: []).id
        return scripts.map { _ in [HistoryEntry(id: id, height: 1)] }
    }

    func unspent(of scripts: [ScriptHash]) throws(CoinError) -> [[UnspentOutput]] { scripts.map { _ in [] } }
    func transaction(_ id: TransactionID) throws(CoinError) -> [UInt8] { throw .notFound }
    func isKnown(_ id: TransactionID) -> Bool { false }
    func isMined(_ transaction: [UInt8], at height: Int) -> Bool { true }
    func broadcast(_ transaction: [UInt8]) -> BroadcastOutcome { .unknown }
    func feeRate(within blocks: Int) throws(CoinError) -> UInt64? { nil }
    func relayFeeRate() throws(CoinError) -> UInt64 { 1_000 }
    func answeringServer() -> String? { nil }
    func tips() -> AsyncStream<ChainTip> { AsyncStream { $0.finish() } }
    func changes(of scripts: [ScriptHash]) -> AsyncStream<ScriptHash> { AsyncStream { $0.finish() } }
}
