import Bridge
import TestSupport
import Testing
@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
import Network
@testable import WalletTesting

/// Filters, as ethers 6 and viem use them.
@MainActor @Suite struct FilterTests {
    private let blocks = MadeBlocks()
    private let clock = ManualClock()
    private let site: TestSite

    init() throws {
        let node = blocks.node
        site = try TestSite(chains: ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
        site.services.time = clock.time
    }

    private static let filter: JSON = ["address": MadeBlocks.contract, "topics": [MadeBlocks.topic(7)]]

    /// What is new for a filter, after a second in which nothing is asked.
    private func changes(_ id: JSON) async -> JSON {
        clock.advance(by: .seconds(1))
        return await site.ask("eth_getFilterChanges", [id])
    }

    @Test func `a filter returns each log once, and only those after its creation`() async throws {
        blocks.grow(topics: [7])
        let id = try #require(await site.ask("eth_newFilter", [Self.filter])["result"])
        #expect(await changes(id)["result"] == [])
        blocks.grow(by: 3, topics: [7, 8])
        blocks.grow()
        let news = await changes(id)["result"]
        #expect(news?.array?.map { $0["topics"] } == [[MadeBlocks.topic(7)]])
        #expect(await changes(id)["result"] == [])
        #expect(blocks.node.asked.last { $0.method == "eth_getLogs" }?.params[0]?["address"] == MadeBlocks.contract)
    }

    @Test func `eth_getFilterLogs returns all logs of a filter`() async throws {
        blocks.grow(topics: [7])
        let id = try #require(await site.ask("eth_newFilter", [Self.filter])["result"])
        blocks.grow(topics: [7])
        #expect(await site.ask("eth_getFilterLogs", [id])["result"]?.array?.count == 2)
    }

    @Test func `blocks outside the filter's range are not requested`() async throws {
        let wanted: JSON = ["fromBlock": "0x66", "toBlock": "0x67", "topics": []]
        let id = try #require(await site.ask("eth_newFilter", [wanted])["result"])
        blocks.grow(topics: [1])
        #expect(await changes(id)["result"] == [])
        blocks.grow(by: 10)
        blocks.add(2, in: 102)
        blocks.add(3, in: 104)
        #expect(await changes(id)["result"]?.array?.map { $0["topics"] } == [[MadeBlocks.topic(2)]])
    }

    @Test func `a block filter returns hashes, in parts and none twice`() async throws {
        let id = try #require(await site.ask("eth_newBlockFilter")["result"])
        blocks.grow(by: 100)
        let first = try #require(await changes(id)["result"]?.array)
        #expect(first == (101...164).map { MadeBlocks.hash($0) })
        #expect(await changes(id)["result"]?.array == (165...200).map { MadeBlocks.hash($0) })
    }

    @Test func `changes that a node failed to return are returned the next time`() async throws {
        let id = try #require(await site.ask("eth_newFilter", [Self.filter])["result"])
        blocks.grow(topics: [7])
        blocks.node.set("eth_getLogs") { _ throws(NodeError) in throw .wire(.timedOut) }
        // As for a node that cannot be reached: a page does not learn the cause.
        #expect(await changes(id)["error"]?["code"] == 4900)
        blocks.node.set("eth_getLogs", [1])
        #expect(await changes(id)["result"] == [1])
    }

    @Test func `a filter with more blocks than the node accepts at once is read in parts`() async throws {
        let id = try #require(await site.ask("eth_newFilter", [Self.filter])["result"])
        blocks.refuse(moreThan: 100)
        blocks.grow(by: 2_000)
        for block: UInt64 in [101, 150, 163, 2_100] { blocks.add(7, in: block) }
        // 500, 250 and 125 blocks are too many.
        for _ in 0..<3 { #expect(await changes(id)["error"]?["code"] == -32005) }
        #expect(await changes(id)["result"]?.array?.count == 2)
        #expect(await changes(id)["result"]?.array?.count == 1)
        var rest = 0
        for _ in 0..<40 { rest += await changes(id)["result"]?.array?.count ?? 0 }
        #expect(rest == 1)
    }

    @Test func `a filter that is polled twice at once returns a log once`() async throws {
        let id = try #require(await site.ask("eth_newFilter", [Self.filter])["result"])
        blocks.grow(topics: [7])
        clock.advance(by: .seconds(1))
        async let one = site.ask("eth_getFilterChanges", [id])
        async let other = site.ask("eth_getFilterChanges", [id])
        let counts = await [one, other].map { $0["result"]?.array?.count }
        #expect(counts.compactMap(\.self).reduce(0, +) == 1)
    }

    @Test func `a filter that was removed, has expired or is of another chain is not found, in viem's words`()
        async throws
    {
        let ended = try #require(await site.ask("eth_newFilter", [Self.filter])["result"])
        #expect(await site.ask("eth_uninstallFilter", [ended])["result"] == true)
        #expect(await site.ask("eth_uninstallFilter", [ended])["result"] == false)
        let old = try #require(await site.ask("eth_newFilter", [Self.filter])["result"])
        clock.advance(by: .seconds(301))
        let moved = try #require(await site.ask("eth_newFilter", [Self.filter])["result"])
        _ = await site.ask("wallet_switchEthereumChain", [["chainId": "0x89"]])
        for id: JSON in [ended, old, moved, "0xffff"] {
            let error = await site.ask("eth_getFilterChanges", [id])["error"]
            #expect(error?["code"] == -32000)
            #expect(error?["message"]?.string?.contains("filter not found") == true)
        }
    }

    @Test func `a document's filters are private, and end with it`() async throws {
        let id = try #require(await site.ask("eth_newFilter", [Self.filter])["result"])
        let document = try #require(site.peer.document)
        let other = try #require(DocumentID(String(repeating: "f", count: 32)))
        let message: JSON = ["method": "eth_getFilterChanges", "params": [id]]
        let answer = await withCheckedContinuation { continuation in
            message.bytes.withUnsafeBufferPointer { text in
                site.dispatcher.receive(
                    text, in: EthereumDialect(), from: .page(origin: site.peer.origin, document: other)
                ) {
                    continuation.resume(returning: $0)
                }
            }
        }
        #expect(try JSON(parsing: answer)["error"]?["code"] == -32000)
        site.dispatcher.end(document, because: .navigated)
        #expect(site.services.watches.count == 0)
        #expect(await site.ask("eth_getFilterChanges", [id])["error"]?["code"] == -32000)
    }

    @Test func `the number of a page's filters is limited`() async throws {
        for _ in 0..<8 { #expect(await site.ask("eth_newFilter", [Self.filter])["result"] != nil) }
        #expect(await site.ask("eth_newFilter", [Self.filter])["error"]?["code"] == -32005)
        _ = await site.ask("eth_requestAccounts")
        for _ in 0..<24 { #expect(await site.ask("eth_newBlockFilter")["result"] != nil) }
        #expect(await site.ask("eth_newFilter", [Self.filter])["error"]?["code"] == -32005)
        clock.advance(by: .seconds(301))
        #expect(await site.ask("eth_newFilter", [Self.filter])["result"] != nil)
        #expect(site.services.watches.count == 1)
    }

    @Test(arguments: [
        ("eth_newFilter", "[]"), ("eth_newFilter", #"[{"topics":[1]}]"#), ("eth_newFilter", #"["0x1"]"#),
        ("eth_newFilter", #"[{"blockHash":"0x0000000000000000000000000000000000000000000000000000000000000000"}]"#),
        ("eth_getFilterChanges", "[]"), ("eth_getFilterChanges", "[1]"), ("eth_uninstallFilter", #"["one"]"#),
        ("eth_subscribe", "[]"), ("eth_subscribe", #"["nothing"]"#), ("eth_subscribe", #"["logs",{"topics":1}]"#),
        ("eth_unsubscribe", "[]"),
    ])
    func `invalid parameters are refused, and no node is contacted`(method: String, params: String) async throws {
        #expect(await site.ask(method, try JSON(parsing: params))["error"]?["code"] == -32602)
        #expect(blocks.node.asked.isEmpty)
    }

    @Test(arguments: ["0xffffffffffffffff", "0x20000000000000", "latest"])
    func `an impossible block number is not believed`(number: String) async throws {
        blocks.node.set("eth_blockNumber", .string(number))
        #expect(await site.ask("eth_newBlockFilter")["error"]?["code"] == -32603)
    }
}
