import Bridge
import Ethereum
import Primitives
import Keys
import Testing
import Network

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

/// Transactions that were signed and recorded, but perhaps never sent.
@MainActor @Suite struct UnsentTransactionTests {
    /// A wallet restarted after it was killed between recording a transaction and sending it.
    private func killed(_ node: FakeNode) async throws -> (site: TestSite, entry: TransactionRecord) {
        let first = try await TestSite.connected(node)
        _ = await first.send()
        let entry = try #require(try await first.services.journal.recent(limit: 1).first)
        try await first.services.journal.setState(.signed, of: entry.txid, on: entry.chain)
        let site = try await TestSite.connected(node, journal: first.services.journal)
        return (site, try #require(try await site.services.journal.recent(limit: 1).first))
    }

    /// Lets the node know `entry`.
    private func show(_ entry: TransactionRecord, on node: FakeNode) {
        node.set("eth_getTransactionByHash") { params in
            params[0]?.string == entry.txid ? ["hash": .string(entry.txid)] : .null
        }
    }

    private func states(_ site: TestSite) async throws -> [TransactionRecord.State] {
        try await site.services.journal.recent(limit: 9).map(\.state)
    }

    @Test func `an unsent transaction keeps its nonce, and the next one says what it waits for`() async throws {
        let node = FakeNode.quiet()
        let (site, entry) = try await killed(node)
        #expect(await site.services.transactions.networkStatus(of: entry) == .missing)
        _ = await site.send()
        #expect(node.sent.map(\.transaction.nonce) == [5, 6])
        let warnings = try #require(site.shown.last).warnings.map(\.text)
        #expect(warnings.contains { $0.contains("waits for the one with the nonce 5") })
    }

    @Test func `a transaction that is sent again has the same bytes`() async throws {
        let node = FakeNode.quiet()
        let (site, entry) = try await killed(node)
        let shown = site.shown.count
        try await site.services.transactions.sendAgain(entry)
        #expect(node.sent.map(\.raw) == [entry.raw, entry.raw])
        #expect(try await states(site) == [.sent])
        #expect(site.shown.count == shown)
        show(entry, on: node)
        try await site.services.transactions.sendAgain(entry)
        #expect(node.sent.count == 2)
    }

    @Test func `a transaction that no node knows can be given up, and its nonce goes to the next`() async throws {
        let node = FakeNode.quiet()
        let (site, entry) = try await killed(node)
        try await site.services.transactions.giveUp(entry)
        #expect(try await states(site) == [.abandoned])
        _ = await site.send(["value": "0x7"])
        #expect(node.sent.map(\.transaction.nonce) == [5, 5])
        let new = try #require(node.sent.last).hash
        // Whatever becomes of the one that was given up, it can happen once only.
        node.set("eth_getTransactionCount", "0x6")
        node.set("eth_getTransactionReceipt") { params in
            guard params[0]?.string == HexText.of(new.bytes) else { return .null }
            return ["transactionHash": params[0] ?? .null, "blockNumber": "0x10", "status": "0x1"]
        }
        await site.services.transactions.resolve()
        #expect(try await states(site) == [.mined(succeeded: true), .replaced(by: HexText.of(new.bytes))])
    }

    @Test func `a nonce from this run is freed, too, when its transaction is given up`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .wire(.timedOut) }
        let site = try await TestSite.connected(node)
        site.services.time = TimeSource(now: { .zero }, sleep: { _ in })
        _ = await site.send()
        let entry = try #require(try await site.services.journal.recent(limit: 1).first)
        try await site.services.transactions.giveUp(entry)
        _ = await site.send(["value": "0x7"])
        #expect(node.sent.map(\.transaction.nonce) == [5, 5])
    }

    @Test func `a transaction that the node knows, or says nothing about, cannot be given up`()
        async throws
    {
        let node = FakeNode.quiet()
        let (site, entry) = try await killed(node)
        node.set("eth_getTransactionByHash") { _ throws(NodeError) in throw .wire(.timedOut) }
        await #expect(throws: RPCError.self) { try await site.services.transactions.giveUp(entry) }
        #expect(try await states(site) == [.signed])
        show(entry, on: node)
        await #expect(throws: RPCError.self) { try await site.services.transactions.giveUp(entry) }
        #expect(try await states(site) == [.sent])
    }

    @Test func `a node that claims to have a transaction must show it`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.alreadyKnown) }
        let site = try await TestSite.connected(node)
        site.services.time = TimeSource(now: { .zero }, sleep: { _ in })
        #expect(await site.send()["error"] != nil)
        #expect(try await states(site) == [.unknown])
        let entry = try #require(try await site.services.journal.recent(limit: 1).first)
        show(entry, on: node)
        await site.services.transactions.resolve()
        #expect(try await states(site) == [.sent])
    }

    @Test(arguments: [NodeRefusal.nonceTooLow, .underpriced, .insufficientFunds])
    func `a node's refusal at the second attempt does not settle the outcome`(refusal: NodeRefusal) async throws {
        let node = FakeNode.quiet()
        let (site, entry) = try await killed(node)
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(refusal) }
        await #expect(throws: RPCError.self) { try await site.services.transactions.sendAgain(entry) }
        #expect(try await states(site) == [.signed])
    }

    @Test func `a transaction that was given up but is mined anyway is reported`() async throws {
        let node = FakeNode.quiet()
        let (site, entry) = try await killed(node)
        try await site.services.transactions.giveUp(entry)
        node.set(
            "eth_getTransactionReceipt",
            ["transactionHash": .string(entry.txid), "blockNumber": "0x10", "status": "0x1"])
        await site.services.transactions.resolve()
        #expect(try await states(site) == [.mined(succeeded: true)])
    }
}
