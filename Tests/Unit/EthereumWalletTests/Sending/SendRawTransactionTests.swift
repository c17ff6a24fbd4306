import BigInt
import Bridge
import Ethereum
import Keys
import Primitives
import TestSupport
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

/// Signed transactions that a site hands to the wallet.
@MainActor @Suite struct SendRawTransactionTests {
    private let node = FakeNode.quiet()

    /// A transaction that another account has signed.
    private static func foreign(chainID: UInt64 = 1, type: UInt8 = 2) throws -> SignedTransaction {
        let key = try PrivateKey(SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
        let fees: EthereumTransaction.Fees =
            type == 2 ? .dynamic(maxFee: 9, maxPriorityFee: 1) : .legacy(gasPrice: 9)
        let transaction = try EthereumTransaction(
            chainID: chainID, nonce: 3, fees: fees, gasLimit: 21_000,
            to: EthereumAddress(try #require(TestSite.other.string)), value: 5, data: [], accessList: [])
        return try SignedTransaction(transaction, key.sign(transaction.digest))
    }

    /// A transaction of the wallet's account that another program signed.
    private static func signedElsewhere() async throws -> JSON {
        let elsewhere = try await TestSite.connected(FakeNode.quiet())
        return try #require(await elsewhere.send(by: "eth_signTransaction")["result"])
    }

    private static func text(_ raw: [UInt8]) -> JSON { .string("0x" + Hex.encode(raw)) }

    @Test func `a transaction signed by another account is passed on unchanged, for a connected site`() async throws {
        let site = try await TestSite.connected(node)
        for type: UInt8 in [0, 2] {
            let signed = try Self.foreign(type: type)
            let answer = await site.ask("eth_sendRawTransaction", [Self.text(signed.raw)])
            #expect(answer["result"] == Self.text(signed.hash.bytes))
            #expect(node.sent.last == signed)
        }
        // It is not one of the wallet's transactions, and no question was asked.
        #expect(try await site.services.journal.recent(limit: 9).isEmpty)
        #expect(site.shown.count == 1)
    }

    @Test func `nothing is passed on for an unconnected site, or while the wallet is locked`() async throws {
        let raw = Self.text(try Self.foreign().raw)
        let node = node
        let unconnected = try TestSite(
            chains: ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
        #expect(await unconnected.ask("eth_sendRawTransaction", [raw])["error"]?["code"] == 4100)
        let site = try await TestSite.connected(node)
        site.dispatcher.lock()
        #expect(await site.ask("eth_sendRawTransaction", [raw])["error"]?["code"] == 4100)
        #expect(node.sent.isEmpty)
    }

    @Test func `a transaction that is unreadable, for another chain or without a valid signature reaches no node`()
        async throws
    {
        let site = try await TestSite.connected(node)
        let good = try Self.foreign().raw
        var changed = good
        changed[changed.count - 70] ^= 0xFF
        var cases: [(JSON, Int)] = [
            ([], -32602), (["0x"], -32602), ([1], -32602), (["0xzz"], -32602), ([Self.text(good), 1], -32602),
            ([Self.text(Array(good.dropLast()))], -32602), ([Self.text(good + [0])], -32602),
            ([Self.text(try Self.foreign(chainID: 137).raw)], -32602),
            ([Self.text(try Self.foreign(chainID: 0, type: 0).raw)], -32602),
            ([Self.text([3] + good.dropFirst())], 4200), ([Self.text([4] + good.dropFirst())], 4200),
            ([Self.text([0x7F] + good.dropFirst())], 4200),
        ]
        // Nodes do not accept a signature with a high s.
        cases.append(([Self.text(try Self.highS(good))], -32602))
        for (params, code) in cases {
            let error = await site.ask("eth_sendRawTransaction", params)["error"]
            #expect(error?["code"]?.number?.integer == code, "\(params)")
        }
        #expect(node.sent.isEmpty)
    }

    /// The transaction with s taken from the group's order, and the other parity.
    private static func highS(_ raw: [UInt8]) throws -> [UInt8] {
        let order = BigUInt("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141", radix: 16) ?? 0
        let s = raw.suffix(32).reduce(BigUInt(0)) { $0 << 8 | BigUInt($1) }
        let high = order - s
        let bytes = (0..<32).reversed().map { UInt8(truncatingIfNeeded: high >> (8 * $0)) }
        return raw.dropLast(32) + bytes
    }

    @Test func `a transaction that the wallet signed for the site is recorded once, and its outcome is tracked`()
        async throws
    {
        let site = try await TestSite.connected(node)
        let raw = try #require(await site.send(by: "eth_signTransaction")["result"])
        #expect(try await site.services.journal.recent(limit: 9).map(\.state) == [.signed])
        let hash = await site.ask("eth_sendRawTransaction", [raw])["result"]
        #expect(try await site.services.journal.recent(limit: 9).map(\.state) == [.sent])
        #expect(try await site.services.journal.recent(limit: 9).map { JSON.string($0.txid) } == [hash])
        // Sent again after it was mined, it stays mined.
        let txid = try #require(hash?.string)
        try await site.services.journal.setState(.mined(succeeded: true), of: txid, on: "eip155:1")
        #expect(await site.ask("eth_sendRawTransaction", [raw])["result"] == hash)
        #expect(try await site.services.journal.recent(limit: 9).map(\.state) == [.mined(succeeded: true)])
    }

    @Test func `a transaction that the account signed elsewhere is recorded before it is sent to a node`() async throws
    {
        let raw = try await Self.signedElsewhere()
        let journal = MemoryJournal()
        let site = try await TestSite.connected(node, journal: journal)
        _ = await site.ask("eth_sendRawTransaction", [raw])
        let entry = try #require(await journal.recent(limit: 9).first)
        #expect(entry.nonce == 5 && entry.state == .sent && entry.what.text.contains("Send 0.001 ETH"))
        // The nonce is in use: the wallet's next transaction has another one.
        _ = await site.send()
        #expect(node.sent.map(\.transaction.nonce) == [5, 6])
    }

    @Test func `a declined transaction that a node accepts later is in the journal as sent`() async throws {
        let raw = try await Self.signedElsewhere()
        let journal = MemoryJournal()
        let site = try await TestSite.connected(node, journal: journal)
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.insufficientFunds) }
        #expect(await site.ask("eth_sendRawTransaction", [raw])["error"] != nil)
        #expect(await journal.recent(limit: 9).map(\.state) == [.declined])
        node.acceptTransactions()
        #expect(await site.ask("eth_sendRawTransaction", [raw])["result"] != nil)
        #expect(await journal.recent(limit: 9).map(\.state) == [.sent])
        // The nonce is in use.
        _ = await site.send()
        #expect(node.sent.last?.transaction.nonce == 6)
    }

    @Test(arguments: [
        (NodeRefusal.insufficientFunds, "insufficient funds"),
        (.replacementUnderpriced, "replacement transaction underpriced"),
        (.intrinsicGas, "intrinsic gas too low"),
    ])
    func `a node's refusal uses the words that libraries know`(refusal: NodeRefusal, words: String) async throws {
        let site = try await TestSite.connected(node)
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(refusal) }
        let error = await site.ask("eth_sendRawTransaction", [Self.text(try Self.foreign().raw)])["error"]
        #expect(error?["message"]?.string?.contains(words) == true)
    }
}
