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

@MainActor @Suite struct BroadcastTests {
    private func send(_ node: FakeNode) async throws -> (answer: JSON, journal: [TransactionRecord]) {
        let site = try await TestSite.connected(node)
        site.services.time = TimeSource(now: { .zero }, sleep: { _ in })
        let answer = await site.send()
        return (answer, try await site.services.journal.recent(limit: 9))
    }

    @Test(arguments: [
        NodeRefusal.insufficientFunds, .underpriced, .feeBelowBlock, .intrinsicGas, .otherChain, .nonceTooLow,
        .nonceTooHigh, .replacementUnderpriced, .gasLimit, .tipAboveFee, .invalidParameters, .invalidTransaction,
        .poolFull, .unsupported,
    ])
    func `a refused transaction is not called unsent: the node has it`(refusal: NodeRefusal) async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(refusal) }
        let (answer, journal) = try await send(node)
        let sentence = try #require(answer["error"]?["message"]?.string)
        #expect(sentence.contains(refusal.description) && sentence.contains("could still send it"))
        #expect(!sentence.contains("not sent"))
        #expect(journal.map(\.state) == [.declined])
        #expect(node.sent.count == 1)
    }

    @Test(arguments: [NodeRefusal.insufficientFunds, .underpriced, .intrinsicGas, .otherChain, .other])
    func `a transaction that the node refuses but shows counts as sent`(refusal: NodeRefusal) async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(refusal) }
        node.set("eth_getTransactionByHash") { params in ["hash": params[0] ?? .null] }
        let (answer, journal) = try await send(node)
        #expect(answer["result"]?.string == journal.first?.txid)
        #expect(journal.map(\.state) == [.sent])
    }

    @Test func `the next transaction reuses the nonce of a declined one, or says that it does not`()
        async throws
    {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.underpriced) }
        let site = try await TestSite.connected(node)
        _ = await site.send()
        // A node that has the first one after all counts it, and does not show it.
        node.set("eth_getTransactionCount") { params in params[1] == "pending" ? "0x6" : "0x5" }
        _ = await site.send(["value": "0x7"])
        #expect(node.sent.map(\.transaction.nonce) == [5, 6])
        let warnings = try #require(site.shown.last).warnings.map(\.text)
        #expect(warnings.contains { $0.contains("nonce 5") && $0.contains("does not replace it") })
        // Once a final block has decided about it there is nothing to say.
        node.set("eth_getTransactionCount", "0x7")
        let later = CoinSender.systemTime() + 3_600
        node.grow(until: later)
        site.services.now = { later + 10 }
        _ = await site.send(["value": "0x8"])
        let last = try #require(site.shown.last).warnings.map(\.text)
        #expect(!last.contains { $0.contains("does not replace it") })
    }

    /// A site whose transaction was declined, and is shown by the network later.
    private func returned(_ node: FakeNode) async throws -> (site: TestSite, txid: String) {
        let site = try await TestSite.connected(node)
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.underpriced) }
        _ = await site.send()
        let entry = try #require(try await site.services.journal.recent(limit: 1).first)
        #expect(entry.state == .declined)
        node.set("eth_sendRawTransaction") { params in
            let raw = params[0]?.string.flatMap { Hex.decode($0) } ?? []
            return .string("0x" + Hex.encode(EthereumTransaction.hash(ofRaw: raw).bytes))
        }
        node.set("eth_getTransactionByHash") { params in
            params[0]?.string == entry.txid ? ["hash": .string(entry.txid)] : .null
        }
        await site.services.transactions.resolve()
        return (site, entry.txid)
    }

    @Test func `a declined transaction that the network has later is reported by the next one, for a limited time`()
        async throws
    {
        let node = FakeNode.quiet()
        let (site, txid) = try await returned(node)
        #expect(try await site.services.journal.recent(limit: 1).map(\.state) == [.sent])
        func named() throws -> Approval.Warning? {
            try #require(site.shown.last).warnings.first { $0.text.contains("was rejected or given up, but") }
        }
        // Another recipient, another amount: it is still reported.
        _ = await site.send(["to": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", "value": "0x7"])
        #expect(node.sent.map(\.transaction.nonce) == [5, 6])
        #expect(try named()?.level == .caution)
        #expect(try named()?.text.contains("the network has it now. This one does not replace it") == true)
        _ = await site.send(["value": "0x8"])
        #expect(try named()?.level == .danger)
        node.set("eth_getTransactionReceipt") { params in
            guard params[0]?.string == txid else { return .null }
            return ["transactionHash": .string(txid), "blockNumber": "0x10", "status": "0x1"]
        }
        node.set("eth_getTransactionCount", "0x6")
        await site.services.transactions.resolve()
        _ = await site.send(["value": "0x9"])
        #expect(try named()?.text.contains("it was confirmed later") == true)
        let later = site.services.now() + 86_460
        site.services.now = { later }
        _ = await site.send(["value": "0xa"])
        #expect(try named() == nil)
    }

    @Test func `a declined transaction that the network has is found by the next approval itself`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.underpriced) }
        let site = try await TestSite.connected(node)
        _ = await site.send()
        let txid = try #require(try await site.services.journal.recent(limit: 1).first?.txid)
        node.set("eth_getTransactionCount") { params in params[1] == "pending" ? "0x6" : "0x5" }
        node.set("eth_getTransactionByHash") { params in
            params[0]?.string == txid ? ["hash": .string(txid)] : .null
        }
        _ = await site.send(["value": "0x7"])
        let warning = try #require(site.shown.last).warnings.first { $0.text.contains("the network has it now") }
        #expect(warning?.level == .danger)
    }

    @Test func `a clock that was set back does not hide that the same was signed`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        _ = await site.send()
        let before = site.services.now() - 7_200
        site.services.now = { before }
        _ = await site.send()
        let texts = try #require(site.shown.last).warnings.map(\.text)
        #expect(texts.contains { $0.hasPrefix("The same request was signed a minute ago") })
    }

    @Test func `a declined transaction that is mined anyway is reported`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.underpriced) }
        let site = try await TestSite.connected(node)
        _ = await site.send()
        let hash = try #require(try await site.services.journal.recent(limit: 1).first?.txid)
        node.set(
            "eth_getTransactionReceipt",
            ["transactionHash": .string(hash), "blockNumber": "0x10", "status": "0x1"])
        await site.services.transactions.resolve()
        #expect(try await site.services.journal.recent(limit: 1).map(\.state) == [.mined(succeeded: true)])
    }

    @Test(arguments: [NetworkError.unreachable, .proxyUnreachable, .needsTor, .untrusted, .privateAddress])
    func `a transaction that never reached the node is unsent`(error: NetworkError) async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .wire(error) }
        let (answer, journal) = try await send(node)
        #expect(answer["error"]?["message"]?.string?.hasPrefix("The transaction was not sent.") == true)
        #expect(journal.map(\.state) == [.refused])
    }

    @Test(arguments: [NodeError.wire(.timedOut), .wire(.interrupted), .wire(.tooLarge), .malformed, .status(502)])
    func `after a lost answer the transaction is looked up by its hash, and nothing is sent again`(error: NodeError)
        async throws
    {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw error }
        node.set("eth_getTransactionByHash") { params in ["hash": params[0] ?? .null] }
        let (answer, journal) = try await send(node)
        #expect(answer["result"]?.string == journal.first?.txid)
        #expect(journal.map(\.state) == [.sent])
        #expect(node.sent.count == 1)
    }

    @Test func `a page that asked before the wallet was locked receives the outcome of its transaction`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .wire(.timedOut) }
        node.set("eth_getTransactionByHash") { params in ["hash": params[0] ?? .null] }
        let site = try await TestSite.connected(node)
        let dispatcher = site.dispatcher
        site.services.time = TimeSource(now: { .zero }, sleep: { _ in await dispatcher.lock() })
        let answer = await site.send()
        #expect(site.services.gate.isLocked)
        let journal = try await site.services.journal.recent(limit: 1)
        #expect(answer["result"]?.string == journal.first?.txid)
        #expect(journal.map(\.state) == [.sent])
    }

    @Test func `an unknown outcome is never called failed, and includes the hash`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .wire(.timedOut) }
        let (answer, journal) = try await send(node)
        let sentence = try #require(answer["error"]?["message"]?.string)
        #expect(sentence.contains(try #require(journal.first?.txid)))
        #expect(sentence.contains("may have been sent"))
        #expect(!sentence.contains("not sent") && !sentence.contains("fail"))
        #expect(journal.map(\.state) == [.unknown])
        #expect(node.sent.count == 1)
    }

    @Test func `the nonce of a transaction with an unknown outcome is not reused`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .wire(.timedOut) }
        let site = try await TestSite.connected(node)
        site.services.time = TimeSource(now: { .zero }, sleep: { _ in })
        for _ in 0..<2 { _ = await site.send() }
        #expect(node.sent.map(\.transaction.nonce) == [5, 6])
    }

    @Test func `the nonce of a refused transaction is reused`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.underpriced) }
        let site = try await TestSite.connected(node)
        for _ in 0..<2 { _ = await site.send() }
        #expect(node.sent.map(\.transaction.nonce) == [5, 5])
        #expect(try #require(site.shown.last).warnings.contains { $0.text.contains("does not replace") } == false)
    }

    @Test func `the receipt is polled until it is available`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let hash = try #require(await site.send()["result"])
        let clock = ManualClock()
        let watcher = ReceiptWatcher(journal: site.services.journal, chains: site.services.chains, time: clock.time)
        var changes: [TransactionRecord.State] = []
        watcher.changes.add { changes.append($0.state) }
        let task = Task { await watcher.run() }
        #expect(await eventually { clock.sleeperCount == 1 })
        #expect(changes.isEmpty)
        node.set(
            "eth_getTransactionReceipt", ["transactionHash": hash, "blockNumber": "0x10", "status": "0x0"])
        clock.advance(by: .seconds(12))
        #expect(await eventually { changes == [.mined(succeeded: false)] })
        #expect(try await site.services.journal.open().isEmpty)
        task.cancel()
        await task.value
    }

    @Test func `the fee and the block are recorded, with the fee for data on another chain`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let hash = try #require(await site.send()["result"])
        let watcher = ReceiptWatcher(journal: site.services.journal, chains: site.services.chains)
        var receipt: JSONObject = ["transactionHash": hash, "blockNumber": "0x10", "status": "0x1"]
        (receipt["gasUsed"], receipt["effectiveGasPrice"], receipt["l1Fee"]) = ("0x5208", "0x3b9aca00", "0x7")
        node.set("eth_getTransactionReceipt", .object(receipt))
        await watcher.look()
        let record = try #require(try await site.services.journal.recent(limit: 1).first)
        #expect(record.inclusion == .init(block: 16, fee: 21_000_000_000_007))
    }

    @Test(
        arguments: [
            ("0x5208", nil, nil), (nil, "0x1", nil), ("0x5208", "junk", nil), ("0x5208", "0x1", "junk"),
            ("0x5208", "0x" + String(repeating: "f", count: 64), nil), ("0xffffffffffffffffff", "0x1", nil),
        ] as [(String?, String?, String?)])
    func `a receipt without a sensible fee gives a block and no fee`(
        gas: String?, price: String?, data: String?
    ) async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let hash = try #require(await site.send()["result"])
        var receipt: JSONObject = ["transactionHash": hash, "blockNumber": "0x10", "status": "0x1"]
        if let gas { receipt["gasUsed"] = .string(gas) }
        if let price { receipt["effectiveGasPrice"] = .string(price) }
        if let data { receipt["l1Fee"] = .string(data) }
        node.set("eth_getTransactionReceipt", .object(receipt))
        await ReceiptWatcher(journal: site.services.journal, chains: site.services.chains).look()
        let record = try #require(try await site.services.journal.recent(limit: 1).first)
        #expect(record.inclusion == .init(block: 16, fee: nil))
        #expect(record.state == .mined(succeeded: true))
    }

    @Test func `a nonce that another transaction used is reported`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        _ = await site.send()
        let later = CoinSender.systemTime() + 3_600
        node.grow(until: later)
        let watcher = ReceiptWatcher(
            journal: site.services.journal, chains: site.services.chains, now: { later + 10 })
        await watcher.look()
        #expect(try await site.services.journal.open().map(\.state) == [.unknown])
        node.set("eth_getTransactionCount", "0x6")
        await watcher.look()
        #expect(try await site.services.journal.recent(limit: 1).map(\.state) == [.replaced(by: "")])
    }

    @Test func `a transaction count that is not final does not mark a transaction as replaced`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let hash = try #require(await site.send()["result"])
        let entry = try #require(try await site.services.journal.recent(limit: 1).first)
        // Of two nodes behind one address the one with the receipt is behind the one that counts.
        node.set("eth_getTransactionCount") { params in params[1] == "finalized" ? "0x5" : "0x6" }
        #expect(await site.services.transactions.networkStatus(of: entry) == .unasked)
        #expect(try await site.services.journal.open().map(\.state) == [.sent])
        node.set("eth_getTransactionCount") { params throws(NodeError) in
            guard params[1] == "finalized" else { return "0x6" }
            throw .refused(.unsupported)
        }
        await site.services.transactions.resolve()
        #expect(try await site.services.journal.open().map(\.state) == [.sent])
        node.set("eth_getTransactionReceipt", ["transactionHash": hash, "blockNumber": "0x10", "status": "0x1"])
        await site.services.transactions.resolve()
        #expect(try await site.services.journal.recent(limit: 1).map(\.state) == [.mined(succeeded: true)])
    }

    @Test func `a node that reports its latest block as final does not mark a transaction as replaced`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        _ = await site.send()
        let later = CoinSender.systemTime() + 3_600
        node.grow(until: later, waiting: 0)
        let watcher = ReceiptWatcher(
            journal: site.services.journal, chains: site.services.chains, now: { later + 10 })
        // Block 936 is 64 blocks behind.
        node.set("eth_getTransactionCount") { params in params[1] == "0x3a8" ? "0x5" : "0x6" }
        await watcher.look()
        #expect(try await site.services.journal.open().map(\.state) == [.sent])
        node.set("eth_getTransactionCount", "0x6")
        await watcher.look()
        #expect(try await site.services.journal.recent(limit: 1).map(\.state) == [.replaced(by: "")])
    }

    @Test func `a node's data about finality must be consistent, and newer than the signature`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        _ = await site.send()
        let later = CoinSender.systemTime() + 3_600
        let watcher = ReceiptWatcher(
            journal: site.services.journal, chains: site.services.chains, now: { later + 10 })
        func isStillSent() async throws -> Bool {
            await watcher.look()
            return try await site.services.journal.open().map(\.state) == [.sent]
        }
        node.set("eth_getTransactionCount", "0x6")
        #expect(try await isStillSent(), "no blocks")
        // One block above the latest.
        node.grow(until: later, waiting: .max)
        #expect(try await isStillSent(), "a final block that is not there yet")
        node.grow(until: later, seconds: 1)
        #expect(try await isStillSent(), "a final block of a minute ago")
        node.grow(until: later - 100_000)
        #expect(try await isStillSent(), "a final block from before the signature")
        node.grow(until: later + 100_000)
        #expect(try await isStillSent(), "blocks of the future")
        node.grow(until: later)
        node.set("eth_getTransactionCount") { params in params[1] == "finalized" ? "0x7" : "0x6" }
        #expect(try await isStillSent(), "more transactions in final blocks than in all")
        node.set("eth_getTransactionCount", "0x6")
        #expect(try await !isStillSent())
    }

    @Test func `the next transaction warns of a declined one until the use of its nonce is final`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.underpriced) }
        let site = try await TestSite.connected(node)
        _ = await site.send()
        node.set("eth_getTransactionCount") { params in params[1] == "finalized" ? "0x5" : "0x6" }
        _ = await site.send(["value": "0x7"])
        #expect(node.sent.map(\.transaction.nonce) == [5, 6])
        let warnings = try #require(site.shown.last).warnings.map(\.text)
        #expect(warnings.contains { $0.contains("nonce 5") && $0.contains("does not replace it") })
    }
}
