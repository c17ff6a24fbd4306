import Bridge
import Ethereum
import Keys
import Props
import Testing
import Wallet
import Wire

@MainActor @Suite struct BroadcastTests {
    private func send(_ node: FakeNode) async throws -> (answer: JSON, journal: [Outgoing]) {
        let site = try await TestSite.connected(node)
        site.desk.time = Timekeeper(now: { .zero }, sleep: { _ in })
        let answer = await site.send()
        return (answer, try await site.desk.journal.recent(limit: 9))
    }

    @Test(arguments: [
        NodeRefusal.insufficientFunds, .underpriced, .feeBelowBlock, .intrinsicGas, .otherChain, .nonceTooLow, .other,
    ])
    func `what the node refuses was not sent, and is said so`(refusal: NodeRefusal) async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(refusal) }
        let (answer, journal) = try await send(node)
        #expect(
            answer["error"]?["message"]?.string?.hasPrefix("The transaction was not sent. \(refusal.description)")
                == true)
        #expect(journal.map(\.state) == [.refused])
        #expect(node.sent.count == 1)
    }

    @Test(arguments: [WireError.unreachable, .untrusted])
    func `what never reached the node was not sent`(error: WireError) async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .wire(error) }
        let (answer, journal) = try await send(node)
        #expect(answer["error"]?["message"]?.string?.hasPrefix("The transaction was not sent.") == true)
        #expect(journal.map(\.state) == [.refused])
    }

    @Test(arguments: [NodeError.wire(.timedOut), .wire(.interrupted), .wire(.tooLarge), .malformed, .status(502)])
    func `a lost answer is asked for by the hash, and nothing is sent again`(error: NodeError) async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw error }
        node.set("eth_getTransactionByHash") { params in ["hash": params[0] ?? .null] }
        let (answer, journal) = try await send(node)
        #expect(answer["result"]?.string == journal.first?.txid)
        #expect(journal.map(\.state) == [.sent])
        #expect(node.sent.count == 1)
    }

    @Test func `an unknown fate is never called failed, and has the hash`() async throws {
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

    @Test func `the number of an unknown one is not given to the next`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .wire(.timedOut) }
        let site = try await TestSite.connected(node)
        site.desk.time = Timekeeper(now: { .zero }, sleep: { _ in })
        for _ in 0..<2 { _ = await site.send() }
        #expect(node.sent.map(\.transaction.nonce) == [5, 6])
    }

    @Test func `the number of a refused one is given to the next`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.underpriced) }
        let site = try await TestSite.connected(node)
        for _ in 0..<2 { _ = await site.send() }
        #expect(node.sent.map(\.transaction.nonce) == [5, 5])
    }

    @Test func `a receipt is followed until it is there`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let hash = try #require(await site.send()["result"])
        let clock = ManualClock()
        let watcher = ReceiptWatcher(journal: site.desk.journal, chains: site.desk.chains, time: clock.time)
        var changes: [Outgoing.State] = []
        watcher.onChange = { changes.append($0.state) }
        let task = Task { await watcher.run() }
        #expect(await eventually { clock.sleeperCount == 1 })
        #expect(changes.isEmpty)
        node.set(
            "eth_getTransactionReceipt", ["transactionHash": hash, "blockNumber": "0x10", "status": "0x0"])
        clock.advance(by: .seconds(12))
        #expect(await eventually { changes == [.mined(succeeded: false)] })
        #expect(try await site.desk.journal.open().isEmpty)
        task.cancel()
        await task.value
    }

    @Test func `a number that another transaction used up is told`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        _ = await site.send()
        let watcher = ReceiptWatcher(journal: site.desk.journal, chains: site.desk.chains)
        await watcher.look()
        #expect(try await site.desk.journal.open().map(\.state) == [.sent])
        node.set("eth_getTransactionCount", "0x6")
        await watcher.look()
        #expect(try await site.desk.journal.recent(limit: 1).map(\.state) == [.replaced(by: "")])
    }
}
