import Bridge
import TestSupport
import Testing
@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
import Network
@testable import WalletTesting

/// Subscriptions, as web3.js uses them.
@MainActor @Suite struct SubscriptionTests {
    private let blocks = MadeBlocks()
    private let clock = ManualClock()
    private let site: TestSite
    private let ear: EventRecorder

    /// What the documents hear.
    private final class EventRecorder {
        var heard: [(audience: Audience, data: JSON)] = []
        var subscription: EventBus.Subscription?

        /// The results that `document` was told for the subscription `id`.
        func results(_ id: JSON) -> [JSON] {
            heard.filter { $0.data["subscription"] == id }.compactMap { $0.data["result"] }
        }
    }

    init() throws {
        let node = blocks.node
        site = try TestSite(chains: ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
        site.services.time = clock.time
        let ear = EventRecorder()
        self.ear = ear
        ear.subscription = site.services.eventBus.subscribe { event, audience in
            if case .message("eth_subscription", let data) = event { ear.heard.append((audience, data)) }
        }
    }

    /// Lets the wallet look at the chain once more.
    private func look() async {
        let before = blocks.node.methods.count
        _ = await eventually { clock.sleeperCount > 0 }
        clock.advance(by: .seconds(4))
        _ = await eventually { blocks.node.methods.count > before && clock.sleeperCount > 0 }
    }

    @Test func `new blocks are reported with their headers, each once and in order`() async throws {
        let id = try #require(await site.ask("eth_subscribe", ["newHeads"])["result"])
        await look()
        #expect(ear.heard.isEmpty)
        blocks.grow(by: 3)
        await look()
        #expect(ear.results(id).map { $0["hash"] } == (101...103).map { MadeBlocks.hash($0) })
        #expect(ear.results(id).first?["transactions"] == nil && ear.results(id).first?["size"] == nil)
        #expect(ear.heard.first?.audience == .document(try #require(site.peer.document)))
        await look()
        #expect(ear.heard.count == 3)
    }

    @Test func `logs are delivered to their subscribers, and one query serves all with the same filter`() async throws {
        let seven: JSON = ["topics": [MadeBlocks.topic(7)]]
        let one = try #require(await site.ask("eth_subscribe", ["logs", seven])["result"])
        let two = try #require(await site.ask("eth_subscribe", ["logs", seven])["result"])
        let all = try #require(await site.ask("eth_subscribe", ["logs"])["result"])
        blocks.grow(topics: [7, 8])
        await look()
        #expect(ear.results(one).map { $0["topics"] } == [[MadeBlocks.topic(7)]])
        #expect(ear.results(two) == ear.results(one))
        #expect(ear.results(all).count == 2)
        #expect(blocks.node.methods.count { $0 == "eth_getLogs" } == 2)
    }

    @Test func `logs above the limit follow with the next poll`() async throws {
        site.services.watches.limits.logs = 2
        let id = try #require(await site.ask("eth_subscribe", ["logs", [:]])["result"])
        blocks.grow(topics: [1])
        blocks.grow(topics: [2, 3, 4])
        blocks.grow(topics: [5])
        await look()
        #expect(ear.results(id).count == 1)
        await look()
        #expect(ear.results(id).count == 4)
        await look()
        #expect(ear.results(id).map { $0["topics"]?[0] } == (1...5).map { MadeBlocks.topic($0) })
    }

    @Test func `a node that refuses the logs of many blocks is asked for fewer, at the same rate`() async throws {
        let id = try #require(await site.ask("eth_subscribe", ["logs", [:]])["result"])
        blocks.refuse(moreThan: 100)
        blocks.grow(by: 1_000)
        blocks.add(7, in: 110)
        blocks.add(8, in: 170)
        // 500, 250 and 125 blocks are too many.
        for _ in 0..<4 { await look() }
        #expect(await eventually { ear.results(id).count == 1 })
        await look()
        #expect(await eventually { ear.results(id).count == 2 })
    }

    @Test(arguments: [
        NodeError.wire(.timedOut), .wire(.unreachable), .status(429), .refused(.limit), .wire(.tooLarge), .malformed,
    ])
    func `after one failed poll all logs are delivered soon, in order and once`(error: NodeError) async throws {
        let id = try #require(await site.ask("eth_subscribe", ["logs", [:]])["result"])
        let answer = blocks.logs
        blocks.grow(by: 2, topics: [1])
        blocks.node.set("eth_getLogs") { _ throws(NodeError) in throw error }
        await look()
        blocks.node.set("eth_getLogs", answer)
        for topic in 2...101 { blocks.grow(topics: [topic]) }
        for _ in 0..<10 { await look() }
        #expect(await eventually { ear.results(id).count == 101 })
        #expect(ear.results(id).map { $0["topics"]?[0] } == (1...101).map { MadeBlocks.topic($0) })
    }

    @Test func `a node that refuses the logs of many blocks is rarely asked for more again`() async throws {
        let id = try #require(await site.ask("eth_subscribe", ["logs", [:]])["result"])
        blocks.refuse(moreThan: 100)
        blocks.grow(by: 3_000, topics: [9])
        // 500, 250 and 125 blocks are too many; then 62 at a time, and every now and then 124.
        for _ in 0..<60 { await look() }
        #expect(await eventually { ear.results(id).count == 1 })
    }

    @Test func `a block with an oversized header is not reported`() async throws {
        let id = try #require(await site.ask("eth_subscribe", ["newHeads"])["result"])
        let extra = JSON.string("0x" + String(repeating: "0", count: 17 << 10))
        blocks.grow()
        blocks.node.set("eth_getBlockByNumber") { _ in
            ["number": .string(MadeBlocks.hex(101)), "hash": MadeBlocks.hash(101), "extraData": extra]
        }
        await look()
        #expect(ear.results(id).isEmpty)
    }

    @Test func `an ended subscription gets nothing, and without subscriptions no node is polled`() async throws {
        let id = try #require(await site.ask("eth_subscribe", ["newHeads"])["result"])
        #expect(await site.ask("eth_unsubscribe", [id])["result"] == true)
        #expect(await site.ask("eth_unsubscribe", [id])["result"] == false)
        blocks.grow()
        let asked = blocks.node.methods.count
        _ = await eventually { clock.sleeperCount > 0 }
        clock.advance(by: .seconds(4))
        #expect(await eventually { site.services.watches.looking.isEmpty })
        #expect(ear.heard.isEmpty && blocks.node.methods.count == asked)
        // A new one starts over.
        let next = try #require(await site.ask("eth_subscribe", ["newHeads"])["result"])
        blocks.grow()
        await look()
        #expect(ear.results(next).count == 1)
        site.dispatcher.end(try #require(site.peer.document), because: .navigated)
        blocks.grow()
        clock.advance(by: .seconds(4))
        #expect(await eventually { site.services.watches.looking.isEmpty })
        #expect(ear.heard.count == 1)
    }

    @Test func `switching the chain ends the subscriptions of the previous one`() async throws {
        _ = await site.ask("eth_subscribe", ["newHeads"])
        _ = await site.ask("wallet_switchEthereumChain", [["chainId": "0x89"]])
        blocks.grow()
        _ = await eventually { clock.sleeperCount > 0 }
        clock.advance(by: .seconds(4))
        #expect(await eventually { site.services.watches.looking.isEmpty })
        #expect(ear.heard.isEmpty && site.services.watches.count == 0)
    }

    @Test func `a failing node is polled less often, and missed events are delivered`() async throws {
        let id = try #require(await site.ask("eth_subscribe", ["newHeads"])["result"])
        blocks.fail()
        blocks.grow()
        await look()
        blocks.fail(false)
        let asked = blocks.node.methods.count
        clock.advance(by: .seconds(4))
        for _ in 0..<20 { await Task.yield() }
        #expect(blocks.node.methods.count == asked)
        clock.advance(by: .seconds(4))
        #expect(await eventually { ear.results(id).count == 1 })
    }

    @Test func `if a node jumps ahead, only its newest blocks are reported`() async throws {
        let id = try #require(await site.ask("eth_subscribe", ["newHeads"])["result"])
        blocks.grow(by: 1_000_000)
        await look()
        #expect(await eventually { ear.results(id).count == 64 })
        #expect(ear.results(id).last?["hash"] == MadeBlocks.hash(1_000_100))
    }

    @Test(arguments: [["0x1"], ["0x0", "0x0", "0x0"], ["0xffffffffffffffff", "nothing"], ["0x70", "0x65"]])
    func `wrongly numbered logs are each delivered, and block nothing`(numbers: [String])
        async throws
    {
        site.services.watches.limits.logs = 1
        _ = await site.ask("eth_subscribe", ["logs"])
        let logs = JSON.array(numbers.map { ["blockNumber": .string($0)] })
        blocks.node.set("eth_getLogs") { _ in logs }
        for _ in 0..<5 {
            blocks.grow()
            await look()
        }
        #expect(ear.heard.count <= 5 * numbers.count && !ear.heard.isEmpty)
        #expect(site.services.watches.watches.values.allSatisfy { (102...106).contains($0.next) })
    }

    @Test(arguments: ["newPendingTransactions", "syncing"])
    func `an unsupported subscription is refused`(kind: String) async throws {
        #expect(await site.ask("eth_subscribe", [.string(kind)])["error"]?["code"] == 4200)
    }
}
